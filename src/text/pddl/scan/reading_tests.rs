//! A broken text has the forms that can be told, and the errors of a scan.

use proptest::prelude::*;

use super::Reading;
use crate::base::limits::Limits;
use crate::base::source::SourceText;
use crate::text::pddl::form::{Forms, Kind, Node};
use crate::text::pddl::scan::{Comments, scan};

/// Every node of a reading in order: its kind and its text.
fn nodes(reading: &Reading, source: &SourceText) -> Vec<(Kind, String)> {
    fn walk(forms: &Forms<'_>, node: Node, out: &mut Vec<(Kind, String)>) {
        out.push((forms.kind(node), forms.text(node).to_owned()));
        forms.items(node).for_each(|item| walk(forms, item, out));
    }
    let mut out = Vec::new();
    if let Some(forms) = reading.forms(source) {
        walk(&forms, Node::ROOT, &mut out);
    }
    out
}

fn first(text: &str) -> (SourceText, Reading) {
    let source = SourceText::new("x.pddl", text);
    let reading = Reading::of(&source);
    (source, reading)
}

fn words(text: &str) -> Vec<String> {
    let (source, reading) = first(text);
    nodes(&reading, &source).into_iter().filter(|node| node.0 != Kind::Form).map(|node| node.1).collect()
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
    #[test]
    fn any_text_is_read_and_has_the_errors_of_a_scan(
        parts in prop::collection::vec("[-a?: ();\n,]{0,8}|\\(:init|:effect|\\(:action a|\\{\\{x\\}\\}|//|é", 0..30))
    {
        let (source, reading) = first(&format!("(define (problem x) {})", parts.concat()));
        let scan = scan(&source, Comments::Drop, &Limits::none()).unwrap();
        prop_assert_eq!(&reading.faults, &scan.diagnostics);
        prop_assert!(!scan.diagnostics.is_empty() || reading.nesting == scan.nesting);
        prop_assert!(!nodes(&reading, &source).is_empty());
    }
}
