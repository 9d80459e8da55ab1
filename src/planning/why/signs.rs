//! Signs of a slip in a model, which sound models rarely have: a change is judged by what it adds to them and takes
//! away.
//!
//! In: a task. Out: how often it has each of them.

use rustc_hash::FxHashSet;

use super::literal::{Change, Source, changes, reads};
use banto_text::task::{Atom, Condition, PredicateId, Task, Term, TypeSet};

/// More actions are not compared with each other.
const MAX_ACTIONS: usize = 60;

/// A model with what is counted in it.
pub(crate) struct Model<'t> {
    task: &'t Task,
    changes: &'t [Change<'t>],
    /// The changes of each action and rule.
    sources: Vec<&'t [Change<'t>]>,
    read: FxHashSet<(PredicateId, bool)>,
}

/// How much less likely a sign makes a change that brings one, and how often a model has it.
type Sign = (i32, fn(&Model<'_>) -> usize);

/// The table of signs.
const SIGNS: &[Sign] = &[
    // What an action makes is what it asks for: it changes nothing.
    (4, |model| model.count(|change| change.asks_for_itself().is_some())),
    // What it deletes may not be there.
    (2, |model| model.count(|change| !change.adds && !change.is_asked())),
    // A parameter stands in effects alone: anything may be meant.
    (2, |model| model.sources.iter().map(|own| model.unasked(own)).sum()),
    // Nothing reads what :init gives, or what actions add.
    (2, |model| model.predicates(|of| !model.is_read(of) && (model.is_added(of) || model.is_stated(of)))),
    // What is asked for is taken, and never given back.
    (1, |model| model.predicates(|of| model.read.contains(&(of, true)) && model.is_used_up(of))),
    // Two actions undo each other: this speaks for a change.
    (-3, |model| model.pairs()),
];

/// How much the signs in one task speak against it, beside those in another.
pub(crate) fn difference(before: &[usize], after: &[usize]) -> i32 {
    let change = |(now, before): (&usize, &usize)| {
        let signed = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        signed(*now).saturating_sub(signed(*before)).clamp(-2, 2)
    };
    let all = after.iter().zip(before).map(change).zip(SIGNS);
    all.map(|(times, (weight, _))| times * weight).sum()
}

/// How often a task has each sign.
pub(crate) fn signs(task: &Task) -> Vec<usize> {
    let changes = changes(task);
    let sources = changes.chunk_by(|change, next| change.source == next.source).collect();
    let model = Model { task, changes: &changes, sources, read: reads(task, &changes) };
    SIGNS.iter().map(|(_, count)| count(&model)).collect()
}

impl Model<'_> {
    fn count(&self, is_sign: impl Fn(&Change<'_>) -> bool) -> usize {
        self.changes.iter().filter(|change| is_sign(change)).count()
    }

    fn predicates(&self, is_sign: impl Fn(PredicateId) -> bool) -> usize {
        self.task.predicates.ids().filter(|predicate| is_sign(*predicate)).count()
    }

    fn is_read(&self, predicate: PredicateId) -> bool {
        [true, false].iter().any(|sign| self.read.contains(&(predicate, *sign)))
    }

    fn is_added(&self, predicate: PredicateId) -> bool {
        self.changes.iter().any(|change| change.is(true, predicate))
    }

    fn is_stated(&self, predicate: PredicateId) -> bool {
        self.task.init.iter().any(|fact| fact.0 == predicate)
    }

    /// Whether some action leaves fewer facts of a predicate, and none leaves more.
    fn is_used_up(&self, predicate: PredicateId) -> bool {
        let count = |own: &[Change<'_>], adds| own.iter().filter(|change| change.is(adds, predicate)).count();
        let leaves = |more: bool| self.sources.iter().any(|own| count(own, more) > count(own, !more));
        leaves(false) && !leaves(true)
    }

    /// How many parameters of an action or a rule stand in no condition, and in an effect.
    fn unasked(&self, own: &[Change<'_>]) -> usize {
        let parameters = match own[0].source {
            Source::Action(at) => self.task.schemas[at].parameters.len(),
            Source::Rule(at) => self.task.axioms[at].parameters.len(),
        };
        let is_unasked = |slot: &u32| {
            let is_in = |change: &Change<'_>| {
                change.literals.iter().any(|asked| names(asked.atom, *slot))
                    || change.rest.iter().any(|part| mentions(part.condition, *slot))
            };
            own.iter().any(|change| names(&change.atom, *slot)) && !own.iter().any(is_in)
        };
        (0..).take(parameters).filter(is_unasked).count()
    }

    /// How many pairs of actions undo each other, where terms are told apart by their types alone.
    fn pairs(&self) -> usize {
        let is_action = |own: &&&[Change<'_>]| own.len() > 1 && own[0].source.schema().is_some();
        let actions = self.sources.iter().filter(is_action).take(MAX_ACTIONS);
        let all: Vec<_> = actions.map(|own| [heads(own, false), heads(own, true)]).collect();
        let undone = |at: usize| all[..at].iter().filter(|other| other[0] == all[at][1]).count();
        (0..all.len()).map(undone).sum()
    }
}

/// What an action makes, or with `turned` the opposite: predicates, and the types of the variables.
fn heads<'c>(own: &'c [Change<'_>], turned: bool) -> Vec<(PredicateId, bool, Vec<Option<&'c TypeSet>>)> {
    let head = |change: &'c Change<'_>| (change.atom.predicate, change.adds != turned, types(change));
    let mut heads: Vec<_> = own.iter().map(head).collect();
    heads.sort_unstable();
    heads
}

/// The types of the variables in what is changed.
fn types<'c>(change: &'c Change<'_>) -> Vec<Option<&'c TypeSet>> {
    let types = |term: &Term| match term {
        Term::Variable(slot) => change.variables.get(*slot as usize).map(|variable| &variable.types),
        Term::Object(_) => None,
    };
    change.atom.arguments.iter().map(types).collect()
}

fn names(atom: &Atom, slot: u32) -> bool {
    atom.arguments.contains(&Term::Variable(slot))
}

fn mentions(condition: &Condition, slot: u32) -> bool {
    match condition {
        Condition::Atom(atom) => names(atom, slot),
        Condition::Equal(left, right, _) => [left, right].contains(&&Term::Variable(slot)),
        _ => condition.parts(true).into_iter().any(|(part, _)| mentions(part, slot)),
    }
}
