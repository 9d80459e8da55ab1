//! The paths of a region that visit no state twice, the cheapest first (Yen 1971; Lawler 1972).
//!
//! In: a region, the most that a path may cost. Out: paths. The paths that are not yet found are partitioned by where
//! they leave those that are: each part has a beginning in common and steps that must not come next. A part is ranked
//! by the distances of the region, and if it comes first, by its own cheapest path, which A* finds with these distances
//! around the states of its beginning. So between two paths there are at most as many searches as parts, and none that
//! goes into branches without a way to the goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::region::{Edge, NEVER, Region};
use crate::strips::OpId;
use banto_base::limits::Stop;

/// The step of a path that ends at a goal, among the numbers of steps.
const END: usize = usize::MAX;

/// A beginning of paths: the last state of it, and the beginning without its last step.
struct Beginning {
    state: u32,
    g: u64,
    /// The place of the shorter beginning, and the step from there.
    before: Option<(usize, usize)>,
    /// The steps that must not come next, because the paths with them are in other parts.
    taken: Vec<usize>,
}

/// The paths with a beginning, but for the steps that are taken.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// The least that they cost.
    least: u64,
    /// When it was made; 0 if a cheapest path is known.
    made: usize,
    beginning: usize,
    /// The steps of that path after the beginning.
    rest: Option<Vec<usize>>,
}

/// A path to a goal.
#[derive(Debug)]
pub struct Found<'p> {
    /// Its operators.
    pub operators: &'p [OpId],
    /// The sum of their costs.
    pub cost: u64,
}

/// The paths of a region up to a cost.
pub struct Paths<'r, 's, 'a> {
    region: &'r Region<'s, 'a>,
    distances: Vec<u64>,
    most: u64,
    beginnings: Vec<Beginning>,
    parts: BinaryHeap<Reverse<Part>>,
    made: usize,
    /// For each state, the last search around beginnings that it was in.
    marks: Vec<usize>,
    search: usize,
    operators: Vec<OpId>,
}

impl<'r, 's, 'a> Paths<'r, 's, 'a> {
    /// Those up to this cost.
    pub(super) fn new(region: &'r Region<'s, 'a>, most: u64) -> Result<Self, Stop> {
        let distances = region.distances(most)?;
        let marks = vec![0; distances.len()];
        let initial = Beginning { state: 0, g: 0, before: None, taken: Vec::new() };
        let mut paths = Self {
            region,
            distances,
            most,
            beginnings: vec![initial],
            parts: BinaryHeap::new(),
            made: 0,
            marks,
            search: 0,
            operators: Vec::new(),
        };
        paths.mark(0);
        paths.push(0);
        Ok(paths)
    }

    /// The next path.
    pub(super) fn next(&mut self) -> Result<Option<Found<'_>>, Stop> {
        while let Some(Reverse(Part { least, beginning, rest, .. })) = self.parts.pop() {
            self.region.limits().check()?;
            if let Some(rest) = rest {
                self.take(beginning, &rest);
                return Ok(Some(Found { operators: &self.operators, cost: least }));
            }
            self.mark(beginning);
            if let Some((least, rest)) = self.cheapest(beginning)? {
                self.parts.push(Reverse(Part { least, made: 0, beginning, rest: Some(rest) }));
            }
        }
        Ok(None)
    }

    /// Marks the states of a beginning.
    fn mark(&mut self, mut at: usize) {
        self.search += 1;
        loop {
            self.marks[self.beginnings[at].state as usize] = self.search;
            match self.beginnings[at].before {
                Some((before, _)) => at = before,
                None => return,
            }
        }
    }

    /// The steps that may follow a beginning, whose states are marked, and the least cost of a path from there.
    fn ways(&self, state: u32, taken: &[usize]) -> impl Iterator<Item = (usize, u64)> {
        let end = self.region.is_goal(state).then_some((END, 0));
        let steps = self.region.edges_of(state).map(|step| {
            let Edge { to, cost, .. } = self.region.edges[step];
            let is_visited = self.marks[to as usize] == self.search;
            let distance = if is_visited { NEVER } else { self.distances[to as usize] };
            (step, cost.saturating_add(distance))
        });
        end.into_iter().chain(steps).filter(|(step, least)| *least < NEVER && !taken.contains(step))
    }

    /// Adds the part of a beginning, whose states are marked, unless it has no paths.
    fn push(&mut self, at: usize) {
        let Beginning { state, g, taken, .. } = &self.beginnings[at];
        let least = self.ways(*state, taken).map(|(_, least)| g.saturating_add(least)).min();
        if let Some(least) = least.filter(|least| *least <= self.most) {
            self.made += 1;
            self.parts.push(Reverse(Part { least, made: self.made, beginning: at, rest: None }));
        }
    }

    /// The cheapest path of a part, whose beginning is marked: its cost and its steps after the beginning.
    fn cheapest(&self, at: usize) -> Result<Option<(u64, Vec<usize>)>, Stop> {
        let start = &self.beginnings[at];
        // The cost so far, and the state and step before.
        let mut reached: FxHashMap<u32, (u64, u32, usize)> = FxHashMap::default();
        // By cost with the distance, the latest first.
        let mut open = BinaryHeap::from([(Reverse(start.g), 0_usize, start.state, start.g, false)]);
        let mut pushed = 0;
        while let Some((Reverse(cost), _, state, g, is_end)) = open.pop() {
            self.region.limits().check()?;
            if is_end {
                let (mut rest, mut state) = (vec![END], state);
                while state != start.state {
                    let (_, before, step) = reached[&state];
                    rest.push(step);
                    state = before;
                }
                rest.reverse();
                return Ok(Some((cost, rest)));
            }
            if state != start.state && reached[&state].0 < g {
                continue;
            }
            let taken: &[usize] = if state == start.state { &start.taken } else { &[] };
            for (step, least) in self.ways(state, taken) {
                let sum = g.saturating_add(least);
                if sum > self.most {
                    continue;
                }
                pushed += 1;
                if step == END {
                    open.push((Reverse(sum), pushed, state, g, true));
                    continue;
                }
                let Edge { to, cost, .. } = self.region.edges[step];
                let known = reached.entry(to).or_insert((NEVER, state, step));
                if g + cost < known.0 {
                    *known = (g + cost, state, step);
                    open.push((Reverse(sum), pushed, to, g + cost, false));
                }
            }
        }
        Ok(None)
    }

    /// Makes a path of a beginning and the rest, and parts of the paths that leave it there.
    fn take(&mut self, mut at: usize, rest: &[usize]) {
        self.operators.clear();
        let mut before = self.beginnings[at].before;
        while let Some((shorter, step)) = before {
            self.operators.push(self.region.edges[step].operator);
            before = self.beginnings[shorter].before;
        }
        self.operators.reverse();
        self.mark(at);
        for &step in rest {
            self.beginnings[at].taken.push(step);
            self.push(at);
            if step == END {
                return;
            }
            let Edge { operator, to, cost } = self.region.edges[step];
            self.operators.push(operator);
            let g = self.beginnings[at].g + cost;
            let next = Beginning { state: to, g, before: Some((at, step)), taken: Vec::new() };
            at = self.beginnings.len();
            self.beginnings.push(next);
            self.marks[to as usize] = self.search;
        }
    }
}
