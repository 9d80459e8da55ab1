//! Which file of `src/`, whose folders are crates, depends on which: imports and qualified paths, followed through
//! re-exports to the file that defines the name.
//!
//! In: the sources, without their tests. Out: for each module, as `search::open::chain`, the modules that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::places::{files_below, root};

/// The segments of a module's path; the crate itself has none.
pub type Module = Vec<String>;

/// What one file says about names.
#[derive(Default)]
struct File {
    /// Imports and re-exports: the name that they bring into scope, with the path that they write.
    aliases: BTreeMap<String, Vec<String>>,
    /// The paths of `use a::b::*`.
    globs: Vec<Vec<String>>,
    /// Every path that the code writes, imports included.
    paths: Vec<Vec<String>>,
    /// Names of items defined here.
    items: BTreeSet<String>,
}

/// Which module of `src/` names which.
pub fn dependencies() -> BTreeMap<Module, BTreeSet<Module>> {
    let source = root().join("src");
    let mut texts = Vec::new();
    for path in files_below(&source, Some("rs")) {
        let inside = path.strip_prefix(&source).unwrap().with_extension("");
        let mut module: Module = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if module.last().is_some_and(|name| name.ends_with("_tests") || name == "main") {
            continue;
        }
        module.pop_if(|name| name == "mod" || name == "lib");
        texts.push((module, fs::read_to_string(&path).unwrap()));
    }
    dependencies_of(texts)
}

fn dependencies_of(texts: impl IntoIterator<Item = (Module, String)>) -> BTreeMap<Module, BTreeSet<Module>> {
    let files: BTreeMap<Module, File> =
        texts.into_iter().map(|(module, text)| (module, read(&text))).collect();
    let named = |module: &Module| {
        let paths = files[module].paths.iter();
        let targets = paths.filter_map(|path| resolve(&files, module, path, 0));
        targets.filter(|target| target != module && !target.is_empty()).collect()
    };
    files.keys().map(|module| (module.clone(), named(module))).collect()
}

#[test]
fn names_are_followed_to_the_file_that_defines_them() {
    let module =
        |path: &str| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect::<Module>();
    let texts = [
        ("", "mod a; mod b;"),
        ("a", "mod x; mod y;\npub use x::Exported;\npub(crate) use banto_b::{Far, inner::Near as Renamed};"),
        (
            "a::x",
            "use super::y::helper;\npub struct Exported; // super::z::Comment\nconst TEXT: &str = \"super::z\";",
        ),
        (
            "a::y",
            "use super::{Exported, Renamed};\nfn helper(far: super::Far) {}\n#[cfg(test)]\nmod tests { use crate::c; }",
        ),
        ("b", "mod inner;\npub struct Far;\nfn local() -> impl Iterator + use<> { inner::Near::new() }"),
        ("b::inner", "use std::fmt;\npub struct Near;"),
    ];
    let found = dependencies_of(texts.map(|(path, text)| (module(path), text.to_owned())));
    let named =
        |path: &str| found[&module(path)].iter().map(|to| to.join("::")).collect::<Vec<_>>().join(" ");
    assert_eq!(named("a::x"), "a::y");
    assert_eq!(named("a::y"), "a::x b b::inner");
    assert_eq!(named("b"), "b::inner");
    assert_eq!(named("b::inner"), "");
}

/// The module whose file defines what a path names, as it is written in a module; `None` for other crates and for plain
/// locals.
fn resolve(files: &BTreeMap<Module, File>, module: &Module, path: &[String], depth: usize) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => descend(files, module.iter().take(1).cloned().collect(), rest, depth),
        "self" => descend(files, module.clone(), rest, depth),
        "super" => descend(files, module[..module.len().checked_sub(1)?].to_vec(), rest, depth),
        name => match name.strip_prefix("banto_").map(|building| vec![building.to_owned()]) {
            Some(building) if files.contains_key(&building) => descend(files, building, rest, depth),
            _ => member(files, module, first, rest, depth),
        },
    }
}

/// Follows the segments of a path from a module downwards. What is no module and no alias there is taken for its own
/// item.
fn descend(
    files: &BTreeMap<Module, File>,
    mut module: Module,
    path: &[String],
    depth: usize,
) -> Option<Module> {
    match path.split_first() {
        None => Some(module),
        Some((name, rest)) if name == "super" => {
            module.pop();
            descend(files, module, rest, depth)
        }
        Some((name, rest)) => member(files, &module, name, rest, depth).or(Some(module)),
    }
}

fn member(
    files: &BTreeMap<Module, File>,
    module: &Module,
    name: &str,
    rest: &[String],
    depth: usize,
) -> Option<Module> {
    let file = &files[module];
    let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
    if depth > 20 {
        return None;
    }
    // A function and a module may share a name, as `ground::ground`: the path says which by going on.
    if files.contains_key(&child) && (!rest.is_empty() || !file.aliases.contains_key(name)) {
        return descend(files, child, rest, depth + 1);
    }
    if let Some(path) = file.aliases.get(name) {
        let path: Vec<String> = path.iter().chain(rest).cloned().collect();
        return resolve(files, module, &path, depth + 1);
    }
    if file.items.contains(name) {
        return Some(module.clone());
    }
    let from_globs = file.globs.iter().filter_map(|glob| resolve(files, module, glob, depth + 1));
    from_globs.filter(|from| from != module).find(|from| files[from].items.contains(name))
}

/// The names in a text, with `::` and other punctuation between them; comments, literals and tests left out.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let word = |from: usize| {
        let length = text[from..].find(|c: char| !c.is_alphanumeric() && c != '_');
        length.map_or(text.len(), |length| from + length)
    };
    while at < bytes.len() {
        let rest = &text[at..];
        let end = if rest.starts_with("//") {
            at + rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("r\"") || rest.starts_with("r#") {
            let hashes = rest[1..].bytes().take_while(|&byte| byte == b'#').count();
            let close = format!("\"{}", "#".repeat(hashes));
            at + 2 + hashes + rest[2 + hashes..].find(&close).unwrap() + close.len()
        } else if bytes[at] == b'"' {
            at + 1 + closing(&rest[1..], b'"')
        } else if bytes[at] == b'\'' && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'')) {
            at + 1 + closing(&rest[1..], b'\'')
        } else if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' {
            let end = word(at);
            found.push(&text[at..end]);
            end
        } else if rest.starts_with("::") {
            found.push("::");
            at + 2
        } else {
            let length = rest.chars().next().unwrap().len_utf8();
            if bytes[at].is_ascii_punctuation() {
                found.push(&text[at..at + length]);
            }
            at + length
        };
        at = end;
    }
    found
}

/// The length of a literal up to and with its closing quote.
fn closing(text: &str, quote: u8) -> usize {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap() + 1
}

/// Where the item that begins here ends: behind its `;` or its closing brace.
fn item_end(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match *token {
            "{" | "(" | "[" => depth += 1,
            "}" if depth == 1 => return at + 1,
            ")" | "]" | "}" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn read(text: &str) -> File {
    let tokens = tokens(text);
    let mut file = File::default();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        if rest.starts_with(&["#", "[", "cfg", "(", "test", ")", "]"]) {
            at = item_end(&tokens, at + 7);
            continue;
        }
        match rest[0] {
            "use" if rest[1] != "<" => {
                let end = at + rest.iter().position(|token| *token == ";").unwrap();
                import(&mut file, &mut Vec::new(), &tokens[at + 1..end]);
                at = end + 1;
                continue;
            }
            "struct" | "enum" | "trait" | "fn" | "const" | "static" | "type" | "union" if depth == 0 => {
                file.items.insert(rest[1].to_owned());
            }
            "{" => depth += 1,
            "}" => depth -= 1,
            name if is_name(name) && (at == 0 || !["::", ".", "'"].contains(&tokens[at - 1])) => {
                let mut path = vec![name.to_owned()];
                while rest.get(2 * path.len() - 1) == Some(&"::")
                    && rest.get(2 * path.len()).is_some_and(|next| is_name(next))
                {
                    path.push(rest[2 * path.len()].to_owned());
                }
                if path.len() > 1 {
                    file.paths.push(path);
                }
            }
            _ => {}
        }
        at += 1;
    }
    file
}

/// One tree of `use`, behind a prefix.
fn import(file: &mut File, prefix: &mut Vec<String>, tree: &[&str]) {
    let length = prefix.len();
    let mut at = 0;
    while at < tree.len() {
        match tree[at] {
            "{" => {
                let close = item_end(tree, at) - 1;
                let (mut from, mut depth) = (at + 1, 0);
                for next in at + 1..=close {
                    depth += i32::from(tree[next] == "{") - i32::from(tree[next] == "}" && next < close);
                    if depth == 0 && (tree[next] == "," || next == close) {
                        import(file, prefix, &tree[from..next]);
                        from = next + 1;
                    }
                }
                prefix.truncate(length);
                return;
            }
            "*" => {
                file.globs.push(prefix.clone());
                file.paths.push(prefix.clone());
                prefix.truncate(length);
                return;
            }
            "as" => {
                file.aliases.insert(tree[at + 1].to_owned(), prefix.clone());
                file.paths.push(prefix.clone());
                prefix.truncate(length);
                return;
            }
            "self" if at + 1 == tree.len() && !prefix.is_empty() => {}
            "::" => {}
            name => prefix.push(name.to_owned()),
        }
        at += 1;
    }
    if let Some(name) = prefix.last().filter(|_| !tree.is_empty()) {
        file.aliases.insert(name.clone(), prefix.clone());
        file.paths.push(prefix.clone());
    }
    prefix.truncate(length);
}
