//! Where a name is declared, where it is used, and what renaming it changes, across a domain and its problems.
//!
//! In: texts and a place. Out: places, as a file's index and a span.

use super::document::Texts;
use super::syntax::{Kind, Use};
use super::words::{Word, walk, word_at};
use crate::pddl::is_reserved;
use banto_base::source::Span;

/// A span in one of several texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: usize,
    pub span: Span,
}

/// Where the name at a place is declared.
pub fn declaration(texts: &Texts<'_>, file: usize, at: u32) -> Option<Place> {
    let forms = texts.file(file)?.forms()?;
    let word = word_at(&forms, at)?;
    match word.kind {
        Kind::Variable => word.binder.map(|span| Place { file, span }),
        Kind::Domain => {
            let forms = texts.domain?.forms()?;
            let mut found = None;
            walk(&forms, Some(Span::at(0)), &mut |word| {
                if word.kind == Kind::Domain && word.role == Use::Declare {
                    found = Some(Place { file: 0, span: word.span });
                }
            });
            found
        }
        kind => texts.find(file, kind, word.text).map(|(file, one)| Place { file, span: one.span }),
    }
}

/// Every occurrence of the name at a place, in order.
pub fn references(texts: &Texts<'_>, file: usize, at: u32, with_declaration: bool) -> Vec<Place> {
    let Some(forms) = texts.file(file).and_then(super::Document::forms) else { return Vec::new() };
    let Some(wanted) = word_at(&forms, at).filter(|word| is_name(word)) else { return Vec::new() };
    // An object of a problem is known only in that problem; a constant is known everywhere.
    let home = match wanted.kind {
        Kind::Variable | Kind::Problem => Some(file),
        Kind::Object => texts.find(file, Kind::Object, wanted.text).map(|one| one.0).filter(|file| *file > 0),
        _ => None,
    };
    let mut places = Vec::new();
    for (index, document) in texts.each().filter(|(index, _)| home.is_none_or(|home| home == *index)) {
        let Some(forms) = document.forms() else { continue };
        walk(&forms, None, &mut |word| {
            let same = word.kind == wanted.kind
                && word.binder == wanted.binder
                && word.text.eq_ignore_ascii_case(wanted.text);
            if same && (with_declaration || word.role != Use::Declare) {
                places.push(Place { file: index, span: word.span });
            }
        });
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// Whether a word is a name that the user chose.
fn is_name(word: &Word<'_>) -> bool {
    !matches!(word.kind, Kind::Keyword | Kind::Number | Kind::Requirement)
}

/// The name at a place if it can be renamed.
pub fn prepare_rename(texts: &Texts<'_>, file: usize, at: u32) -> Result<Span, String> {
    let forms = texts.file(file).and_then(super::Document::forms);
    let word = forms.as_ref().and_then(|forms| word_at(forms, at)).filter(is_name);
    let word = word.ok_or("there is no name here")?;
    if word.kind == Kind::Type && word.text.eq_ignore_ascii_case("object") {
        return Err("object is the type of everything".to_owned());
    }
    Ok(word.span)
}

/// The places that a new name changes, and the name as it will be written.
pub fn rename(texts: &Texts<'_>, file: usize, at: u32, name: &str) -> Result<(Vec<Place>, String), String> {
    let span = prepare_rename(texts, file, at)?;
    let document = texts.file(file).ok_or("there is no such file")?;
    let forms = document.forms().ok_or("there is no name here")?;
    let word = word_at(&forms, at).ok_or("there is no name here")?;
    let bare = name.strip_prefix('?').unwrap_or(name);
    let is_bare_name = bare.starts_with(|first: char| first.is_ascii_alphabetic())
        && bare.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
    if !is_bare_name || (word.kind != Kind::Variable && bare != name) {
        return Err(format!(
            "{name} is not a name: names begin with a letter and continue with letters, digits, - and _"
        ));
    }
    if word.kind != Kind::Variable && is_reserved(name) {
        return Err(format!("{name} is a word of PDDL: choose another name"));
    }
    let name = if word.kind == Kind::Variable { format!("?{bare}") } else { name.to_owned() };
    let unchanged = name.eq_ignore_ascii_case(&document.text()[span.range()]);
    let is_taken = match word.kind {
        Kind::Variable => {
            let mut taken = false;
            // Any variable of the same section: the two might meet.
            walk(&forms, Some(span), &mut |other| taken |= other.text.eq_ignore_ascii_case(&name));
            taken
        }
        kind => texts.each().any(|(_, document)| document.model().find(kind, &name).is_some()),
    };
    if is_taken && !unchanged {
        return Err(format!("{name} is taken"));
    }
    Ok((references(texts, file, at, true), name))
}
