//! How things get away from goals, for [`GoalOrder`].
//!
//! In: the things of a factored task. Out: the least moves of the thing on a goal to where things come from, while
//! other goals are filled. The thing is alone with them, and the leaves are wherever these let them be, so the way may
//! be shorter than any that exists.
//!
//! [`GoalOrder`]: banto_search::GoalOrder

use std::collections::{BTreeMap, VecDeque};

use super::things::Things;
use crate::decoupled::Factoring;
use crate::strips::{FactId, Lists, OpId, VarId};
use banto_base::limits::{Limits, Stop};
use banto_search::Exits;

/// How things get away from goals.
pub(super) struct Ways {
    /// For each move, where it begins; and for each fact, the moves to it.
    starts: Vec<FactId>,
    moves_to: Lists,
    pub(super) goals: Vec<FactId>,
    /// Where things come from.
    is_source: Vec<bool>,
    variable_of: Vec<VarId>,
    /// For each move, the variables in which no other thing may be.
    blockers: Vec<Vec<VarId>>,
    /// For each variable, whether a thing is on its goal.
    is_filled: Vec<bool>,
    seen: Vec<bool>,
    queue: VecDeque<(FactId, u32)>,
    limits: Limits,
}

impl Ways {
    /// Those in a factored task.
    pub(super) fn new(things: &Things, factoring: &Factoring<'_>, limits: &Limits) -> Result<Self, Stop> {
        let task = &*factoring.task;
        let is_place = |fact: &FactId| things.is_place[fact.index()];
        let goals: Vec<FactId> = task.goal().iter().copied().filter(is_place).collect();
        let mut is_source = vec![false; task.fact_count()];
        let start = task.initial().iter().filter(|fact| is_place(fact) && !goals.contains(fact));
        start.for_each(|fact| is_source[fact.index()] = true);
        if !is_source.contains(&true) {
            is_source.clone_from(&things.is_place);
            goals.iter().for_each(|goal| is_source[goal.index()] = false);
        }
        let entries = entries(factoring, limits)?;
        let mut blockers = Vec::with_capacity(things.moves.len());
        for one in &things.moves {
            limits.check()?;
            let condition = task.condition(OpId::from(one.operator));
            let entered = condition.iter().filter_map(|fact| entries.get(fact)).flatten().copied();
            let own = task.variable_of(one.from);
            let all = condition.iter().map(|fact| task.variable_of(*fact)).chain(entered);
            let mut all: Vec<VarId> = all.filter(|variable| *variable != own).collect();
            all.sort_unstable();
            all.dedup();
            blockers.push(all);
        }
        Ok(Self {
            starts: things.moves.iter().map(|one| one.from).collect(),
            moves_to: things.to.clone(),
            goals,
            is_source,
            variable_of: (0..task.fact_count()).map(|fact| task.variable_of(fact.into())).collect(),
            blockers,
            is_filled: vec![false; task.variables().len()],
            seen: vec![false; task.fact_count()],
            queue: VecDeque::new(),
            limits: limits.clone(),
        })
    }
}

/// For each value of a leaf, the variables that every step to it asks about.
pub(super) fn entries(
    factoring: &Factoring<'_>,
    limits: &Limits,
) -> Result<BTreeMap<FactId, Vec<VarId>>, Stop> {
    let task = &*factoring.task;
    let mut entries: BTreeMap<FactId, Vec<VarId>> = BTreeMap::new();
    for operator in task.operators().filter(|operator| factoring.is_of_leaf(*operator)) {
        limits.check()?;
        let Some(effect) = task.effects(operator).last() else { continue };
        let leaf = task.variable_of(effect.fact);
        let asked = task.condition(operator).iter().map(|fact| task.variable_of(*fact));
        let asked: Vec<VarId> = asked.filter(|variable| *variable != leaf).collect();
        entries
            .entry(effect.fact)
            .and_modify(|all| all.retain(|variable| asked.contains(variable)))
            .or_insert(asked);
    }
    Ok(entries)
}

impl Exits for Ways {
    fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32> {
        self.limits.check().ok()?;
        let Self { starts, moves_to, goals, is_source, variable_of, blockers, seen, queue, .. } = self;
        self.is_filled.fill(false);
        for (number, (fact, &filled)) in goals.iter().zip(is_filled).enumerate() {
            self.is_filled[variable_of[fact.index()].index()] = filled && number != goal;
        }
        let is_filled = |variable: &VarId| self.is_filled[variable.index()];
        seen.fill(false);
        seen[goals[goal].index()] = true;
        queue.clear();
        queue.push_back((goals[goal], 0));
        while let Some((place, way)) = queue.pop_front() {
            if is_source[place.index()] {
                return Some(way);
            }
            for &number in moves_to.of(place.index()) {
                let from = starts[number as usize];
                let is_free = !is_filled(&variable_of[from.index()]);
                if !seen[from.index()] && is_free && !blockers[number as usize].iter().any(is_filled) {
                    seen[from.index()] = true;
                    queue.push_back((from, way + 1));
                }
            }
        }
        None
    }
}
