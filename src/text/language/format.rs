//! Layout of the sections that a span touches.
//!
//! In: a document and a span. Out: replacements.

use super::document::Document;
use crate::pddl::{self, Node, Reading};
use banto_base::source::{SourceText, Span};

/// The replacements that format the sections that a span touches.
pub fn range(document: &Document, within: Span) -> Vec<(Span, String)> {
    let Ok(formatted) = pddl::format(document.source()) else { return Vec::new() };
    let Some(forms) = document.forms() else { return Vec::new() };
    let laid_out = SourceText::new("", formatted);
    let reading = Reading::of(&laid_out);
    let Some(other) = reading.forms(&laid_out) else { return Vec::new() };
    let sections = forms.items(Node::ROOT).zip(other.items(Node::ROOT));
    let spans = sections.map(|(before, after)| (forms.span(before), other.text(after)));
    let touched = spans.filter(|(span, _)| span.start <= within.end && within.start <= span.end);
    touched.filter_map(|(span, text)| changed(&document.text()[span.range()], text, span.start)).collect()
}

/// The single replacement that turns one text into another, without their common start and end.
pub fn changed(before: &str, after: &str, start: u32) -> Option<(Span, String)> {
    if before == after {
        return None;
    }
    let same = |(one, other): &(u8, u8)| one == other;
    let mut head = before.bytes().zip(after.bytes()).take_while(same).count();
    while !before.is_char_boundary(head) || !after.is_char_boundary(head) {
        head -= 1;
    }
    let rest = (&before[head..], &after[head..]);
    let mut tail = rest.0.bytes().rev().zip(rest.1.bytes().rev()).take_while(same).count();
    while !before.is_char_boundary(before.len() - tail) || !after.is_char_boundary(after.len() - tail) {
        tail -= 1;
    }
    // Never splits a line end.
    if before[..before.len() - tail].ends_with('\r') && tail > 0 {
        head = head.min(before.len() - tail);
    }
    let span = Span::from(head..before.len() - tail);
    let span = Span::new(span.start + start, span.end + start);
    Some((span, after[head..after.len() - tail].to_owned()))
}
