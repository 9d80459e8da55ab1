//! What cost partitioning needs of any abstraction: abstract states, the steps between them with the operators that
//! stand behind each, the goal states, and the abstract state of a concrete one.
//!
//! In: an abstraction as [`projection`](super::projection) and [`cartesian`](super::cartesian) make it, and costs of
//! operators. Out: for each abstract state the distance to the goal, and the least costs that keep these distances
//! (saturated costs; Seipp, Keller and Helmert 2017), which are negative where a step only leads away.

use fixedbitset::FixedBitSet;

use super::pattern::{PatternMap, ProjectedSteps};
use super::shown::Shown;
use super::split_tree::SplitTree;
use crate::strips::Lists;
use banto_search::CostQueue;

/// Costs and distances do not exceed this one: larger ones count as this one, which keeps estimates admissible.
pub(super) const FAR: i32 = 1 << 29;
/// The distance of a state from which there is no way to the goal.
pub(super) const NEVER: i32 = i32::MAX;

/// From concrete to abstract states.
pub(super) enum Map {
    Pattern(PatternMap),
    Tree(SplitTree),
}

impl Map {
    /// The abstract state of a state by its values.
    #[inline]
    pub(super) fn state_of(&self, values: &[u32]) -> u32 {
        match self {
            Self::Pattern(map) => map.state_of(values),
            Self::Tree(tree) => tree.state_of(values),
        }
    }

    /// All abstract states of a state in which variables may have several values.
    pub(super) fn states_of(&self, shown: &Shown, found: &mut Vec<u32>) {
        match self {
            Self::Pattern(map) => map.states_of(shown, found),
            Self::Tree(tree) => tree.states_of(shown, found),
        }
    }
}

/// The steps of an abstraction that change its state, by the state in which they end.
pub(super) enum Steps {
    /// Not stored: found by regressing operators.
    Projected(ProjectedSteps),
    /// For each state where the steps into it end, and all steps: the state in which it starts, and its group.
    Listed(Vec<u32>, Vec<(u32, u32)>),
}

/// An abstraction. Operators with the same steps make one group.
pub(super) struct Abstraction {
    pub(super) map: Map,
    pub(super) states: usize,
    pub(super) goals: Vec<u32>,
    /// States that stand for no reachable state.
    pub(super) impossible: FixedBitSet,
    /// The operators of each group; those that never change a state belong to none.
    pub(super) groups: Lists,
    /// Whether the operators of a group may also leave a state as it is.
    pub(super) loops: Vec<bool>,
    pub(super) steps: Steps,
    /// How many steps there are.
    pub(super) size: usize,
}

impl Abstraction {
    /// Roughly how many steps are looked at to find distances and saturated costs.
    pub(super) const fn work(&self) -> u64 {
        (2 * self.size + 4 * self.states + 64) as u64
    }

    /// For each abstract state, the distance to the goal under these costs of operators.
    pub(super) fn distances(&self, costs: &[i32], queue: &mut CostQueue) -> Vec<i32> {
        self.distances_by_group(&self.prices(costs), queue)
    }

    /// For each abstract state, the distance to the goal under these costs of groups.
    pub(super) fn distances_by_group(&self, prices: &[i32], queue: &mut CostQueue) -> Vec<i32> {
        let mut distances = vec![NEVER; self.states];
        queue.clear();
        for goal in self.goals.iter().filter(|goal| !self.impossible[**goal as usize]) {
            distances[*goal as usize] = 0;
            queue.push(0, *goal);
        }
        while let Some((distance, state)) = queue.pop() {
            let here = distances[state as usize];
            if u64::from(here.unsigned_abs()) < distance {
                continue;
            }
            self.visit_into(state, &mut |source, group| {
                let longer = here.saturating_add(prices[group as usize]).min(FAR);
                if longer < distances[source as usize] && !self.impossible[source as usize] {
                    distances[source as usize] = longer;
                    queue.push(longer.unsigned_abs().into(), source);
                }
            });
        }
        distances
    }

    /// For each abstract state with a way to the goal a step on a cheapest one, if there are no free steps: where it
    /// ends, and its group.
    pub(super) fn first_steps(&self, distances: &[i32], costs: &[i32]) -> Vec<Option<(u32, u32)>> {
        let prices = self.prices(costs);
        let mut first = vec![None; self.states];
        for (state, here) in (0..).zip(distances).filter(|(_, here)| **here != NEVER) {
            self.visit_into(state, &mut |source, group| {
                let there = distances[source as usize];
                if there != NEVER && there - here == prices[group as usize] {
                    first[source as usize] = Some((state, group));
                }
            });
        }
        first
    }

    /// The cost of the cheapest operator of each group.
    pub(super) fn prices(&self, costs: &[i32]) -> Vec<i32> {
        let price = |group: usize| {
            let operators = self.groups.of(group).iter();
            operators.map(|operator| costs[*operator as usize]).min().unwrap_or(FAR)
        };
        (0..self.loops.len()).map(price).collect()
    }

    /// For each group, the least cost with which all distances stay as they are.
    pub(super) fn saturated(&self, distances: &[i32]) -> Vec<i32> {
        let mut wanted: Vec<i32> = self.loops.iter().map(|loops| if *loops { 0 } else { -FAR }).collect();
        for (state, here) in (0..).zip(distances).filter(|(_, here)| **here != NEVER) {
            self.visit_into(state, &mut |source, group| {
                let there = distances[source as usize];
                if there != NEVER {
                    let wanted = &mut wanted[group as usize];
                    *wanted = (*wanted).max(there - here);
                }
            });
        }
        wanted
    }

    /// Takes saturated costs away from costs of operators.
    pub(super) fn reduce(&self, costs: &mut [i32], saturated: &[i32]) {
        for (group, wanted) in saturated.iter().enumerate().filter(|(_, wanted)| **wanted != 0) {
            for operator in self.groups.of(group) {
                let cost = &mut costs[*operator as usize];
                *cost = (*cost - wanted).min(FAR);
            }
        }
    }

    #[inline]
    fn visit_into(&self, state: u32, visit: &mut impl FnMut(u32, u32)) {
        match &self.steps {
            Steps::Projected(steps) => steps.visit_into(state, visit),
            Steps::Listed(ends, steps) => {
                let start = if state == 0 { 0 } else { ends[state as usize - 1] as usize };
                for (source, group) in &steps[start..ends[state as usize] as usize] {
                    visit(*source, *group);
                }
            }
        }
    }
}
