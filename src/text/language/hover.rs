//! Hover: what a name means, in Markdown: its declaration with its comment, types, and the actions that change it.

use std::fmt::Write;

use super::document::{Document, Texts};
use super::model::{Declared, Parameter};
use super::place::variables;
use super::syntax::{Kind, Use};
use super::words::{walk, word_at};
use crate::pddl::grammar::keyword;
use crate::pddl::{Node, Requirement, Support};
use banto_base::source::Span;

/// The word at a place and what is known about it.
pub fn hover(texts: &Texts<'_>, file: usize, at: u32) -> Option<(Span, String)> {
    let forms = texts.file(file)?.forms()?;
    let word = word_at(&forms, at)?;
    let said = match word.kind {
        Kind::Number => return None,
        Kind::Keyword => keyword(word.text)?.means.to_owned(),
        Kind::Requirement => requirement(word.text)?,
        Kind::Domain | Kind::Problem => {
            let what = if word.kind == Kind::Domain { "domain" } else { "problem" };
            code(&format!("({what} {})", word.text))
        }
        Kind::Variable => {
            let found = variables(&forms, at).into_iter().rev();
            let mut found = found.filter(|one| one.text.eq_ignore_ascii_case(word.text));
            let of = found.next().map_or(Vec::new(), |variable| Parameter::of(&variable).of);
            let parameter = Parameter { name: word.text.to_owned(), of };
            code(&parameter.show()) + &supertypes(texts, file, &parameter.of)
        }
        kind => {
            let (home, declared) = texts.find(file, kind, word.text)?;
            let mut said = code(&declared.show());
            if let Some(comment) = comment(texts.file(home)?.text(), declared) {
                let _ = write!(said, "\n\n{comment}");
            }
            said + &known(texts, file, declared)
        }
    };
    Some((word.span, said))
}

pub fn action_at(document: &Document, at: u32) -> Option<String> {
    let forms = document.forms()?;
    word_at(&forms, at).filter(|word| word.kind == Kind::Action).map(|word| word.text.to_owned())
}

fn code(text: &str) -> String {
    format!("```pddl\n{text}\n```")
}

fn requirement(flag: &str) -> Option<String> {
    let row = Requirement::find(flag)?;
    let support = match row.support {
        Support::Full => "supported".to_owned(),
        Support::WhereUsed => "accepted; non-classical features are refused where they are used".to_owned(),
        Support::None(_, feature) => format!("not supported: {feature}"),
    };
    let implied =
        if row.implies.is_empty() { String::new() } else { format!("; implies {}", row.implies.join(" ")) };
    Some(format!("`{}`: {support}{implied}", row.flag))
}

/// Facts about a declaration beyond its text.
fn known(texts: &Texts<'_>, file: usize, declared: &Declared) -> String {
    let mut said = String::new();
    match declared.kind {
        Kind::Predicate => {
            let name = declared.name.to_ascii_lowercase();
            for (role, verb) in [(Use::Add, "Added by"), (Use::Delete, "Deleted by"), (Use::Read, "Read by")]
            {
                let mut actions: Vec<&str> = texts
                    .declared(0, Kind::Action)
                    .filter(|action| {
                        action.atoms.iter().any(|atom| atom.role == role && atom.predicate == name)
                    })
                    .map(|action| action.name.as_str())
                    .collect();
                actions.dedup();
                if !actions.is_empty() {
                    let _ = write!(said, "\n\n{verb} {}", actions.join(", "));
                }
            }
            if texts.domain.is_some_and(|domain| domain.model().derived.contains(&name)) {
                said += "\n\nDerived by rules of this domain";
            }
            said += &read_elsewhere(texts, file, &name);
        }
        Kind::Type => {
            said += &supertypes(texts, file, &declared.of);
            let is_below = |of: &[String]| of.iter().any(|one| one.eq_ignore_ascii_case(&declared.name));
            let below: Vec<&str> = texts
                .declared(file, Kind::Type)
                .filter(|one| is_below(&one.of))
                .map(|one| one.name.as_str())
                .collect();
            if !below.is_empty() {
                let _ = write!(said, "\n\nSubtypes: {}", below.join(", "));
            }
            if file > 0 {
                let _ = write!(
                    said,
                    "\n\nObjects: {}",
                    objects(texts, file, std::slice::from_ref(&declared.name))
                );
            }
        }
        Kind::Object => said += &supertypes(texts, file, &declared.of),
        Kind::Action => {
            for (file, _) in texts.each().filter(|(file, _)| *file > 0) {
                let Some((_, Some(name))) = texts.file(file).map(super::Document::definition) else {
                    continue;
                };
                let counts = declared.parameters.iter().map(|one| objects(texts, file, &one.of));
                let count = counts.fold(1_u128, |product, count| product.saturating_mul(count as u128));
                let _ = write!(said, "\n\nIn {name}: {count} combinations of objects by type");
            }
        }
        _ => {}
    }
    said
}

/// The rules and goals that read a predicate.
fn read_elsewhere(texts: &Texts<'_>, file: usize, name: &str) -> String {
    let mut said = String::new();
    for (other, document) in texts.each().filter(|(other, _)| *other == 0 || *other == file || file == 0) {
        let Some(forms) = document.forms() else { continue };
        let mut readers: Vec<String> = Vec::new();
        for section in forms.items(Node::ROOT) {
            let reader = match forms.head_word(section).as_str() {
                ":derived" => {
                    forms.items(section).nth(1).map(|head| format!("the rule for {}", forms.head_word(head)))
                }
                ":goal" => Some("the goal".to_owned()),
                _ => None,
            };
            let mut reads = false;
            let whole = forms.span(section);
            walk(&forms, Some(Span::new(whole.start + 1, whole.end - 1)), &mut |word| {
                reads |= word.kind == Kind::Predicate
                    && word.role == Use::Read
                    && word.text.eq_ignore_ascii_case(name);
            });
            readers.extend(reader.filter(|reader| reads && !readers.contains(reader)));
        }
        if !readers.is_empty() {
            let of = if other == 0 { "" } else { document.definition().1.unwrap_or_default() };
            let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
            let _ = write!(said, "\n\nRead by {}{of}", readers.join(", "));
        }
    }
    said
}

/// How many objects of these types a problem has.
fn objects(texts: &Texts<'_>, file: usize, wanted: &[String]) -> usize {
    // Objects share a few types: each is looked up once.
    let mut known: Vec<(&[String], bool)> = Vec::new();
    let mut count = 0;
    for object in texts.declared(file, Kind::Object) {
        let found = known.iter().find(|(of, _)| *of == object.of).map(|(_, fits)| *fits);
        let fits = found.unwrap_or_else(|| {
            known.push((&object.of, texts.fits(file, &object.of, wanted)));
            known[known.len() - 1].1
        });
        count += usize::from(fits);
    }
    count
}

fn supertypes(texts: &Texts<'_>, file: usize, of: &[String]) -> String {
    let above = texts.above(file, of);
    if above.len() > 1 { format!("\n\nTypes: {}", above.join(", ")) } else { String::new() }
}

/// The comment on a declaration: after it on its line, or on the lines directly before it.
pub(super) fn comment(text: &str, declared: &Declared) -> Option<String> {
    let (before, after) = (&text[..declared.form.start as usize], &text[declared.form.end as usize..]);
    let said = |line: &str| line.trim_start_matches([';', ' ', '\t']).trim_end().to_owned();
    let behind = after.lines().next().unwrap_or("");
    let behind = behind.trim_start_matches([' ', '\t']);
    if behind.starts_with(';') {
        return Some(said(behind));
    }
    let mut lines = before.lines().rev();
    let beside = if before.ends_with('\n') { None } else { lines.next() };
    if beside.is_some_and(|line| !line.trim().is_empty()) {
        return None;
    }
    let mut comment: Vec<String> =
        lines.take_while(|line| line.trim_start().starts_with(';')).map(said).collect();
    comment.reverse();
    (!comment.is_empty()).then(|| comment.join("\n"))
}
