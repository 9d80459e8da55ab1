//! Lints: what is allowed, but probably not intended.
//!
//! In: a task without errors, and the trees it came from. Out: warnings. A lint must not fire on sound published
//! models. Nothing is grounded: each lint takes roughly linear time.

mod balance;
mod conditions;
mod effects;
mod instances;
mod quantifiers;
mod relations;
mod start;
mod unused;
mod values;

use rustc_hash::FxHashSet;

use super::changes::{Literal, Part, conjuncts};
use super::{Atom, Condition, PredicateId, Schema, Task, TypeId};
use crate::pddl::ast::{Domain, Problem};
use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, Span};

/// The model to look at, as task and as syntax trees.
pub struct Model<'a> {
    pub(super) task: &'a Task,
    pub(super) domain: &'a Domain<'a>,
    pub(super) problem: Option<&'a Problem<'a>>,
    /// The types that parameters of predicates, functions, actions, rules and quantifiers name.
    pub(super) mentioned: &'a FxHashSet<TypeId>,
    pub(super) limits: &'a Limits,
    /// Where predicates are declared.
    pub(super) predicate_places: &'a [(usize, Span)],
}

/// All warnings about a model.
pub(super) fn lints(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    conditions::contradictions(model, &mut found);
    effects::effects(model, &mut found);
    unused::predicates(model, &mut found);
    unused::types(model, &mut found);
    quantifiers::quantifiers(model, &mut found);
    relations::unrelated(model, &mut found);
    relations::everything(model, &mut found);
    if let Some(problem) = model.problem {
        instances::instances(model, &mut found);
        values::values(model, &mut found);
        instances::metric(model, problem, &mut found);
        relations::free(model, &mut found);
        balance::balance(model, problem, &mut found);
        unused::objects(model, problem, &mut found);
        start::negated_facts(problem, &mut found);
        start::goal(model, problem, &mut found);
    }
    found
}

/// What a condition requires at once: its literals, and the parts that are none.
fn required(condition: &Condition) -> (Vec<Literal<'_>>, Vec<Part<'_>>) {
    conjuncts(&[(condition, 0)])
}

/// The predicates that some action adds (or, if not `adds`, deletes), and derived ones.
fn changing(task: &Task, adds: bool) -> FxHashSet<PredicateId> {
    let all = task.schemas.iter().flat_map(Schema::changes);
    let of_actions = all.filter(|(_, added)| *added == adds).map(|(atom, _)| atom.predicate);
    of_actions.chain(task.axioms.iter().map(|axiom| axiom.predicate)).collect()
}

/// The predicates that actions or rules change.
fn changed(task: &Task) -> FxHashSet<PredicateId> {
    &changing(task, true) | &changing(task, false)
}

/// Whether two atoms are written alike.
fn same(one: &Atom, other: &Atom) -> bool {
    one.predicate == other.predicate && one.arguments == other.arguments
}
