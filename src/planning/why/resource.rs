//! A resource that does not suffice, with numbers: what every plan takes of it at least, and what there is.
//!
//! In: a ground task. Out: a [`Shortage`], if one is proven. A *resource* is a variable whose values, from step to
//! step, only lead on and never back, or all such variables about one predicate (Nakhost, Hoffmann and Müller 2012). A
//! cheapest plan of the task without it, where an operator costs what it takes, tells what every plan takes at least.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::literal::Pattern;
use crate::base::limits::{Limits, Stop};
use crate::planning::strips::{self, FactId, OpId, VarId};
use crate::text::task::Task;

/// States times operators that are looked at for one resource.
const WORK: usize = 4_000_000;

/// Resources that are looked at, those with most levels first.
const MOST: usize = 8;

/// A resource of which every plan takes more than there is.
pub(super) struct Shortage {
    /// Its facts.
    pattern: Pattern,
    /// A fact of it that holds initially.
    fact: Option<FactId>,
    /// What every plan takes at least, and what there is.
    pub(super) taken: u64,
    pub(super) given: u64,
}

/// A variable with the level of each of its values, by the steps that can still be taken.
struct Falling {
    variable: VarId,
    levels: FxHashMap<FactId, u64>,
}

impl Shortage {
    /// The first shortage that is proven.
    pub(super) fn of(task: &strips::Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        if !task.axioms().is_empty() {
            return Ok(None);
        }
        let count = task.variables().len();
        let mut falling: Vec<Falling> = (0..count).filter_map(|at| falling(task, VarId::from(at))).collect();
        let level = |one: &Falling| one.levels[&task.initial()[one.variable.index()]];
        falling.retain(|one| level(one) > 0);
        falling.sort_by_key(|one| Reverse(level(one)));
        let predicate = |one: &Falling| Some(task.atom_of(task.initial()[one.variable.index()])?.0);
        let mut sets: Vec<Vec<&Falling>> = falling.iter().take(MOST).map(|one| vec![one]).collect();
        let mut together: FxHashMap<_, Vec<&Falling>> = FxHashMap::default();
        for one in &falling {
            together.entry(predicate(one)).or_default().push(one);
        }
        let mut all: Vec<_> =
            together.into_iter().filter(|(name, set)| name.is_some() && set.len() > 1).collect();
        all.sort_by_key(|(name, _)| *name);
        sets.extend(all.into_iter().take(MOST).map(|(_, set)| set));
        for set in sets {
            let given = set.iter().map(|one| level(one)).sum();
            let Some(taken) = least(task, &set, limits)?.filter(|taken| *taken > given) else { continue };
            let facts = set.iter().map(|one| task.initial()[one.variable.index()]);
            if set.len() > 1
                && facts.clone().any(|fact| Pattern::of(task, fact).is_none_or(|one| !one.positive))
            {
                continue;
            }
            let patterns: Vec<Pattern> = facts.clone().filter_map(|fact| Pattern::of(task, fact)).collect();
            let Some(mut pattern) = patterns.first().cloned() else { continue };
            let others =
                task.variables()[set[0].variable.index()].facts().filter_map(|one| Pattern::of(task, one));
            for other in others.chain(patterns).filter(|one| one.predicate == pattern.predicate) {
                for (own, argument) in pattern.arguments.iter_mut().zip(other.arguments) {
                    *own = own.filter(|own| Some(*own) == argument);
                }
            }
            return Ok(Some(Self { pattern, fact: facts.clone().next(), taken, given }));
        }
        Ok(None)
    }

    /// What it says, and the fact of `:init` that it is about.
    pub(super) fn show(&self, names: &Task, task: &strips::Task) -> (String, Option<String>) {
        let (shown, Self { taken, given, .. }) = (self.pattern.show(names), self);
        let text = if !self.pattern.positive {
            let atom = self.pattern.show_atom(names);
            format!(
                "every plan would make {atom} true at least {taken} times, and nothing makes it false again"
            )
        } else if self.pattern.holes() == 0 {
            format!("every plan uses up {shown} at least {taken} times, and nothing gives it back")
        } else {
            format!("{shown}: every plan needs at least {taken}, :init gives {given}")
        };
        (text, self.fact.map(|fact| task.show_fact(names, fact)))
    }
}

/// The levels of a variable, if no operators lead from a value back to it.
fn falling(task: &strips::Task, variable: VarId) -> Option<Falling> {
    let mut steps: FxHashMap<FactId, Vec<FactId>> = FxHashMap::default();
    for operator in task.operators() {
        for effect in task.effects(operator).filter(|effect| task.variable_of(effect.fact) == variable) {
            let from = task.condition(operator).iter().find(|fact| task.variable_of(**fact) == variable)?;
            if !effect.condition.is_empty() {
                return None;
            }
            if *from != effect.fact {
                steps.entry(*from).or_default().push(effect.fact);
            }
        }
    }
    let facts: Vec<FactId> = task.variables()[variable.index()].facts().collect();
    let mut levels: FxHashMap<FactId, u64> = facts.iter().map(|fact| (*fact, 0)).collect();
    for _ in 0..=facts.len() {
        let mut is_done = true;
        for from in &facts {
            let Some(all) = steps.get(from) else { continue };
            let most = all.iter().map(|to| levels[to] + 1).max().unwrap_or(0);
            is_done &= levels[from] == most;
            levels.insert(*from, most);
        }
        if is_done {
            return Some(Falling { variable, levels });
        }
    }
    None
}

/// The least that a plan takes of some variables, in the task without them; `None` if that is not found out.
fn least(task: &strips::Task, set: &[&Falling], limits: &Limits) -> Result<Option<u64>, Stop> {
    let own = |fact: FactId| set.iter().find(|one| one.variable == task.variable_of(fact));
    let cost = |operator: OpId| -> u64 {
        let fall = |fact: &FactId| {
            let one = own(*fact)?;
            let effect =
                task.effects(operator).find(|effect| task.variable_of(effect.fact) == one.variable)?;
            Some(one.levels[fact] - one.levels[&effect.fact])
        };
        task.condition(operator).iter().filter_map(fall).sum()
    };
    let costs: Vec<(OpId, u64)> = task.operators().map(|operator| (operator, cost(operator))).collect();
    let holds =
        |state: &[FactId], fact: FactId| own(fact).is_some() || state[task.variable_of(fact).index()] == fact;
    // Only what the set takes from the goal is left out: it is a bound all the same.
    let start: Box<[FactId]> = task.initial().into();
    let mut known: FxHashMap<Box<[FactId]>, u64> = FxHashMap::default();
    known.insert(start.clone(), 0);
    let mut open = BinaryHeap::from([Reverse((0, 0, start))]);
    let mut number = 0;
    while let Some(Reverse((taken, _, state))) = open.pop() {
        limits.check()?;
        if known.get(&state).is_some_and(|best| *best < taken) {
            continue;
        }
        if task.goal().iter().all(|goal| holds(&state, *goal)) {
            return Ok(Some(taken));
        }
        if known.len() * costs.len().max(1) > WORK {
            return Ok(None);
        }
        for (operator, cost) in &costs {
            if !task.condition(*operator).iter().all(|fact| holds(&state, *fact)) {
                continue;
            }
            let mut next = state.clone();
            for effect in task.effects(*operator).filter(|effect| own(effect.fact).is_none()) {
                if effect.condition.iter().all(|fact| holds(&state, *fact)) {
                    next[task.variable_of(effect.fact).index()] = effect.fact;
                }
            }
            let taken = taken + cost;
            if known.get(&next).is_none_or(|best| taken < *best) {
                known.insert(next.clone(), taken);
                number += 1;
                open.push(Reverse((taken, number, next)));
            }
        }
    }
    Ok(None)
}
