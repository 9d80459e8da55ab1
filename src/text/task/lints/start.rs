//! Lints about the initial state: negated facts, and a goal that holds from the start.

use rustc_hash::FxHashSet;

use super::{Model, required};
use crate::pddl::ast::{Init, Problem};
use crate::task::{ObjectId, PredicateId};
use banto_base::source::{Diagnostic, Span, codes};

/// More facts than this are left out by hand.
pub(super) const MOST_EDITS: usize = 10_000;

/// Negated facts: once for a problem, because there tend to be many.
pub(super) fn negated_facts(problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
    let spans = problem.init.iter().filter_map(|item| match item {
        Init::Negated(fact) => Some((fact.0.span, fact.1)),
        _ => None,
    });
    let spans: Vec<(Span, Span)> = spans.collect();
    let Some((first, _)) = spans.first() else { return };
    let (message, it) = match spans.len() {
        1 => ("a fact of :init is negated".to_owned(), "it"),
        all => (format!("{all} facts of :init are negated"), "them"),
    };
    let fault = codes::W0225
        .at(*first, message)
        .label("facts missing from :init are false anyway")
        .help(format!("leave {it} out; some planners reject {it}"));
    let edits = spans.iter().filter(|_| spans.len() <= MOST_EDITS);
    out.push(edits.fold(fault, |fault, (_, whole)| fault.edit(*whole, "")).moved_to(1));
}

/// A goal that holds initially: the empty plan solves the problem.
pub(super) fn goal(model: &Model<'_>, problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let (asked, rest) = required(&task.goal);
    let Some(goal) = &problem.goal else { return };
    if asked.is_empty() && rest.is_empty() {
        out.push(
            codes::W0224
                .at(goal.span, "the goal asks for nothing: the empty plan solves it")
                .label("no fact is asked for")
                .help("write the facts that shall hold at the end: (and (FACT) ...)")
                .moved_to(1),
        );
        return;
    }
    let is_derived = |predicate: PredicateId| task.predicate_info[predicate.index()].layer.is_some();
    if !rest.is_empty() || asked.iter().any(|one| is_derived(one.atom.predicate)) {
        return;
    }
    let wanted: FxHashSet<PredicateId> = asked.iter().map(|one| one.atom.predicate).collect();
    let facts = task.init.iter().filter(|(predicate, _)| wanted.contains(predicate));
    let facts: FxHashSet<(PredicateId, &[ObjectId])> = facts.collect();
    let holds = asked.iter().all(|one| {
        let objects: Vec<ObjectId> = one.atom.arguments.iter().map(|term| term.value(&[])).collect();
        facts.contains(&(one.atom.predicate, &objects[..])) == one.positive
    });
    if holds {
        out.push(
            codes::W0224
                .at(goal.span, "the goal holds at the start: the empty plan solves it")
                .label(if asked.iter().all(|one| one.positive) {
                    ":init already states all of this"
                } else {
                    "it holds in :init: what is not stated there is false"
                })
                .help("is a fact of :init wrong, or a goal missing?")
                .moved_to(1),
        );
    }
}
