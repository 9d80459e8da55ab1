//! An edited text that is read again has the forms and errors of the same text read for the first time.

use proptest::prelude::*;

use super::Reading;
use crate::pddl::form::{Forms, Kind, Node};
use crate::pddl::scan::{Comments, scan};
use banto_base::limits::Limits;
use banto_base::source::{SourceText, Span};

/// Every node of a reading in order: its kind, place and text.
fn nodes(reading: &Reading, source: &SourceText) -> Vec<(Kind, Span, String)> {
    fn walk(forms: &Forms<'_>, node: Node, out: &mut Vec<(Kind, Span, String)>) {
        out.push((forms.kind(node), forms.span(node), forms.text(node).to_owned()));
        forms.items(node).for_each(|item| walk(forms, item, out));
    }
    let mut out = Vec::new();
    if let Some(forms) = reading.forms(source) {
        walk(&forms, Node::ROOT, &mut out);
    }
    out
}

fn first(text: &str) -> (SourceText, Reading) {
    let (source, mut reading) = (SourceText::new("x.pddl", text), Reading::default());
    reading.read(&source);
    (source, reading)
}

fn words(text: &str) -> Vec<String> {
    let (source, reading) = first(text);
    nodes(&reading, &source).into_iter().filter(|node| node.0 != Kind::Form).map(|node| node.2).collect()
}

#[test]
fn a_broken_text_has_the_forms_that_can_be_told() {
    let (source, reading) =
        first("(define (domain d) (:action a :parameters (?x - :effect (p)) (:action b))");
    let forms = reading.forms(&source).unwrap();
    let heads: Vec<_> = forms.items(Node::ROOT).skip(2).map(|node| forms.head_word(node)).collect();
    assert_eq!(heads, [":action", ":action"]);
    let fields: Vec<_> =
        forms.items(forms.items(Node::ROOT).nth(2).unwrap()).map(|node| forms.text(node)).collect();
    assert_eq!(fields, [":action", "a", ":parameters", "(?x - ", ":effect", "(p)"]);
    assert_eq!(words("(define (domain d)) (:types a) b)"), ["define", "domain", "d", ":types", "a", "b"]);
    assert_eq!(words("x (a [b, \u{1f600}c] d"), ["a", "b", "c", "d"]);
    assert_eq!(words(&"(a ".repeat(2_000)).len(), 1_000);
    assert_eq!(words("; nothing"), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn edits_are_read_as_a_new_text_is(edits in prop::collection::vec(
        (any::<prop::sample::Index>(), 0..40_usize, "[-a?: ();\n,]{0,8}|\\(:init|:effect"), 1..12))
    {
        let facts = "(p a b) (q (r) c) ; note\n".repeat(40);
        let effect = "(p a b) (q (r) c)\n".repeat(16);
        let action = format!("(:action a :parameters (?x) :precondition (and (p a b))\n :effect (and {effect}))\n");
        let (mut source, mut reading) = first(&format!(
            "(define (problem x) (:objects a b {facts}) {} (:init {facts}) (:goal (and {facts})))",
            action.repeat(8)
        ));
        for (at, length, text) in edits {
            let at = at.index(source.text().len());
            let span = Span::from(at..(at + length).min(source.text().len()));
            reading.edit(span, text.len());
            source.replace(span, &text);
            reading.read(&source);
            let (_, fresh) = first(source.text());
            prop_assert_eq!(nodes(&reading, &source), nodes(&fresh, &source));
            let scan = scan(&source, Comments::Drop, &Limits::none()).unwrap();
            prop_assert_eq!(&reading.faults, &scan.diagnostics);
            prop_assert!(!scan.diagnostics.is_empty() || reading.nesting >= scan.nesting);
        }
    }
}
