//! The one thing that is in the way: an action that is never taken, for a reason; an object that is missing;
//! or what is lost.
//!
//! In: what the states show. Out: a sentence, proven by a plan of the task without that. Bounded as what is lost is.

use std::sync::Arc;

use super::View;
use super::lost::{MAX_OPERATORS, WORK};
use crate::improve::Ticks;
use crate::why::Note;
use crate::why::edit::{Edit, EditKind, Patch, Site};
use crate::why::literal::{Literal, Source, leave_out};
use crate::why::trials::trial;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{Atom, Condition, Effect};

impl View<'_, '_> {
    /// What is in the way, if it is one thing, or two that are lost: an action that is never taken, for a reason, an
    /// object that is missing, or what is lost. Proven by a plan of the task without that.
    pub(crate) fn cause(&self, lost: &mut Vec<Note>, limits: &Limits) -> Result<Option<String>, Stop> {
        let (task, chain) = (self.task, self.chain);
        let mut left = self.work();
        if let Some(text) = self.needless(&|_| true, limits, &mut left)? {
            return Ok(Some(text));
        }
        for (change, variable) in chain.empty_types() {
            let (name, types) = (change.source.name(task), task.types.show(&variable.types));
            let patch = Patch::Object(variable.types.clone(), Vec::new());
            let after =
                Edit { site: Site::Objects, kind: EditKind::Add, old: None, new: None, patch }.apply(task);
            if left > 0 && trial(&after, limits, &mut left)?.is_some() {
                return Ok(Some(format!("there is no object of type {types}, and {name} needs one")));
            }
        }
        let told = std::mem::take(lost);
        if told.len() > 2 {
            *lost = told;
            return Ok(None);
        }
        let told: Vec<String> = told.into_iter().map(|one| one.text).collect();
        Ok(Some(told.join("; and ")).filter(|text| !text.is_empty()))
    }

    /// The work of finding out whether there would be a plan; none in a large task.
    pub(crate) fn work(&self) -> Ticks {
        if self.ground_task.operator_count() <= MAX_OPERATORS { WORK } else { 0 }
    }

    /// A condition for which an action, of those that are looked at, is never taken, or changes nothing.
    pub(crate) fn needless(
        &self,
        is_looked_at: &dyn Fn(Source) -> bool,
        limits: &Limits,
        left: &mut Ticks,
    ) -> Result<Option<String>, Stop> {
        let (task, chain) = (self.task, self.chain);
        let idle = self.whole.iter().flat_map(|whole| whole.idle(chain));
        // An action that leaves all as it is may be meant so.
        let same = chain.changes.iter().filter_map(|change| {
            let own = chain.changes_by(change.source);
            let alike = own
                .iter()
                .filter(|one| one.adds == change.adds && one.atom.arguments == change.atom.arguments);
            let alike = alike.filter(|one| one.atom.predicate == change.atom.predicate);
            let (literal, _) = change.asks_for_itself().filter(|_| alike.count() == 1)?;
            let is_slip =
                change.is_guard(literal.atom) || own.iter().any(|one| one.asks_for_itself().is_none());
            is_slip.then(|| (chain.adds_what_it_needs(change), change.source, literal))
        });
        let all: Vec<_> = idle.chain(same).filter(|one| is_looked_at(one.1)).collect();
        for own in all.chunk_by(|one, other| one.0 == other.0).filter(|own| own[0].1.schema().is_some()) {
            let mut helping = Vec::new();
            for (_, source, literal) in own {
                let mut after = task.clone();
                for schema in Arc::make_mut(&mut after.schemas) {
                    let is_it = |atom: &Atom| atom.span == literal.atom.span;
                    leave_out(&mut schema.precondition, &is_it);
                    guards(&mut schema.effects, &mut |guard| leave_out(guard, &is_it));
                }
                if *left > 0 && trial(&after, limits, left)?.is_some() {
                    let is_own = |one: &&Literal<'_>| std::ptr::eq(one.atom, literal.atom);
                    let mut changes = chain.changes_by(*source).iter();
                    let change = changes.find(|one| one.literals.iter().any(|one| is_own(&one)));
                    helping.extend(change.map(|one| literal.show(task, &one.variables)));
                }
            }
            if !helping.is_empty() {
                let helping = helping.join(", or without ");
                return Ok(Some(format!("{}; without {helping} there would be a plan", own[0].0)));
            }
        }
        Ok(None)
    }
}

/// Visits the conditions of effects.
fn guards(effects: &mut [Effect], visit: &mut dyn FnMut(&mut Condition)) {
    for effect in effects {
        if let Effect::When(guard, _) = effect {
            visit(guard);
        }
        if let Effect::When(_, inner) | Effect::Forall(_, inner) = effect {
            guards(inner, visit);
        }
    }
}
