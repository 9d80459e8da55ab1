//! Dead ends that few things make, learned while searching (compare deadlock patterns, Junghanns and Schaeffer 2001, and
//! the generalized dead ends of Steinmetz and Hoffmann 2017).
//!
//! In: states of a factored task. Out: whether the things around a region that no leaf reaches prove a dead end. All
//! others are taken away, which makes no task harder where nothing but its own move needs a thing, and everything else
//! at most asks that it is not there. What remains is searched until all things are on goals. One that can leave the
//! region is taken away at once: if even then no goal is reached, the state has no plan. Each group of things is
//! searched once and remembered, and searches that rarely prove anything get less effort.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::things::Things;
use super::ways::entries;
use crate::base::limits::{Limits, Stop};
use crate::planning::decoupled::{Buffers, DecoupledSpace, Factoring};
use crate::planning::strips::{FactId, FactSpace, Lists, OpId, Task};
use crate::search::{Cost, GroupKind, KnownDeadlocks, Space};

/// The most things of a group. Larger ones are rarely proven dead with the effort that they get.
const MOST_THINGS: usize = 12;

/// What is known of few things.
#[derive(Debug)]
pub(super) struct Patterns {
    /// For each place, the fact that no thing is there.
    absent: Vec<Option<FactId>>,
    places: Vec<FactId>,
    is_goal: Vec<bool>,
    /// For each value of a leaf, the values that steps lead to, and the things that forbid all steps to it.
    next: Lists,
    blocking: Lists,
    /// Projected states, with the least value of the region behind them.
    known: KnownDeadlocks<u64>,
    /// Where the group is searched; false for all places between searches.
    inside: Vec<bool>,
    buffers: Buffers,
    seen: HashSet<Vec<u64>, rustc_hash::FxBuildHasher>,
    open: BinaryHeap<(Reverse<usize>, usize, Vec<u64>)>,
    group: Vec<FactId>,
    key: Vec<u64>,
    limits: Limits,
}

impl Patterns {
    /// Those of a factored task; `None` if its things are not such that taking some away makes nothing harder.
    pub(super) fn within<C: Cost>(
        space: &DecoupledSpace<'_, C>,
        things: &Things,
        factoring: &Factoring<'_>,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let task = &*factoring.task;
        let Some(absent) = absences(task, things) else { return Ok(None) };
        let mut is_goal = vec![false; task.fact_count()];
        task.goal().iter().for_each(|fact| is_goal[fact.index()] = true);
        let mut steps = Vec::new();
        for operator in task.operators().filter(|operator| factoring.is_of_leaf(*operator)) {
            limits.check()?;
            let Some(effect) = task.effects(operator).last() else { continue };
            let leaf = task.variable_of(effect.fact);
            let from = task.condition(operator).iter().filter(|fact| task.variable_of(**fact) == leaf);
            steps.extend(from.map(|from| (from.index(), effect.fact.index())));
        }
        let places: Vec<FactId> = (0..task.fact_count()).map(FactId::from).filter(|fact| things.is_place[fact.index()]).collect();
        let entries = entries(factoring, limits)?;
        let blocked = entries.iter().flat_map(|(value, variables)| {
            let blocking = places.iter().filter(|place| variables.contains(&task.variable_of(**place)));
            blocking.map(|place| (value.index(), place.index()))
        });
        let mut blocked: Vec<_> = blocked.collect();
        blocked.sort_unstable();
        Ok(Some(Self {
            absent,
            places,
            is_goal,
            next: Lists::new(task.fact_count(), steps.iter().copied()),
            blocking: Lists::new(task.fact_count(), blocked.iter().copied()),
            known: KnownDeadlocks::default(),
            inside: vec![false; task.fact_count()],
            buffers: space.scratch(),
            seen: HashSet::default(),
            open: BinaryHeap::new(),
            group: Vec::new(),
            key: Vec::new(),
            limits: limits.clone(),
        }))
    }

    /// Whether the things around a region of values that a leaf does not reach prove that a state has no plan.
    pub(super) fn is_dead<C: Cost>(
        &mut self,
        space: &DecoupledSpace<'_, C>,
        things: &Things,
        state: &[u64],
        shown: &[u64],
        region: &[FactId],
    ) -> bool {
        self.collect(space, shown, region);
        if self.group.len() > MOST_THINGS || self.group.iter().all(|place| self.is_goal[place.index()]) {
            return false;
        }
        let packing = space.task().packing();
        let behind = region.iter().map(|value| value.index() as u64).min().unwrap_or(0);
        let Self { key, group, places, absent, .. } = self;
        key.clear();
        key.extend_from_slice(state);
        for place in places.iter() {
            let (word, mask, bits) = space.pattern(*place);
            if key[word] & mask == bits && group.binary_search(place).is_err() {
                let Some(absent) = absent[place.index()] else { continue };
                packing.set(key, space.task().variable_of(*place), absent);
            }
        }
        key.push(behind);
        if let Some(dead) = self.known.get(&self.key) {
            return dead;
        }
        let first = self.key.clone();
        space.settle_leaves(&mut self.key[..state.len()]);
        let dead = match self.known.get(&self.key) {
            Some(dead) => dead,
            None => {
                let effort = self.known.effort(GroupKind::Closed);
                let blocking = region.iter().flat_map(|value| self.blocking.of(value.index()));
                let area: Vec<usize> = blocking.map(|place| *place as usize).chain(self.group.iter().map(|place| place.index())).collect();
                area.iter().for_each(|place| self.inside[*place] = true);
                let row = self.key[..state.len()].to_vec();
                let (dead, expanded) = self.search(space, things, row, effort);
                area.iter().for_each(|place| self.inside[*place] = false);
                self.known.record(GroupKind::Closed, dead, expanded);
                if self.limits.check().is_err() {
                    return false;
                }
                self.known.add(&self.key, dead);
                dead
            }
        };
        self.known.add(&first, dead);
        dead
    }

    /// The things that are up to two steps from a region.
    fn collect<C: Cost>(&mut self, space: &DecoupledSpace<'_, C>, shown: &[u64], region: &[FactId]) {
        let Self { group, next, blocking, .. } = self;
        group.clear();
        let mut add = |value: u32| {
            for place in blocking.of(value as usize) {
                let place = FactId::from(*place as usize);
                let (word, mask, bits) = space.pattern(place);
                if shown[word] & mask == bits && !group.contains(&place) {
                    group.push(place);
                }
            }
        };
        for value in region {
            for near in next.of(value.index()) {
                add(*near);
                next.of(*near as usize).iter().for_each(|far| add(*far));
            }
        }
        group.sort_unstable();
    }

    /// Whether at most `effort` expansions prove that the things of a row can neither all reach goals nor leave; and
    /// the expansions used.
    fn search<C: Cost>(
        &mut self,
        space: &DecoupledSpace<'_, C>,
        things: &Things,
        row: Vec<u64>,
        effort: usize,
    ) -> (bool, usize) {
        let Self { places, is_goal, absent, inside, buffers, seen, open, .. } = self;
        let task = space.task();
        let holds = |row: &[u64], place: &FactId| {
            let (word, mask, bits) = space.pattern(*place);
            row[word] & mask == bits
        };
        seen.clear();
        open.clear();
        let off_goals = |row: &[u64]| places.iter().filter(|place| !is_goal[place.index()] && holds(row, place)).count();
        open.push((Reverse(off_goals(&row)), 0, row));
        let mut expanded = 0;
        let mut all = Vec::new();
        while let Some((Reverse(left), _, row)) = open.pop() {
            if left == 0 || expanded == effort {
                return (false, expanded);
            }
            expanded += 1;
            all.clear();
            space.expand(buffers, &row, &mut |operator, _, next| all.push((operator, next.to_vec())));
            let leaves = |one: &&(u32, Vec<u64>)| things.move_of(one.0).is_some_and(|one| !inside[one.to.index()]);
            if let Some(one) = all.iter().find(leaves).and_then(|(operator, _)| things.move_of(*operator)) {
                let mut next = row.clone();
                let Some(absent) = absent[one.from.index()] else { continue };
                task.packing().set(&mut next, task.variable_of(one.from), absent);
                space.settle_leaves(&mut next);
                all.clear();
                all.push((one.operator, next));
            }
            for (_, next) in all.drain(..) {
                if seen.insert(next.clone()) {
                    open.push((Reverse(off_goals(&next)), seen.len(), next));
                }
            }
        }
        (true, expanded)
    }
}

/// For each place, the fact that says that no thing is there, if taking things away makes nothing harder: nothing but
/// its own move needs a thing, each move leaves nothing behind, and all things are needed on goals.
fn absences(task: &Task, things: &Things) -> Option<Vec<Option<FactId>>> {
    let is_place = |fact: FactId| things.is_place[fact.index()];
    let mut absent = vec![None; task.fact_count()];
    for variable in task.variables() {
        let facts = || (0..variable.size as usize).map(|value| variable.first.plus(value));
        if facts().any(is_place) {
            let mut others = facts().filter(|fact| !is_place(*fact));
            let other = others.next()?;
            if others.next().is_some() {
                return None;
            }
            facts().filter(|fact| is_place(*fact)).for_each(|fact| absent[fact.index()] = Some(other));
        }
    }
    let is_harmless = |operator: OpId| {
        let own = things.move_of(operator.into());
        let from = own.map(|one| one.from);
        let condition = task.condition(operator).iter().all(|fact| !is_place(*fact) || Some(*fact) == from);
        let effects = task.effects(operator).all(|effect| {
            let fact = effect.fact;
            let is_about_things = absent.contains(&Some(fact)) || is_place(fact);
            let is_own = own.is_some_and(|one| fact == one.to || absent[one.from.index()] == Some(fact));
            (!is_about_things || is_own) && effect.condition.iter().all(|fact| !is_place(*fact))
        });
        condition && effects
    };
    let all_are_needed = task.counted().iter().filter(|group| group.iter().any(|fact| is_place(*fact))).all(|group| {
        let count = |facts: &[FactId]| facts.iter().filter(|fact| group.contains(fact)).count();
        count(task.initial()) == count(task.goal())
    });
    (all_are_needed && task.operators().all(is_harmless)).then_some(absent)
}
