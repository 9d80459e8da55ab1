//! Conditions that are met one by one and never together: why a goal that is reachable without deletes never holds.
//!
//! In: a task, and goals that hold in no state. Out: a [`Clash`], if there is one. The states are enumerated; the goal
//! is followed back over facts that never hold to an action whose conditions each hold in some state.

use rustc_hash::FxHashMap;

use super::Note;
use super::chain::Chain;
use super::literal::{Binding, Literal, Pattern, Source, of_schema};
use super::lost::{Seen, explore, holds};
use super::repair::{Edit, grounded};
use super::ways::unify;
use crate::ground::Scope;
use crate::limits::{Limits, Stop};
use crate::strips::{self, CostKind, FactId, TaskSpace};
use crate::task::SchemaId;

/// The most states, facts, and instances of an action that are examined.
const STATES: usize = 20_000;
const FACTS: usize = 60;
const INSTANCES: usize = 40;

/// Two conditions of an action that never hold together.
pub(super) struct Clash {
    /// The sentence.
    pub(super) note: Note,
    /// What might mend it, where the action is never applied at all.
    pub(super) edits: Vec<Edit>,
}

/// The states of a task with all its actions.
struct States<'s> {
    task: &'s strips::Task,
    seen: Seen,
    facts: FxHashMap<Pattern, FactId>,
}

impl States<'_> {
    /// Whether all of the conditions hold in some state. What never changes is as in `:init`.
    fn meet(&self, chain: &Chain<'_>, wanted: &[&Pattern]) -> bool {
        let mut known: Vec<(FactId, bool)> = Vec::new();
        for pattern in wanted {
            let positive = pattern.positive;
            match self.facts.get(&Pattern { positive: true, ..(*pattern).clone() }) {
                Some(fact) => known.push((*fact, positive)),
                None if chain.stated(pattern.predicate).any(|row| pattern.fits(row)) != positive => {
                    return false;
                }
                None => {}
            }
        }
        self.seen
            .any(|state| known.iter().all(|(fact, positive)| holds(self.task, state, *fact) == *positive))
    }
}

/// Follows goals that never hold back to a clash.
pub(super) fn clash(chain: &Chain<'_>, goals: Vec<Pattern>, limits: &Limits) -> Result<Option<Clash>, Stop> {
    let task = chain.task();
    let kept =
        task.predicates.ids().filter(|predicate| task.predicate_info[predicate.index()].layer.is_none());
    let Some(ground_task) = grounded(task, &Scope::Everything(kept.collect()), limits)? else {
        return Ok(None);
    };
    let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
        return Ok(None);
    };
    let seen = explore(&ground_task, &space, STATES, limits)?;
    if !seen.complete {
        return Ok(None);
    }
    let ids = (0..ground_task.fact_count()).map(FactId::from);
    let named = ids.filter_map(|fact| Some((Pattern::of(&ground_task, fact)?, fact)));
    let states = States { task: &ground_task, facts: named.collect(), seen };
    let mut open = goals;
    open.retain(|goal| !states.meet(chain, &[goal]));
    let mut next = 0;
    let mut local = None;
    while next < open.len().min(FACTS) {
        limits.check_now()?;
        let fact = open[next].clone();
        next += 1;
        for change in chain.changes_of(fact.positive, fact.predicate) {
            let Some(mut binding) = unify(change, &fact) else { continue };
            let mut found: Vec<Binding> = Vec::new();
            let all = chain.reach.bindings(change, &mut binding, &mut |binding| {
                found.push(binding.to_vec());
                found.len() < INSTANCES
            });
            for binding in found.iter().filter(|_| all.is_ok()) {
                let wanted: Vec<Pattern> = change.literals.iter().map(|one| one.with(binding)).collect();
                let never: Vec<&Pattern> = wanted.iter().filter(|one| !states.meet(chain, &[*one])).collect();
                for pattern in &never {
                    if !open.contains(pattern) {
                        open.push((*pattern).clone());
                    }
                }
                let pairs = (0..wanted.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
                let mut pairs = pairs.filter(|_| never.is_empty());
                let Some((one, other)) =
                    pairs.find(|(one, other)| !states.meet(chain, &[&wanted[*one], &wanted[*other]]))
                else {
                    continue;
                };
                let both = [change.literals[one], change.literals[other]];
                if let Some(schema) = change.source.schema()
                    && !states.seen.applied.contains(&SchemaId::from(schema))
                {
                    return Ok(Some(chain.everywhere(schema, &both)));
                }
                let name = change.source.name(task);
                let [one, other] = both.map(|literal| literal.with(binding).show(task));
                let text = format!(
                    "{} holds in no reachable state: {name} needs {one} and {other}, which never hold together",
                    fact.show(task)
                );
                let place = change.span.map(|_| (0, both[0].atom.span));
                local = local.or(Some(Clash { note: Note::of(text, place), edits: Vec::new() }));
            }
        }
    }
    Ok(local)
}

impl Chain<'_> {
    /// The clash of two conditions of an action that is never applied.
    fn everywhere(&self, schema: usize, both: &[Literal<'_>; 2]) -> Clash {
        let task = self.task();
        let source = Source::Action(schema);
        // The actions that make one of them true and the other false.
        let mut guilty = Vec::new();
        for (one, other) in [(both[0], both[1]), (both[1], both[0])] {
            let makers = self.changes_of(one.positive, one.atom.predicate);
            for change in makers.filter(|change| change.source != source && change.source.schema().is_some())
            {
                let undone = self.change_by(change.source, !other.positive, other.atom.predicate);
                // An action that moves a fact on does not lose it.
                let is_moved = self.change_by(change.source, other.positive, other.atom.predicate).is_some();
                guilty.extend(undone.filter(|_| !is_moved).map(|undone| (change, undone)));
            }
        }
        // An action that deletes one of its conditions is meant to use it up.
        guilty.sort_by_key(|(_, undone)| !undone.asks_for(undone.atom.predicate));
        let mut edits: Vec<Edit> =
            both.iter().rev().map(|one| Edit::NoCondition(schema, one.atom.clone(), one.positive)).collect();
        edits.extend(guilty.iter().filter_map(|(_, undone)| Edit::dropping(undone)));
        let [one, other] = both.map(|literal| of_schema(task, schema, literal.atom, literal.positive));
        let name = &task.schemas[schema].name;
        let mut text = format!("{name} needs {one} and {other}, which never hold together");
        if let Some((change, undone)) = guilty.first() {
            let maker = change.source.name(task);
            text = format!("{text}: {maker} {} and {}", change.act(task), undone.act(task));
        }
        Clash { note: Note::of(text, Some((0, both[1].atom.span))), edits }
    }
}
