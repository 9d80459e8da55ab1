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
use crate::strips::{FactId, Lists, MutexGroups, OpId};
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
    /// For each move, the goals that no other thing may be on.
    blockers: Vec<Vec<usize>>,
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
        for group in &things.groups {
            let elsewhere = || group.iter().filter(|fact| !goals.contains(fact));
            let start = |fact: &&FactId| task.initial()[task.variable_of(**fact).index()] == **fact;
            let starts = elsewhere().filter(start).count();
            let sources = elsewhere().filter(|fact| starts == 0 || start(fact));
            sources.for_each(|fact| is_source[fact.index()] = true);
        }
        let (entries, groups) = (entries(factoring, limits)?, MutexGroups::new(task));
        let mut blockers = Vec::with_capacity(things.moves.len());
        for one in &things.moves {
            limits.check()?;
            let condition = task.condition(OpId::from(one.operator));
            let entered = condition.iter().filter_map(|fact| entries.get(fact)).flatten();
            let asked: Vec<FactId> = condition.iter().chain(entered).copied().collect();
            let blocks =
                |goal: &FactId| *goal == one.from || asked.iter().any(|fact| groups.are_mutex(*fact, *goal));
            blockers.push((0..goals.len()).filter(|number| blocks(&goals[*number])).collect());
        }
        Ok(Self {
            starts: things.moves.iter().map(|one| one.from).collect(),
            moves_to: things.to.clone(),
            goals,
            is_source,
            blockers,
            seen: vec![false; task.fact_count()],
            queue: VecDeque::new(),
            limits: limits.clone(),
        })
    }
}

/// For each value of a leaf, what every step to it asks for.
pub(super) fn entries(
    factoring: &Factoring<'_>,
    limits: &Limits,
) -> Result<BTreeMap<FactId, Vec<FactId>>, Stop> {
    let task = &*factoring.task;
    let mut entries: BTreeMap<FactId, Vec<FactId>> = BTreeMap::new();
    for operator in task.operators().filter(|operator| factoring.is_of_leaf(*operator)) {
        limits.check()?;
        let Some(effect) = task.effects(operator).last() else { continue };
        let leaf = task.variable_of(effect.fact);
        let asked = task.condition(operator).iter().copied();
        let asked: Vec<FactId> = asked.filter(|fact| task.variable_of(*fact) != leaf).collect();
        let known = entries.entry(effect.fact);
        known.and_modify(|all| all.retain(|fact| asked.contains(fact))).or_insert(asked);
    }
    Ok(entries)
}

impl Exits for Ways {
    fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32> {
        self.limits.check().ok()?;
        let Self { starts, moves_to, goals, is_source, blockers, seen, queue, .. } = self;
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
                let is_blocked = |other: &usize| is_filled[*other] && *other != goal;
                if !seen[from.index()] && !blockers[number as usize].iter().any(is_blocked) {
                    seen[from.index()] = true;
                    queue.push_back((from, way + 1));
                }
            }
        }
        None
    }
}
