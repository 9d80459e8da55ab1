//! Changes that are never undone, though something asks for it: facts that no action adds again, or none deletes.
//! In: what the states show. Out: sentences, each proven to matter: if it were never done, or never asked about, there
//! would be a plan. Bounded in predicates, in the operators of the task, and in the work of finding that plan.

use std::cell::Cell;
use std::sync::Arc;

use super::Note;
use super::chain::Chain;
use super::features::reads;
use super::invariants::unbalanced;
use super::literal::{Change, Literal, Pattern, distinct, list};
use super::repair::trial;
use super::states::View;
use crate::base::limits::{Limits, Stop};
use crate::base::source::Span;
use crate::planning::improve::Ticks;
use crate::text::task::{Condition, Effect, PredicateId, Task};

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

impl View<'_> {
    /// Facts that some action makes true or false, no action undoes, and a plan would need: if that were never done, or
    /// never asked about, there would be a plan. Facts that only move, as of a clock or a robot, are left out.
    pub(super) fn lost(&self, chain: &Chain<'_>, limits: &Limits) -> Result<Vec<Note>, Stop> {
        let (task, changes, taken) = (self.task, &chain.changes, self.taken());
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
        let askers = |one: &Lost<'_>| {
            let asks = |own: &Literal<'_>| own.positive == one.wanted && own.atom.predicate == one.predicate;
            distinct(
                changes
                    .iter()
                    .filter(|change| change.all_literals().any(|own| asks(&own)))
                    .map(|one| one.source),
            )
        };
        // What only those ask for that take it away has served its purpose.
        let is_missed = |one: &Lost<'_>| {
            askers(one).iter().any(|source| !one.takers.iter().any(|taker| taker.source == *source))
        };
        let mut told: Vec<&Lost<'_>> = Vec::new();
        for one in &all {
            if helps(kept(task, &[one]))? || is_missed(one) && helps(one.unasked(task))? {
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
            let askers: Vec<String> = askers(lost).iter().map(|source| source.name(task)).collect();
            let who = match (wanted, &askers[..]) {
                (_, []) => "the goal needs".to_owned(),
                (_, [one]) => format!("{one} needs"),
                _ => format!("{} need", list(&askers, "and")),
            };
            let it = if *wanted { "it" } else { "it to be false" };
            notes.push(Note::of(format!("{none}: {}, and {who} {it}", list(&acts, "and")), place));
        }
        Ok(notes)
    }
}

impl Lost<'_> {
    /// The task in which no action asks about them.
    fn unasked(&self, task: &Task) -> Task {
        let drop = |condition: &mut Condition| forget(condition, true, (self.predicate, self.wanted));
        let mut task = task.clone();
        for schema in Arc::make_mut(&mut task.schemas) {
            drop(&mut schema.precondition);
            guards(&mut schema.effects, &drop);
        }
        task
    }
}

/// Changes the conditions of effects.
fn guards(effects: &mut [Effect], drop: &impl Fn(&mut Condition)) {
    for effect in effects {
        match effect {
            Effect::When(guard, inner) => {
                drop(guard);
                guards(inner, drop);
            }
            Effect::Forall(_, inner) => guards(inner, drop),
            Effect::Add(_) | Effect::Delete(_) => {}
        }
    }
}

/// Makes what a condition says of a predicate, with this sign, true.
fn forget(condition: &mut Condition, sign: bool, what: (PredicateId, bool)) {
    match condition {
        Condition::Atom(atom) if (atom.predicate, sign) == what => {
            *condition = if sign { Condition::And(Vec::new()) } else { Condition::Or(Vec::new()) };
        }
        Condition::Not(inner) => forget(inner, !sign, what),
        Condition::Imply(left, right) => {
            forget(left, !sign, what);
            forget(right, sign, what);
        }
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter_mut().for_each(|part| forget(part, sign, what));
        }
        Condition::Forall(_, inner) | Condition::Exists(_, inner) => forget(inner, sign, what),
        Condition::Atom(_) | Condition::Equal(..) => {}
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
