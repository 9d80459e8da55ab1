//! A page to play on with the program itself inside, as WebAssembly: it gives hints, says what is lost, and solves.
//!
//! In: a page, what starts a program in a worker of the browser, and the program. Out: the page, still a single file.

use std::fmt::Write;

use miniz_oxide::deflate::compress_to_vec_zlib;

/// What a solver says of a position, as a module; a page has it without the words of modules.
pub const SOLVER: &str = include_str!("solver.js");
const ALONE: &str = include_str!("alone.js");

/// How hard the compressor tries, from 0 to 10.
const EFFORT: u8 = 8;

/// The page with a solver: `programs` starts programs in workers, `worker` is what each of these begins with.
pub fn with_solver(page: &str, programs: &str, worker: &[&str], engine: &[u8]) -> String {
    // In a block, its names are its own.
    let alone = format!("{{\n{}{}{ALONE}}}\n", script(SOLVER), script(programs));
    let parts = [
        ("text/plain", "engine", base64(&compress_to_vec_zlib(engine, EFFORT))),
        ("text/plain", "worker", worker.iter().map(|module| script(module)).collect()),
        ("text/javascript", "alone", alone),
    ];
    let mut inside = String::new();
    for (kind, name, text) in parts {
        let _ = writeln!(inside, "<script type=\"{kind}\" id=\"{name}\">{text}</script>");
    }
    page.replace("</body>", &(inside + "</body>"))
}

/// A module as a part of a script: what it imports is there already.
fn script(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines.map(|line| line.trim_start_matches("export ").to_owned() + "\n").collect()
}

/// Bytes as letters (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, at| word << 8 | usize::from(*group.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let letter = LETTERS[word >> (18 - 6 * at) & 63];
            out.push(if at > group.len() { '=' } else { letter.into() });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn letters_are_those_of_the_standard() {
        let known = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, letters) in known {
            assert_eq!(super::base64(text.as_bytes()), letters);
        }
    }
}
