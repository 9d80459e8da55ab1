//! Questions about texts without a server: broken texts, every place of a text, and the oracle of diagnostics.

use super::*;
use crate::pddl;
use crate::task;
use banto_base::source::{Diagnostic, SourceText, Span};

const DOMAIN: &str = "(define (domain rooms)
  (:requirements :strips :typing)
  (:types room thing)
  (:predicates (at ?t - thing ?r - room) (here ?r - room))
  (:action take
    :parameters (?t - thing ?r - room)
    :precondition (and (at ?t ?r) (here ?r))
    :effect (forall (?s - room) (when (at ?t ?s) (not (at ?t ?s))))))
";
const PROBLEM: &str = "(define (problem one)
  (:domain rooms)
  (:objects b - thing hall - room)
  (:init (at b hall) (here hall))
  (:goal (not (at b hall))))
";

/// Diagnostics of the command line.
fn oracle(domain: &str, problem: &str) -> Vec<Diagnostic> {
    let (domain, problem) = (SourceText::new("", domain), SourceText::new("", problem));
    task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).diagnostics
}

/// Asks everything at a place.
fn ask_all(texts: &Texts<'_>, file: usize, at: u32) {
    let document = texts.file(file).unwrap();
    let length = u32::try_from(document.text().len()).unwrap();
    let holds = |span: Span| span.start <= span.end && span.end <= length;
    assert!(hover(texts, file, at).is_none_or(|(span, _)| holds(span)));
    assert!(complete(texts, file, at).iter().all(|item| holds(item.span)));
    assert!(selection(document, at).into_iter().all(holds));
    let _ = (declaration(texts, file, at), signature(texts, file, at), hints(texts, file, Span::at(at)));
    let _ = (references(texts, file, at, true), rename(texts, file, at, "fresh"));
}

#[test]
fn every_place_of_every_prefix_can_be_asked_about() {
    let (domain, problem) = (Document::new(DOMAIN), Document::new(PROBLEM));
    for (whole, is_problem) in [(DOMAIN, false), (PROBLEM, true)] {
        for end in (0..=whole.len()).step_by(3) {
            let cut = Document::new(&whole[..end]);
            let texts = if is_problem {
                Texts { domain: Some(&domain), problems: vec![&cut] }
            } else {
                Texts { domain: Some(&cut), problems: vec![&problem] }
            };
            let file = usize::from(is_problem);
            for at in (0..=end).rev().take(24).chain([0, end / 2]) {
                ask_all(&texts, file, u32::try_from(at).unwrap());
            }
            let _ = (symbols(&cut), folds(&cut), tokens(&cut, None), range(&cut, Span::from(0..end)));
        }
    }
}

#[test]
fn edited_texts_have_the_diagnostics_of_the_command_line() {
    let (mut domain, mut problem) = (Document::new(DOMAIN), Document::new(PROBLEM));
    let mut state = 7_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..300 {
        let document = if draw(2) == 0 { &mut domain } else { &mut problem };
        let length = document.text().len();
        let start = draw(length + 1);
        let span = Span::from(start..(start + draw(6)).min(length));
        let text = ["", "(", ")", " ", "x", "?t", "- room", ":effect", ";", "\n", "(:init", "hall"][draw(12)];
        document.edit(span, text);
        assert_eq!(check(Some(&domain), Some(&problem)), oracle(domain.text(), problem.text()));
    }
}

#[test]
fn a_variable_is_the_one_that_its_quantifier_binds() {
    let text = DOMAIN.replace("?s", "?r");
    let domain = Document::new(&text);
    let texts = Texts { domain: Some(&domain), problems: Vec::new() };
    let at = |nth: usize| u32::try_from(text.match_indices("?r").nth(nth).unwrap().0).unwrap();
    let bound = |nth| declaration(&texts, 0, at(nth)).unwrap().span.start;
    // The two declarations of predicates, the parameter and its uses, the quantified one and its uses.
    assert_eq!((2..5).map(bound).collect::<Vec<_>>(), [at(2); 3]);
    assert_eq!((5..8).map(bound).collect::<Vec<_>>(), [at(5); 3]);
    assert_eq!(references(&texts, 0, at(3), true).len(), 3);
    assert!(rename(&texts, 0, at(3), "t").is_err());
}
