//! Changes that are never undone, though something asks for it: facts that no action adds again, or none deletes.
//!
//! In: what the states show. Out: sentences, each proven to matter: if it were never done, there would be a plan, and
//! also if an action undid it. A task that has a plan may have such facts, too: they are no proof. Bounded in
//! predicates, in the operators of the task, and in the work of finding those plans.

use std::cell::Cell;
use std::sync::Arc;

use super::View;
use crate::improve::Ticks;
use crate::why::Note;
use crate::why::chain::Chain;
use crate::why::chain::ways::unify;
use crate::why::invariants::widened;
use crate::why::literal::{Change, Literal, Pattern, acts, distinct, list, literals_of, reads};
use crate::why::trials::trial;
use banto_base::limits::{Limits, Stop};
use banto_base::source::Span;
use banto_text::task::{
    Atom, Condition, Effect, ObjectId, PredicateId, Schema, Task, Term, TypeSet, Variable,
};

/// At most this many predicates are looked at, and only in a task of so many operators.
const MAX_LOST: usize = 6;
pub(crate) const MAX_OPERATORS: usize = 2_000;

/// The work of finding out whether there would be a plan, for all of them.
pub(crate) const WORK: Ticks = 150_000_000;

/// Facts that something wants to hold, or to fail, and what makes them otherwise for good: all of a predicate, or those
/// with some objects in their places; or those of two predicates, of which one is made of the other.
struct Lost<'c> {
    facts: Vec<Pattern>,
    wanted: bool,
    takers: Vec<&'c Change<'c>>,
}

impl View<'_, '_> {
    /// Facts that some action makes true or false, no action undoes, and a plan would need: if that were never done,
    /// there would be a plan. Facts that only move, as of a clock or a robot, are left out.
    pub(crate) fn lost(&self, limits: &Limits) -> Result<Vec<Note>, Stop> {
        let (task, chain, taken) = (self.task, self.chain, self.taken());
        let changes = &chain.changes;
        if self.ground_task.operator_count() > MAX_OPERATORS {
            return Ok(Vec::new());
        }
        let read = reads(task, changes);
        let takers = |facts: &[Pattern], wanted: bool| {
            let is_about = |one: &Change<'_>| facts.iter().any(|fact| is_of(fact, one));
            let number = |one: &Change<'_>, adds: bool| {
                chain.changes_by(one.source).iter().filter(|one| one.adds == adds && is_about(one)).count()
            };
            let is_net = |one: &&Change<'_>| number(one, !wanted) > number(one, wanted);
            let all = changes.iter().filter(|one| one.adds != wanted && is_about(one)).filter(is_net);
            all.filter(|one| one.source.schema().is_some_and(|at| taken.contains(&at))).collect::<Vec<_>>()
        };
        let widened = |predicate: PredicateId| {
            widened(task, vec![(predicate, None)], changes, None, &|parts| parts.len() <= 2)
        };
        let any = |predicate: PredicateId| Pattern::any(task, predicate);
        let kept_by_all = task.predicates.ids().flat_map(|of| {
            let kept = widened(of).into_iter();
            kept.map(|parts| (parts.into_iter().map(|part| any(part.0)).collect::<Vec<_>>(), true))
        });
        let is_undeleted = |of: &PredicateId| chain.changes_of(false, *of).next().is_none();
        let undeleted = task.predicates.ids().filter(is_undeleted).map(|of| (vec![any(of)], false));
        // Facts about an object that the domain names, which nothing adds.
        let asked = changes.iter().flat_map(|change| &change.literals).filter(|one| one.positive);
        let asked = distinct(asked.map(|one| one.with(&[]))).into_iter();
        let asked = asked.filter(|one| one.holes() < one.arguments.len());
        let named = asked.filter(|one| !chain.changes_of(true, one.predicate).any(|add| is_of(one, add)));
        let all = distinct(kept_by_all.chain(undeleted).chain(named.map(|one| (vec![one], true))));
        let is_read = |(facts, wanted): &(Vec<Pattern>, bool)| {
            facts.iter().any(|one| read.contains(&(one.predicate, *wanted)))
        };
        let mut all: Vec<_> = all.into_iter().filter(is_read).collect();
        all.sort_by_key(|(facts, _)| facts.len());
        let all =
            all.into_iter().map(|(facts, wanted)| Lost { takers: takers(&facts, wanted), facts, wanted });
        // Where whatever gives also takes more, that may be meant so.
        let is_odd = |lost: &Lost<'_>| {
            let is_taker = |one: &Change<'_>| lost.takers.iter().any(|taker| taker.source == one.source);
            let mut adders = changes.iter().filter(|one| one.adds && is_of(&lost.facts[0], one)).peekable();
            !lost.wanted
                || lost.facts.len() > 1
                || adders.peek().is_none()
                || adders.any(|one| one.asks_for_itself().is_some() || !is_taker(one))
        };
        // What an action does once for each thing, and asks of it, is meant.
        let is_mark = |lost: &Lost<'_>| {
            let [fact] = &lost.facts[..] else { return false };
            let asks = |one: &Change<'_>| {
                one.literals.iter().any(|own| own.positive == lost.wanted && own.is_of(&one.atom))
            };
            let sources = distinct(lost.takers.iter().map(|one| one.source.name(task)));
            let goal = "the goal".to_owned();
            fact.holes() > 0
                && lost.takers.iter().all(|one| asks(one))
                && askers(chain, &lost.facts, lost.wanted)
                    .iter()
                    .all(|one| *one == goal || sources.contains(one))
        };
        let all = all.filter(|one| !one.takers.is_empty() && is_odd(one)).take(MAX_LOST);
        let all: Vec<Lost<'_>> = all.collect();
        let left = Cell::new(WORK);
        let helps = |task: Task| {
            let mut work = left.get();
            let found = trial(&task, limits, &mut work)?;
            left.set(work);
            Ok::<bool, Stop>(found.is_some())
        };
        let mut told: Vec<&Lost<'_>> = Vec::new();
        let is_told = |told: &[&Lost<'_>], one: &Lost<'_>| {
            let mut takers = told.iter().flat_map(|other| &other.takers);
            takers.any(|taker| one.takers.iter().any(|own| std::ptr::eq(*own, *taker)))
        };
        for one in &all {
            if !is_told(&told, one) && helps(kept(task, &[one]))? {
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
        // It is no reason if not even undoing it helps.
        if told.is_empty() || !helps(undone(task, &told))? {
            return Ok(Vec::new());
        }
        Ok(told.into_iter().filter(|lost| !is_mark(lost)).map(|lost| self.told(lost)).collect())
    }

    /// What is lost, in words.
    fn told(&self, lost: &Lost<'_>) -> Note {
        let (task, chain) = (self.task, self.chain);
        let changes = &chain.changes;
        let Lost { facts, wanted, takers } = lost;
        let any = list(&facts.iter().map(|one| one.show(task)).collect::<Vec<_>>(), "or");
        let adders = || changes.iter().filter(|one| one.adds && is_of(&facts[0], one));
        let none = match (wanted, &facts[..], &chain.names(adders())[..]) {
            (false, ..) => format!("no action deletes {any}"),
            (true, [one, other], _) => {
                format!("no action makes more of {} and {} together", one.show(task), other.show(task))
            }
            (true, _, []) => format!("no action adds {any} again"),
            (true, _, [name]) if adders().all(|one| one.asks_for_itself().is_some()) => {
                format!("{name}, the only action that adds {any}, needs it already")
            }
            _ => format!("each action that adds {any} deletes one, or needs it"),
        };
        let place = takers[0].span.map(|span| (0, span));
        let askers = askers(chain, facts, *wanted);
        let who = match &askers[..] {
            [one] => format!("{one} needs"),
            _ => format!("{} need", list(&askers, "and")),
        };
        let it = match (wanted, facts.len()) {
            (false, _) => "it to be false",
            (true, 1) => "it",
            _ => "one",
        };
        Note::of(format!("{none}: {}, and {who} {it}", acts(task, takers.iter().copied())), place)
    }
}

/// Whether a change can be about a fact, by its constants.
fn is_of(fact: &Pattern, change: &Change<'_>) -> bool {
    change.atom.predicate == fact.predicate && unify(change, fact).is_some()
}

/// Who asks for some facts, or for one that fails: actions, effects of actions, rules and the goal.
fn askers(chain: &Chain<'_>, facts: &[Pattern], wanted: bool) -> Vec<String> {
    let task = chain.task();
    let asks = |own: &Literal<'_>| {
        let is_it = |one: &Pattern| {
            let mut pairs = one.arguments.iter().zip(own.with(&[]).arguments);
            let is_alike = pairs.all(|(wanted, own)| wanted.is_none() || own.is_none() || *wanted == own);
            one.predicate == own.atom.predicate && is_alike
        };
        own.positive == wanted && facts.iter().any(is_it)
    };
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

/// The task with an action that undoes it, whenever and for whatever objects.
fn undone(task: &Task, lost: &[&Lost<'_>]) -> Task {
    let mut after = task.clone();
    for (fact, wanted) in lost.iter().flat_map(|one| one.facts.iter().map(|fact| (fact, one.wanted))) {
        let (mut parameters, mut slots) = (Vec::new(), 0..);
        let types = &task.predicate_info[fact.predicate.index()].parameters;
        let mut argument = |(given, types): (&Option<ObjectId>, &TypeSet)| match given {
            Some(object) => Term::Object(*object),
            None => {
                let name = format!("?{}", parameters.len());
                parameters.push(Variable { name, types: types.clone(), span: Span::default() });
                Term::Variable(slots.next().expect("without an end"))
            }
        };
        let arguments = fact.arguments.iter().zip(types).map(&mut argument).collect();
        let atom = Atom { predicate: fact.predicate, arguments, span: Span::default() };
        let effects = vec![if wanted { Effect::Add(atom) } else { Effect::Delete(atom) }];
        let (precondition, cost) = (Condition::default(), Vec::new());
        let schema = Schema { name: "undo".to_owned(), parameters, precondition, effects, cost };
        Arc::make_mut(&mut after.schemas).push(schema);
    }
    after
}
