//! Which sections may appear where: known keywords, their order, and those that are repeated or in the wrong file.
//!
//! In: forms, and the table of `grammar`. Out: the sections that count, and diagnostics about all others.

use super::Lower;
use crate::pddl::form::Node;
use crate::pddl::grammar::{rank, sections};
use crate::pddl::requirement::foreign;
use banto_base::source::{Span, codes, nearest, place};

/// Recognizes sections, and remembers the earlier ones.
pub(super) struct Sections {
    what: &'static str,
    seen: Vec<(&'static str, Span)>,
    latest: Option<(&'static str, Span)>,
    warned: bool,
}

impl Sections {
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, seen: Vec::new(), latest: None, warned: false }
    }

    /// Reads the sections that may appear here, by keyword and what follows it. A section of which a part had to be
    /// left out counts as broken.
    pub(super) fn each<'s>(
        &mut self,
        low: &mut Lower<'s>,
        sections: &[Node],
        mut read: impl FnMut(&mut Lower<'s>, &'static str, Node, &[Node]),
    ) {
        for node in sections {
            if !low.goes_on() {
                return;
            }
            let Some(word) = self.section(low, *node) else { continue };
            let items = low.items(*node);
            let reported = low.reported - low.contained;
            read(low, word, *node, &items[1..]);
            if low.reported - low.contained > reported {
                low.broken.push(word);
            }
        }
    }

    /// The section's keyword, if it may appear here; otherwise a diagnostic.
    fn section(&mut self, low: &mut Lower<'_>, node: Node) -> Option<&'static str> {
        if !low.is_form(node) {
            if !low.lonely(node) {
                let found = low.shown(node);
                low.report(
                    codes::E0103
                        .at(
                            low.span(node),
                            format!("a section is expected in the {}, found {found}: ( expected", self.what),
                        )
                        .label("expected (:SECTION ...)"),
                );
            }
            low.broken.extend(sections(self.what));
            return None;
        }
        let word = low.forms.head_word(node);
        let span = low.forms.head(node).map_or(low.span(node), |head| low.span(head));
        let Some(word) = sections(self.what).find(|name| *name == word) else {
            self.unknown(low, node, &word, span);
            return None;
        };
        let single = word != ":action" && word != ":derived";
        if let Some((_, first)) = self.seen.iter().find(|(name, _)| single && *name == word) {
            // Repeated requirements simply add up.
            if word != ":requirements" {
                let whole = low.head_span(node);
                low.report(
                    codes::E0104
                        .at(whole, format!("second {word} in the {}", self.what))
                        .label("repeated here")
                        .second(*first, "the first one")
                        .help("join the two"),
                );
                low.broken.push(word);
                return None;
            }
        }
        self.seen.push((word, span));
        // From directly before the word, so that something can be inserted after it.
        low.sections.push((word, Span::new(span.start - 1, low.span(node).end)));
        if let Some((before, place)) = self.latest.filter(|(before, _)| rank(word) < rank(before)) {
            if !std::mem::replace(&mut self.warned, true) {
                low.diagnostics.push(
                    codes::W0101
                        .at(span, format!("{word} comes after {before}"))
                        .label("the standard puts it first")
                        .second(place, "before this")
                        .help("banto reads any order; other planners may not"),
                );
            }
        } else {
            self.latest = Some((word, span));
        }
        Some(word)
    }

    fn unknown(&self, low: &mut Lower<'_>, node: Node, word: &str, span: Span) {
        let whole = low.span(node);
        if let Some((code, feature)) = foreign(word) {
            return low.unsupported(code, feature, span);
        }
        let names = || sections(self.what);
        let found = low.forms.head(node).map_or("()", |head| low.shown(head));
        // As in `:initial`.
        let is_longer = |name: &&str| name.len() > 4 && word.trim_start_matches(':').starts_with(&name[1..]);
        let fault = if let Some(name) = names().find(|name| name[1..] == *word) {
            codes::E0103
                .at(span, format!("{found} is not a section: sections start with a colon"))
                .label("the colon is missing")
                .meant(span, name)
        } else if let Some(near) = nearest(word, names()).or_else(|| names().find(|name| is_longer(name))) {
            codes::E0103.at(span, format!("unknown section {found}")).label("not a section").fix(
                format!("did you mean {near}?"),
                span,
                near,
            )
        } else {
            let mut fault = codes::E0103
                .at(
                    if word.is_empty() { Span::new(whole.start, whole.start + 1) } else { span },
                    format!("unknown section {found} in a {}", self.what),
                )
                .label("not a section");
            let other = if self.what == "domain" { "problem" } else { "domain" };
            if sections(other).any(|name| name == word) {
                fault = fault.help(format!("this belongs in a {other}, not in a {}", self.what));
            }
            if word == ":objects" {
                fault = fault.help("objects that actions name are :constants");
            }
            fault.help(format!(
                "the sections of a {} are {}",
                self.what,
                names().collect::<Vec<_>>().join(", ")
            ))
        };
        // Its declarations are missing now.
        match nearest(&format!(":{}", word.trim_start_matches(':')), names()) {
            Some(near) => low.broken.push(near),
            None => low.broken.extend(names()),
        }
        low.report(fault);
    }

    pub(super) fn seen(&self, word: &str) -> bool {
        self.seen.iter().any(|(name, _)| *name == word)
    }
}

/// Where to insert something into a section, and the text: a missing section is added after those that precede it.
pub fn section_place(sections: &[(&'static str, Span)], word: &str, text: &str) -> (Span, String) {
    if let Some((_, span)) = sections.iter().find(|(other, _)| *other == word) {
        // A type reaches back to the names before it: what has one comes first, what has none last.
        let has_type = text.contains(" - ") && !text.contains('(');
        let at = if has_type { span.start + 1 + place(word.len()) } else { span.end - 1 };
        return (Span::at(at), text.to_owned());
    }
    let before = |other: &str| other.is_empty() || rank(other) < rank(word);
    let last = sections.iter().filter(|(other, _)| before(other)).map(|(_, span)| span.end).max();
    (Span::at(last.unwrap_or(0)), format!("\n  ({word}{text})"))
}
