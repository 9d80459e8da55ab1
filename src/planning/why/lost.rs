//! Changes that are never undone, though something asks for it: facts that no action adds again, or none deletes.
//! In: what the states show. Out: sentences, each proven to matter: if it were never done, there would be a plan. A
//! task that has a plan may have such facts, too: they are no proof. Bounded in predicates, in the operators of the
//! task, and in the work of finding that plan.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Note;
use super::chain::Chain;
use super::edit::{Edit, EditKind, Patch, Site};
use super::features::reads;
use super::invariants::unbalanced;
use super::literal::{Change, Literal, Pattern, Source, distinct, leave_out, list, literals_of};
use super::mutations::tuples;
use super::repair::trial;
use super::states::View;
use crate::base::limits::{Limits, Stop};
use crate::base::source::Span;
use crate::planning::improve::Ticks;
use crate::text::task::{Atom, Condition, Effect, ObjectId, PredicateId, Task};

/// At most this many predicates are looked at, and only in a task of so many operators.
const MAX_LOST: usize = 6;
const MAX_OPERATORS: usize = 2_000;

/// The work of finding out whether there would be a plan, for all of them.
const WORK: Ticks = 150_000_000;

/// Facts of a predicate that something wants to hold, or to fail, and what makes them otherwise for good.
struct Lost<'c> {
    predicate: PredicateId,
    wanted: bool,
    takers: Vec<&'c Change<'c>>,
}

impl View<'_, '_> {
    /// Facts that some action makes true or false, no action undoes, and a plan would need: if that were never done,
    /// there would be a plan. Facts that only move, as of a clock or a robot, are left out.
    pub(super) fn lost(&self, limits: &Limits) -> Result<Vec<Note>, Stop> {
        let (task, chain, taken) = (self.task, self.chain, self.taken());
        let changes = &chain.changes;
        let mut notes = Vec::new();
        if self.ground_task.operator_count() > MAX_OPERATORS {
            return Ok(notes);
        }
        let read = reads(task, changes);
        let takers = |predicate: PredicateId, wanted: bool| {
            let number = |one: &Change<'_>, adds: bool| {
                chain.changes_by(one.source).iter().filter(|one| one.is(adds, predicate)).count()
            };
            let is_net = |one: &&Change<'_>| number(one, !wanted) > number(one, wanted);
            let all = changes.iter().filter(|one| one.is(!wanted, predicate)).filter(is_net);
            all.filter(|one| one.source.schema().is_some_and(|at| taken.contains(&at))).collect::<Vec<_>>()
        };
        let is_lost = |predicate: PredicateId, wanted: bool| {
            let is_final = if wanted {
                unbalanced(task, &[(predicate, None)], changes, None).is_none()
            } else {
                chain.changes_of(false, predicate).next().is_none()
            };
            is_final && read.contains(&(predicate, wanted))
        };
        let both = task.predicates.ids().flat_map(|one| [(one, true), (one, false)]);
        let all = both.filter(|(one, wanted)| is_lost(*one, *wanted));
        let all =
            all.map(|(predicate, wanted)| Lost { predicate, wanted, takers: takers(predicate, wanted) });
        let all: Vec<Lost<'_>> = all.filter(|one| !one.takers.is_empty()).take(MAX_LOST).collect();
        let left = Cell::new(WORK);
        let helps = |task: Task| {
            let mut work = left.get();
            let found = trial(&task, limits, &mut work)?;
            left.set(work);
            Ok::<bool, Stop>(found.is_some())
        };
        let mut told: Vec<&Lost<'_>> = Vec::new();
        for one in &all {
            if helps(kept(task, &[one]))? {
                told.push(one);
            }
        }
        // What alone is in the way, or else what is together.
        if told.is_empty() && all.len() > 1 && helps(kept(task, &all.iter().collect::<Vec<_>>()))? {
            told.extend(&all);
            for one in &all {
                let fewer: Vec<&Lost<'_>> =
                    told.iter().copied().filter(|other| !std::ptr::eq(*other, one)).collect();
                if helps(kept(task, &fewer))? {
                    told = fewer;
                }
            }
        }
        for lost in told {
            let Lost { predicate, wanted, takers } = lost;
            let any = Pattern::any(task, *predicate).show(task);
            let none = match (wanted, chain.growing.contains(predicate)) {
                (true, true) => format!("each action that adds {any} deletes one, or needs it"),
                (true, false) => format!("no action adds {any} again"),
                (false, _) => format!("no action deletes {any}"),
            };
            let acts =
                distinct(takers.iter().map(|one| format!("{} {}", one.source.name(task), one.act(task))));
            let place = takers[0].span.map(|span| (0, span));
            let askers = askers(chain, *predicate, *wanted);
            let who = match &askers[..] {
                [one] => format!("{one} needs"),
                _ => format!("{} need", list(&askers, "and")),
            };
            let it = if *wanted { "it" } else { "it to be false" };
            notes.push(Note::of(format!("{none}: {}, and {who} {it}", list(&acts, "and")), place));
        }
        Ok(notes)
    }

    /// The one thing that is in the way, if there is one: an action that is never taken, for a reason, an object or a
    /// fact that is missing, or what is lost. Proven by a plan of the task without that.
    pub(super) fn cause(&self, lost: &mut Vec<Note>, limits: &Limits) -> Result<Option<String>, Stop> {
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
        if let Some(text) = self.missing(limits, &mut left)? {
            return Ok(Some(text));
        }
        Ok(if lost.len() == 1 { lost.pop().map(|one| one.text) } else { None })
    }

    /// The work of finding out whether there would be a plan; none in a large task.
    pub(super) fn work(&self) -> Ticks {
        if self.ground_task.operator_count() <= MAX_OPERATORS { WORK } else { 0 }
    }

    /// A condition for which an action, of those that are looked at, is never taken, or changes nothing.
    pub(super) fn needless(
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
            let is_slip = change.is_guard(literal.atom);
            is_slip.then(|| (chain.adds_what_it_needs(change), change.source, literal))
        });
        for (text, source, literal) in idle.chain(same).filter(|one| is_looked_at(one.1)) {
            let mut after = task.clone();
            for schema in Arc::make_mut(&mut after.schemas) {
                let is_it = |atom: &Atom| atom.span == literal.atom.span;
                leave_out(&mut schema.precondition, &is_it);
                guards(&mut schema.effects, &mut |guard| leave_out(guard, &is_it));
            }
            if source.schema().is_some() && *left > 0 && trial(&after, limits, left)?.is_some() {
                return Ok(Some(format!("{text}, and without that there would be a plan")));
            }
        }
        Ok(None)
    }

    /// An object that alone, of most of its type, has no place in facts that never change; with some, there would be a
    /// plan.
    fn missing(&self, limits: &Limits, left: &mut Ticks) -> Result<Option<String>, Stop> {
        let (task, chain) = (self.task, self.chain);
        let mut found = Vec::new();
        // What is said of a thing alone is a class, which not all have to be in.
        let is_relation = |one: &PredicateId| task.predicate_info[one.index()].parameters.len() > 1;
        let fixed = task.predicates.ids().filter(|one| !chain.is_changed(*one) && chain.is_stated(*one));
        for predicate in fixed.filter(is_relation) {
            for (at, types) in task.predicate_info[predicate.index()].parameters.iter().enumerate() {
                let given: FxHashSet<ObjectId> = chain.stated(predicate).map(|row| row[at]).collect();
                let (own, others): (Vec<_>, Vec<_>) =
                    task.objects_of(types).partition(|one| !given.contains(one));
                // The end of a row stands elsewhere in such facts.
                let is_unknown = |one: &&ObjectId| !chain.stated(predicate).any(|row| row.contains(one));
                for object in own.iter().filter(|_| own.len() <= others.len()).filter(is_unknown) {
                    let mut pattern = Pattern::any(task, predicate);
                    pattern.arguments[at] = Some(*object);
                    let mut after = task.clone();
                    let rows = tuples(task, predicate, &pattern.arguments).into_iter();
                    for row in rows.filter(|row| distinct(row).len() == row.len()) {
                        after.init.push(predicate, &row);
                    }
                    if *left > 0 && trial(&after, limits, left)?.is_some() {
                        found.push(format!(
                            "no {} is in :init, and with such facts there would be a plan",
                            pattern.show(task)
                        ));
                    }
                }
            }
        }
        Ok(found.pop().filter(|_| found.is_empty()))
    }
}

/// Who asks for facts of a predicate, or for one that fails: actions, effects of actions, rules and the goal.
fn askers(chain: &Chain<'_>, predicate: PredicateId, wanted: bool) -> Vec<String> {
    let task = chain.task();
    let asks = |own: &Literal<'_>| own.positive == wanted && own.atom.predicate == predicate;
    let asked = |condition: &Condition| literals_of((condition, true)).iter().any(asks);
    let all = chain.changes.iter().filter(|change| change.all_literals().any(|own| asks(&own)));
    let names = all.map(|change| match change.source.schema() {
        Some(at) if !asked(&task.schemas[at].precondition) => {
            format!("an effect of {}", change.source.name(task))
        }
        _ => change.source.name(task),
    });
    distinct(names.chain(Some("the goal".to_owned()).filter(|_| asked(&task.goal))))
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

/// The task in which that is not done.
fn kept(task: &Task, lost: &[&Lost<'_>]) -> Task {
    fn keep(effects: &mut Vec<Effect>, spans: &[Option<Span>]) {
        effects.retain(|one| {
            !matches!(one, Effect::Add(atom) | Effect::Delete(atom) if spans.contains(&Some(atom.span)))
        });
        for effect in effects {
            if let Effect::Forall(_, inner) | Effect::When(_, inner) = effect {
                keep(inner, spans);
            }
        }
    }
    let spans: Vec<Option<Span>> = lost.iter().flat_map(|one| &one.takers).map(|one| one.span).collect();
    let mut task = task.clone();
    Arc::make_mut(&mut task.schemas).iter_mut().for_each(|schema| keep(&mut schema.effects, &spans));
    task
}
