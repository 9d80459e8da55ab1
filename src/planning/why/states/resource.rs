//! A resource that does not suffice, with numbers: what every plan takes of it at least, and what there is.
//!
//! In: a ground task. Out: a [`Shortage`], if one is proven. A *resource* is a variable whose values, from step to
//! step, only lead on and never back, or all such variables about one predicate (Nakhost, Hoffmann and Müller 2012). A
//! cheapest plan of the task without it, where an operator costs what it takes, tells what every plan takes at least.
//! Only the amount matters: what can be done with less can be done with more, for the same consumption. A place on a
//! one-way road, or a clock by which things happen at a certain time, is no resource: more of it would not do.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::deadends::longest_ways;
use crate::ground::Scope;
use crate::strips::{self, FactId, FactName, OpId, VarId};
use crate::why::Note;
use crate::why::chain::ways::unify;
use crate::why::facts::{generalize, pattern_of};
use crate::why::literal::{Pattern, acts, changes, distinct, list};
use crate::why::trials::grounded;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{PredicateId, Task};

/// States times operators that are looked at for one resource.
const WORK: usize = 4_000_000;

/// Resources that are looked at, those with most levels first.
const MOST: usize = 8;

/// A resource of which every plan takes more than there is.
pub(crate) struct Shortage {
    /// Its facts.
    pub(crate) pattern: Pattern,
    /// Those of it that hold initially, one of each variable.
    facts: Vec<FactId>,
    /// The least that every plan takes, and how much there is.
    pub(crate) taken: u64,
    pub(crate) given: u64,
}

/// A variable with the level of each of its values, by the steps that can still be taken.
struct Falling {
    variable: VarId,
    levels: FxHashMap<FactId, u64>,
}

impl Shortage {
    /// The first shortage that is proven.
    pub(crate) fn of(task: &strips::Task, names: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        if !task.axioms().is_empty() {
            return Ok(None);
        }
        let count = task.variables().len();
        let all = (0..count).filter_map(|at| falling(task, VarId::from(at)));
        let mut falling: Vec<Falling> = all.collect();
        let start = |one: &Falling| task.initial()[one.variable.index()];
        let level = |one: &Falling| one.levels[&start(one)];
        falling.retain(|one| level(one) > 0 && one.only_counts(task));
        falling.sort_by_key(|one| Reverse(level(one)));
        let mut together: BTreeMap<PredicateId, Vec<&Falling>> = BTreeMap::new();
        for one in &falling {
            if let Some(of) = pattern_of(task, start(one)).filter(|of| of.positive) {
                together.entry(of.predicate).or_default().push(one);
            }
        }
        let mut sets: Vec<Vec<&Falling>> = together.into_values().filter(|set| set.len() > 1).collect();
        sets.truncate(MOST);
        sets.extend(falling.iter().take(MOST).map(|one| vec![one]));
        for set in sets {
            let given = set.iter().map(|one| level(one)).sum();
            let Some(taken) = least(task, &set, limits)?.filter(|taken| *taken > given) else { continue };
            let Some(mut pattern) = pattern_of(task, start(set[0])) else { continue };
            // What the goal does not need, such as waiting, is left out of the task, but may take of it, too.
            let scope = Scope::Everything(vec![pattern.predicate]);
            let Some(all) = grounded(names, &scope, limits)?.and_then(|one| one.task) else { continue };
            let given_in_all = |one: &Falling| {
                let shown = task.show_fact(names, start(one));
                let same = all.initial().iter().find(|fact| all.show_fact(names, **fact) == shown)?;
                Some(self::falling(&all, all.variable_of(*same))?.levels[same])
            };
            if set.iter().any(|one| given_in_all(one) != Some(level(one))) {
                continue;
            }
            let values = set.iter().flat_map(|one| task.variables()[one.variable.index()].facts());
            generalize(&mut pattern, task, values);
            let facts = set.iter().map(|one| start(one)).collect();
            return Ok(Some(Self { pattern, facts, taken, given }));
        }
        Ok(None)
    }

    /// The shortage in words, with the fact of `:init` that it is about.
    pub(crate) fn note(&self, names: &Task, task: &strips::Task) -> Note {
        let Self { pattern, taken, given, .. } = self;
        let (all, predicate) = (changes(names), pattern.predicate);
        let ends =
            || all.iter().filter(|change| change.is(false, predicate) && unify(change, pattern).is_some());
        let facts = distinct(self.facts.iter().map(|fact| task.show_fact(names, *fact)));
        let is_all = names.init.iter().filter(|fact| fact.0 == predicate).count() == facts.len();
        let of = if is_all || facts.len() == 1 { pattern.show(names) } else { list(&facts, "and") };
        let text = if !pattern.positive {
            let ends = distinct(ends().map(|change| change.source.name(names)));
            let never =
                if ends.is_empty() { "nothing makes" } else { &format!("{} never make", list(&ends, "and")) };
            let s = if ends.len() == 1 { "s" } else { "" };
            let atom = pattern.show_atom(names);
            format!("every plan would make {atom} true at least {taken} times, and {never}{s} it false again")
        } else if *given == facts.len() as u64 {
            let acts = acts(names, ends());
            format!("every plan uses up at least {taken} facts {of}, and {given} can be used up: {acts}")
        } else {
            let is_taken = |at| task.operators().any(|operator| task.step(operator).0.index() == at);
            let takers = ends().filter(|change| change.source.schema().is_some_and(is_taken));
            let takers = distinct(takers.map(|change| change.source.name(names)));
            let (verb, takers) = (if takers.len() == 1 { "takes" } else { "take" }, list(&takers, "and"));
            let (together, start) = if facts.len() > 1 { (" in all", ":init") } else { ("", &facts[0][..]) };
            format!(
                "every plan takes at least {taken} steps of {of}{together}, and from {start} {given} are left: {takers} {verb} them"
            )
        };
        Note { fact: facts.into_iter().next().filter(|_| pattern.positive), ..Note::of(text, None) }
    }
}

impl Falling {
    /// Whether it says only whether something is left, or its values only count: whatever can be done at a level, and
    /// what it takes, is the same at all levels above, so that more of it is as good as any.
    fn only_counts(&self, task: &strips::Task) -> bool {
        let mut values = task.variables()[self.variable.index()].facts();
        if values.len() == 2 && values.any(|fact| !matches!(task.name(fact), FactName::Atom(_))) {
            return true;
        }
        let is_own = |fact: &FactId| task.variable_of(*fact) == self.variable;
        let mut uses: FxHashMap<_, BTreeSet<u64>> = FxHashMap::default();
        for operator in task.operators() {
            let (own, others): (Vec<FactId>, Vec<FactId>) =
                task.condition(operator).iter().copied().partition(is_own);
            let Some(from) = own.first().map(|fact| self.levels[fact]) else { continue };
            let effects = task.effects(operator).map(|effect| (effect.fact, effect.condition.to_vec()));
            let (to, effects): (Vec<_>, Vec<_>) = effects.partition(|effect| is_own(&effect.0));
            let taken = to.first().map_or(0, |effect| from - self.levels[&effect.0]);
            uses.entry((task.step(operator).0, others, effects, taken)).or_default().insert(from);
        }
        let top = self.levels[&task.initial()[self.variable.index()]];
        let is_upwards = |at: &BTreeSet<u64>| {
            at.first().is_some_and(|first| (top + 1).saturating_sub(*first) <= at.len() as u64)
        };
        let levels: FxHashSet<&u64> = self.levels.values().collect();
        levels.len() == self.levels.len()
            && uses.values().all(is_upwards)
            && !task.goal().iter().any(|fact| is_own(fact) && self.levels[fact] != top)
    }
}

/// From which value of a variable to which its operators lead, by numbers, if each that changes it asks for its value,
/// and no effect happens only with one.
fn steps(task: &strips::Task, variable: VarId) -> Option<Vec<(usize, usize)>> {
    let is_own = |fact: &FactId| task.variable_of(*fact) == variable;
    let first = task.variables()[variable.index()].first;
    let mut steps = Vec::new();
    for operator in task.operators() {
        for effect in task.effects(operator) {
            let is_guard = effect.condition.iter().any(is_own);
            if is_guard || is_own(&effect.fact) && !effect.condition.is_empty() {
                return None;
            }
            if is_own(&effect.fact) {
                let from = task.condition(operator).iter().copied().find(is_own)?;
                steps.push((from.index() - first.index(), effect.fact.index() - first.index()));
            }
        }
    }
    steps.retain(|(from, to)| from != to);
    Some(steps)
}

/// The levels of a variable, if no steps lead from a value back to it.
fn falling(task: &strips::Task, variable: VarId) -> Option<Falling> {
    let steps: Vec<(usize, usize)> = steps(task, variable)?;
    let facts = task.variables()[variable.index()].facts();
    let levels = longest_ways(facts.len(), &steps)?;
    Some(Falling { variable, levels: facts.zip(levels).collect() })
}

/// The least that a plan takes of some variables, in the task without them; `None` if that is not found out.
fn least(task: &strips::Task, set: &[&Falling], limits: &Limits) -> Result<Option<u64>, Stop> {
    let own = |fact: FactId| set.iter().find(|falling| falling.variable == task.variable_of(fact));
    let cost = |operator: OpId| -> u64 {
        let fall = |fact: &FactId| {
            let Falling { variable, levels } = own(*fact)?;
            let effect = task.effects(operator).find(|effect| task.variable_of(effect.fact) == *variable)?;
            Some(levels[fact] - levels[&effect.fact])
        };
        task.condition(operator).iter().filter_map(fall).sum()
    };
    let costs: Vec<(OpId, u64)> = task.operators().map(|operator| (operator, cost(operator))).collect();
    let is_out = |fact: FactId| own(fact).is_some();
    let holds =
        |state: &[FactId], fact: FactId| is_out(fact) || state[task.variable_of(fact).index()] == fact;
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
            for effect in task.effects(*operator).filter(|effect| !is_out(effect.fact)) {
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
