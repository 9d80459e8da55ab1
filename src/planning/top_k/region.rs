//! The part of a space that paths up to a cost can visit: all its states, all steps between them, and their exact
//! distances to the goal.
//!
//! In: a space, an admissible heuristic. Out: states, steps, distances. A* expands the states layer by layer, by cost
//! plus estimate. Of several operators that are the same action for people, one is kept.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::strips::{OpId, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Estimate, Heuristic, Observer, Pool, Progress, Space, StateId, Work};

const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// A cost or a distance that no path has.
pub(super) const NEVER: u64 = u64::MAX;
/// The most that a path can cost.
pub(super) const DEAREST: u64 = NEVER - 1;

/// A step from one state to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) operator: OpId,
    pub(super) to: u32,
    pub(super) cost: u64,
}

/// What is known of a state.
struct Node {
    g: u64,
    /// [`NEVER`] if no goal can be reached.
    h: u64,
    is_goal: bool,
    /// Its steps, once it has been expanded.
    edges: Option<Range<usize>>,
}

/// The explored part of a space.
pub struct Region<'s, 'a> {
    space: &'s TaskSpace<'a, u64>,
    /// The greatest estimate counts.
    heuristics: Vec<Box<dyn Heuristic<TaskSpace<'a, u64>> + Send + 's>>,
    /// For each operator, the first that is the same action with the same objects, if some are.
    actions: Option<Vec<u32>>,
    limits: &'s Limits,
    observer: &'s dyn Observer,
    pool: Pool,
    nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    /// The layer that is being expanded: no plan costs less.
    pub layer: u64,
    /// The cost of the cheapest goal that was expanded.
    cheapest: u64,
    overflows: bool,
    work: Work,
    next_report: Duration,
}

impl<'s, 'a> Region<'s, 'a> {
    /// The initial state.
    pub fn new(
        space: &'s TaskSpace<'a, u64>,
        heuristics: Vec<Box<dyn Heuristic<TaskSpace<'a, u64>> + Send + 's>>,
        limits: &'s Limits,
        observer: &'s dyn Observer,
    ) -> Result<Self, Stop> {
        let task = space.task();
        let mut first = FxHashMap::default();
        let same = |operator: OpId| *first.entry(task.step(operator)).or_insert_with(|| operator.into());
        let actions: Vec<u32> = task.operators().map(same).collect();
        let is_needed = actions.iter().zip(0..).any(|(action, operator)| *action != operator);
        let mut region = Self {
            space,
            heuristics,
            actions: is_needed.then_some(actions),
            limits,
            observer,
            pool: Pool::new(space.words()),
            nodes: Vec::new(),
            edges: Vec::new(),
            open: BinaryHeap::new(),
            layer: 0,
            cheapest: NEVER,
            overflows: false,
            work: Work::default(),
            next_report: Duration::ZERO,
        };
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        region.reach(&state, 0)?;
        Ok(region)
    }

    /// Expands all states of the next layer, so that all are that a path of this cost can visit; `None` if none is
    /// left.
    pub fn explore_layer(&mut self) -> Result<Option<u64>, Stop> {
        let Some(&Reverse((layer, _))) = self.open.peek() else { return Ok(None) };
        self.layer = layer;
        let (mut state, mut scratch) = (vec![0; self.space.words()], self.space.scratch());
        let mut steps: Vec<(u32, u64)> = Vec::new();
        let mut rows: Vec<u64> = Vec::new();
        while let Some(&Reverse((f, id))) = self.open.peek().filter(|entry| entry.0.0 <= layer) {
            self.limits.check()?;
            self.open.pop();
            let node = &mut self.nodes[id as usize];
            if f > node.g.saturating_add(node.h) {
                continue;
            }
            let g = node.g;
            if node.is_goal {
                self.cheapest = self.cheapest.min(g);
            }
            if let Some(edges) = node.edges.clone() {
                // A cheaper path: the states behind it have one, too.
                for at in edges {
                    let Edge { to, cost, .. } = self.edges[at];
                    self.improve(to, g.saturating_add(cost));
                }
                continue;
            }
            state.copy_from_slice(self.pool.row(StateId::from_raw(id)));
            self.work.counts.expanded += 1;
            steps.clear();
            rows.clear();
            self.space.expand(&mut scratch, &state, &mut |action, cost, row| {
                steps.push((action, cost));
                rows.extend_from_slice(row);
            });
            self.work.counts.generated += steps.len() as u64;
            let first = self.edges.len();
            for (at, &(action, cost)) in steps.iter().enumerate() {
                let row = &rows[at * state.len()..(at + 1) * state.len()];
                let Some(sum) = g.checked_add(cost).filter(|sum| *sum < NEVER) else {
                    self.overflows = true;
                    continue;
                };
                let to = self.reach(row, sum)?;
                let operator = OpId::from(action);
                let is_known = self.actions.as_ref().is_some_and(|actions| {
                    let same = |edge: &Edge| actions[edge.operator.index()] == actions[operator.index()];
                    self.edges[first..].iter().any(same)
                });
                if to != id && self.nodes[to as usize].h < NEVER && !is_known {
                    self.edges.push(Edge { operator, to, cost });
                }
            }
            self.nodes[id as usize].edges = Some(first..self.edges.len());
            self.report();
        }
        Ok(Some(layer))
    }

    /// The state with this row, which a path of this cost leads to.
    fn reach(&mut self, row: &[u64], g: u64) -> Result<u32, Stop> {
        let (id, is_new) = self.pool.intern(row).ok_or(Stop::Memory)?;
        if is_new {
            self.limits.check()?;
            let at = At { space: self.space, id: None, state: row, g, earlier: &[] };
            self.work.counts.evaluated += 1;
            let estimates =
                self.heuristics.iter_mut().map(|heuristic| match heuristic.evaluate(&at, &mut Vec::new()) {
                    Estimate::Cost(cost) => cost,
                    Estimate::DeadEnd { .. } => NEVER,
                });
            let h = estimates.max().unwrap_or(0);
            self.nodes.push(Node { g: NEVER, h, is_goal: self.space.is_goal(row), edges: None });
        }
        self.improve(id.raw(), g);
        Ok(id.raw())
    }

    /// Queues a state if this path to it is the cheapest so far.
    fn improve(&mut self, id: u32, g: u64) {
        let node = &mut self.nodes[id as usize];
        if g < node.g {
            node.g = g;
            if node.h < NEVER {
                self.open.push(Reverse((g.saturating_add(node.h), id)));
            }
        }
    }

    /// The exact distances of all states to the goal that are on a path of at most this cost; [`NEVER`] of others.
    pub(super) fn distances(&self, most: u64) -> Result<Vec<u64>, Stop> {
        let count = self.nodes.len();
        self.limits.check_allocation(self.edges.len() * size_of::<u32>() + count * size_of::<[u64; 2]>())?;
        // The steps to each state, one after the other.
        let mut ends = vec![0_usize; count + 1];
        self.edges.iter().for_each(|edge| ends[edge.to as usize + 1] += 1);
        (0..count).for_each(|at| ends[at + 1] += ends[at]);
        let mut before = vec![(0_u32, 0_u64); self.edges.len()];
        for (from, node) in (0..).zip(&self.nodes) {
            for edge in &self.edges[node.edges.clone().unwrap_or_default()] {
                before[ends[edge.to as usize]] = (from, edge.cost);
                ends[edge.to as usize] += 1;
            }
        }
        let mut distances = vec![NEVER; count];
        let mut open = BinaryHeap::new();
        for (id, node) in (0..).zip(&self.nodes) {
            if node.is_goal && node.edges.is_some() && node.g <= most {
                distances[id as usize] = 0;
                open.push(Reverse((0, id)));
            }
        }
        while let Some(Reverse((distance, id))) = open.pop() {
            self.limits.check()?;
            if distances[id as usize] < distance {
                continue;
            }
            let first = if id == 0 { 0 } else { ends[id as usize - 1] };
            for &(from, cost) in &before[first..ends[id as usize]] {
                let sum = distance.saturating_add(cost);
                if sum < distances[from as usize] && self.nodes[from as usize].g.saturating_add(sum) <= most {
                    distances[from as usize] = sum;
                    open.push(Reverse((sum, from)));
                }
            }
        }
        Ok(distances)
    }

    /// The numbers of the steps from a state.
    pub(super) fn edges_of(&self, id: u32) -> Range<usize> {
        self.nodes[id as usize].edges.clone().unwrap_or_default()
    }

    pub(super) fn is_goal(&self, id: u32) -> bool {
        self.nodes[id as usize].is_goal
    }

    pub(super) const fn limits(&self) -> &'s Limits {
        self.limits
    }

    /// Whether a goal is in it.
    pub(super) const fn has_goal(&self) -> bool {
        self.cheapest < NEVER
    }

    /// The cost of a cheapest plan.
    pub(super) const fn cheapest(&self) -> u64 {
        self.cheapest
    }

    pub(super) fn is_explored(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) const fn expanded(&self) -> u64 {
        self.work.counts.expanded
    }

    /// Whether some path costs more than can be counted.
    pub(super) const fn overflows(&self) -> bool {
        self.overflows
    }

    /// The estimate of the initial state; `None` if no goal can be reached from it.
    pub fn initial_h(&self) -> Option<u64> {
        self.nodes.first().map(|node| node.h).filter(|estimate| *estimate < NEVER)
    }

    /// The work so far.
    pub fn work(&self) -> Work {
        let bytes = self.pool.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.open.capacity() * size_of::<(u64, u32)>();
        Work { states: self.nodes.len() as u64, bytes: bytes as u64, ..self.work }
    }

    fn report(&mut self) {
        if self.limits.seen() >= self.next_report {
            self.next_report = self.limits.seen() + REPORT_INTERVAL;
            let (elapsed, work) = (self.limits.seen(), self.work());
            let lower_bound = Some(self.layer.min(self.cheapest));
            self.observer.progress(&Progress { elapsed, work, lower_bound, ..Progress::default() });
        }
    }
}
