//! The distances to the goal in a graph whose states are split one by one, and for each state a step on a shortest path
//! (Seipp, von Allmen and Helmert 2020).
//!
//! In: the steps out of each state and into it, before and after splits. Out: distances and first steps. After a split
//! only those states are looked at whose shortest path has gone. Each step costs something, which excludes circles: a
//! path with fewer steps comes before one with more, as long as their costs are the same.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A step and its other end: the state in which it starts or ends.
pub(super) type Arc = (u32, u32);

/// The steps of a graph.
#[derive(Default)]
pub(super) struct Arcs {
    pub(super) out_of: Vec<Vec<Arc>>,
    pub(super) into: Vec<Vec<Arc>>,
}

/// The distance of states without a way to the goal.
pub(super) const UNREACHED: u64 = u64::MAX;

/// How much more a unit of cost counts than a step.
const STEPS: u64 = 1 << 24;

/// Distances, and steps of shortest paths.
pub(super) struct ShortestPaths {
    /// The costs of operators, with a step.
    costs: Vec<u64>,
    pub(super) distances: Vec<u64>,
    /// The first step of a shortest path.
    pub(super) first: Vec<Option<Arc>>,
    is_lost: Vec<bool>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// How many steps were looked at.
    pub(super) work: u64,
}

impl ShortestPaths {
    /// For a graph of one state, with these costs of operators.
    pub(super) fn new(costs: &[i32]) -> Self {
        let costs = costs.iter().map(|cost| u64::from(cost.unsigned_abs()) * STEPS + 1).collect();
        let (distances, first, is_lost) = (vec![UNREACHED], vec![None], vec![false]);
        Self { costs, distances, first, is_lost, queue: BinaryHeap::new(), work: 0 }
    }

    /// All distances, from these goals.
    pub(super) fn find(&mut self, arcs: &Arcs, goals: &[bool]) {
        self.distances = goals.iter().map(|goal| if *goal { 0 } else { UNREACHED }).collect();
        self.first = vec![None; goals.len()];
        self.is_lost = goals.iter().map(|goal| !goal).collect();
        for state in (0..).zip(goals).filter(|(_, goal)| **goal).map(|(state, _)| state) {
            self.queue.push(Reverse((0, state)));
        }
        self.settle(arcs);
        self.is_lost.fill(false);
    }

    /// Brings the distances up to date after a state was split into itself and a new one, the last.
    pub(super) fn update(&mut self, arcs: &Arcs, split: u32) {
        let new = u32::try_from(self.distances.len()).expect("fewer than 2^32 states");
        let before = self.distances[split as usize];
        self.distances.push(before);
        self.first.push(None);
        self.is_lost.push(false);
        self.first[split as usize] = None;
        if before == UNREACHED {
            return;
        }
        self.queue.extend([Reverse((before, split)), Reverse((before, new))]);
        for source in [split, new].into_iter().flat_map(|part| &arcs.into[part as usize]) {
            let source = source.1;
            if self.first[source as usize].is_some_and(|(_, end)| end == split) {
                self.queue.push(Reverse((self.distances[source as usize], source)));
            }
        }
        let mut lost = Vec::new();
        while let Some(Reverse((distance, state))) = self.queue.pop() {
            let at = state as usize;
            if self.is_lost[at] {
                continue;
            }
            self.work += 1 + arcs.out_of[at].len() as u64;
            let stays = arcs.out_of[at].iter().find(|(operator, end)| {
                let behind = self.distances[*end as usize];
                !self.is_lost[*end as usize]
                    && behind.saturating_add(self.costs[*operator as usize]) == distance
            });
            self.first[at] = stays.copied();
            if stays.is_none() {
                self.is_lost[at] = true;
                lost.push(state);
                self.work += arcs.into[at].len() as u64;
                for (operator, source) in &arcs.into[at] {
                    if self.first[*source as usize] == Some((*operator, state)) {
                        self.queue.push(Reverse((self.distances[*source as usize], *source)));
                    }
                }
            }
        }
        for state in &lost {
            let at = *state as usize;
            self.work += arcs.out_of[at].len() as u64;
            let known = arcs.out_of[at].iter().filter(|(_, end)| !self.is_lost[*end as usize]);
            let ways = known.map(|arc| {
                let behind = self.distances[arc.1 as usize];
                (behind.saturating_add(self.costs[arc.0 as usize]), *arc)
            });
            let best = ways.min().filter(|(distance, _)| *distance != UNREACHED);
            self.distances[at] = best.map_or(UNREACHED, |best| best.0);
            self.first[at] = best.map(|best| best.1);
            self.queue.extend(best.map(|best| Reverse((best.0, *state))));
        }
        self.settle(arcs);
        lost.iter().for_each(|state| self.is_lost[*state as usize] = false);
    }

    /// Dijkstra's algorithm backwards, from what is queued, among states that are lost.
    fn settle(&mut self, arcs: &Arcs) {
        while let Some(Reverse((distance, state))) = self.queue.pop() {
            if self.distances[state as usize] < distance {
                continue;
            }
            self.work += 1 + arcs.into[state as usize].len() as u64;
            for (operator, source) in &arcs.into[state as usize] {
                let longer = distance.saturating_add(self.costs[*operator as usize]);
                let at = *source as usize;
                if self.is_lost[at] && longer < self.distances[at] {
                    self.distances[at] = longer;
                    self.first[at] = Some((*operator, state));
                    self.queue.push(Reverse((longer, *source)));
                }
            }
        }
    }
}
