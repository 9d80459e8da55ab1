//! Fact landmarks by propagation (Zhu and Givan 2003; Keyder, Richter and Helmert 2010 with sets of one fact).
//!
//! In: the relaxed task and the initial facts. Out: for each other fact, the facts that hold at some time before it
//! first does. The set of a rule is the union over its conditions, each with its own set; that of a fact, the
//! intersection over its achievers. Sets shrink to the greatest fixpoint. Work is counted rather than timed, so that it
//! ends at the same place on every machine.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use super::super::relaxed_task::RelaxedTask;
use crate::abstractions::Landmark;
use crate::strips::{CostKind, FactId, Task, to_u32};
use banto_base::limits::{Limits, Stop};

/// How many elements of sets to examine before giving up.
const WORK: u64 = 600_000_000;
/// How many elements all sets may have together before giving up.
const SIZE: usize = 40_000_000;

/// For each fact, those that come before it.
pub struct Precedents {
    sets: Vec<Vec<u32>>,
    reached: FixedBitSet,
}

impl Precedents {
    /// The facts before each fact of a task without axioms. `None` if that is too much work.
    pub(crate) fn of_task(task: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        let mut initially = FixedBitSet::with_capacity(task.fact_count());
        task.initial().iter().for_each(|fact| initially.insert(fact.index()));
        Self::within(&RelaxedTask::within(task, CostKind::Real, limits)?, &initially, limits)
    }

    /// The facts before each fact. `None` if that is too much work.
    pub(super) fn within(
        relaxed: &RelaxedTask,
        initially: &FixedBitSet,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let room = relaxed.fact_count * (size_of::<Vec<u32>>() + size_of::<u32>());
        limits.check_allocation(room + relaxed.rules.len() * 2 * size_of::<u32>())?;
        let mut sets: Vec<Vec<u32>> = vec![Vec::new(); relaxed.fact_count];
        let mut reached = initially.clone();
        let mut waits = relaxed.waits.clone();
        let mut queue: VecDeque<u32> = VecDeque::new();
        let mut queued = FixedBitSet::with_capacity(relaxed.rules.len());
        let mut total = 0;
        let mut seen: u64 = 0;
        // The rule that put each fact into the current union.
        let mut stamps = vec![u32::MAX; relaxed.fact_count];
        let mut stamp = 0;
        let mut union: Vec<u32> = Vec::new();

        for fact in initially.ones() {
            for rule in relaxed.readers(fact.into()) {
                waits[*rule as usize] -= 1;
            }
        }
        for rule in (0..relaxed.rules.len()).filter(|rule| waits[*rule] == 0) {
            queue.push_back(to_u32(rule));
            queued.insert(rule);
        }
        while let Some(rule) = queue.pop_front() {
            limits.check()?;
            let rule = rule as usize;
            queued.set(rule, false);
            let effects = relaxed.effects(rule);
            if effects.iter().all(|fact| reached[fact.index()] && sets[fact.index()].is_empty()) {
                continue;
            }
            stamp += 1;
            union.clear();
            for condition in relaxed.conditions(rule) {
                let condition = condition.index();
                if initially[condition] {
                    continue;
                }
                seen += 1 + sets[condition].len() as u64;
                for fact in sets[condition].iter().copied().chain(std::iter::once(to_u32(condition))) {
                    if stamps[fact as usize] != stamp {
                        stamps[fact as usize] = stamp;
                        union.push(fact);
                    }
                }
            }
            for effect in effects {
                let fact = effect.index();
                let set = &mut sets[fact];
                let is_new = !reached.put(fact);
                if is_new {
                    set.clone_from(&union);
                    total += set.len();
                } else if set.is_empty() {
                    continue;
                } else {
                    let before = set.len();
                    seen += before as u64;
                    set.retain(|other| stamps[*other as usize] == stamp);
                    total -= before - set.len();
                    if set.len() == before {
                        continue;
                    }
                }
                for reader in relaxed.readers(*effect) {
                    let index = *reader as usize;
                    if is_new {
                        waits[index] -= 1;
                    }
                    if waits[index] == 0 && !queued.put(index) {
                        queue.push_back(*reader);
                    }
                }
            }
            if seen > WORK || total > SIZE || stamp == u32::MAX - 1 {
                return Ok(None);
            }
        }
        Ok(Some(Self { sets, reached }))
    }

    /// The facts before a fact, in no particular order.
    pub(crate) fn of(&self, fact: usize) -> &[u32] {
        &self.sets[fact]
    }

    /// Whether the rule can be the first to add the fact: none of its conditions comes after the fact, and all can be
    /// reached.
    pub(super) fn may_be_first(&self, relaxed: &RelaxedTask, rule: usize, fact: usize) -> bool {
        relaxed.conditions(rule).iter().all(|condition| {
            self.reached[condition.index()] && !self.sets[condition.index()].contains(&to_u32(fact))
        })
    }
}

/// The facts that come before a goal in a task without axioms, each with the facts that come after it.
pub fn precedent_landmarks(task: &Task, limits: &Limits) -> Result<Vec<Landmark>, Stop> {
    if !task.axioms().is_empty() {
        return Ok(Vec::new());
    }
    let Some(precedents) = Precedents::of_task(task, limits)? else { return Ok(Vec::new()) };
    let goal = task.goal();
    let mut facts: Vec<u32> = goal.iter().flat_map(|fact| precedents.of(fact.index())).copied().collect();
    facts.sort_unstable();
    facts.dedup();
    let is_goal = |fact: &FactId| goal.contains(fact);
    let facts: Vec<FactId> = facts.into_iter().map(FactId::from).filter(|fact| !is_goal(fact)).collect();
    let mut place = vec![usize::MAX; task.fact_count()];
    facts.iter().enumerate().for_each(|(number, fact)| place[fact.index()] = number);
    let mut all: Vec<Landmark> = facts.into_iter().map(|fact| Landmark { fact, after: Vec::new() }).collect();
    for after in 0..task.fact_count() {
        limits.check()?;
        for before in precedents.of(after) {
            if let Some(landmark) = all.get_mut(place[*before as usize]) {
                landmark.after.push(after.into());
            }
        }
    }
    Ok(all)
}
