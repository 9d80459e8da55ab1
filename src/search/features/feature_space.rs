//! Feature-space search (Shoham and Schaeffer 2020): states are projected onto a small space of features, whose cells
//! take turns.
//!
//! In: a space and a [`Guide`]. Out: a report. The guide maps a state to a cell of feature space and weighs the steps
//! to its children: 0 for a step that an advisor recommends. Within a cell, the path of the lowest weight goes first;
//! ties go alternately to the state of the lowest priority and to the oldest one. So a state with a rare combination of
//! features is expanded soon, however badly a single estimate rates it. Every second turn can go to the best cell, see
//! [`GlobalQueue`]. A [`FeatureSpaceSearch`] works in slices, so that several can be interleaved.

use std::collections::VecDeque;

use super::cells::Cells;
use crate::algorithms::run::{Evaluation, Run};
use crate::storage::chunks::Chunks;
use crate::storage::tree::Status;
use crate::{
    Cost, GlobalQueue, Guide, Path, Profile, Readings, Report, Search, Sliced, Space, StateId, Work,
};
use banto_base::limits::Stop;

/// The most profiles whose arrays are kept for reuse.
const IDLE: usize = 1 << 10;

/// A search that takes turns among the cells of feature space.
pub struct FeatureSpaceSearch<'r, S: Space, G> {
    run: Run<'r, S>,
    guide: G,
    cells: Cells,
    /// The weight of the path to each state.
    weights: Chunks<u32>,
    /// For [`GlobalQueue::BestCell`]: the lowest priority on the path to each state, and the cell of that state.
    bests: Chunks<(u64, u32)>,
    has_bests: bool,
    /// States whose turn has come.
    ready: VecDeque<StateId>,
    scratch: S::Scratch,
    state: Vec<u64>,
    /// The steps from the expanded state, and the states to which they lead, one row after the other.
    steps: Vec<(u32, S::Cost)>,
    rows: Vec<u64>,
    /// The new successors of a state, then the state itself.
    family: Vec<StateId>,
    /// The profile of each; `None` for a dead end.
    profiles: Vec<Option<Profile>>,
    idle: Vec<Profile>,
    /// The weights of the steps to the children that are left.
    step_weights: Vec<u32>,
}

impl<'r, S: Space, G: Guide<S>> FeatureSpaceSearch<'r, S, G> {
    /// A search with this guide, which has not started.
    pub fn new(search: Search<'r, S>, guide: G, global: GlobalQueue) -> Self {
        let space = search.space;
        Self {
            run: Run::new(search, Evaluation::Without, false),
            guide,
            cells: Cells::new(global),
            weights: Chunks::new(),
            bests: Chunks::new(),
            has_bests: global == GlobalQueue::BestCell,
            ready: VecDeque::new(),
            scratch: space.scratch(),
            state: vec![0; space.words()],
            steps: Vec::new(),
            rows: Vec::new(),
            family: Vec::new(),
            profiles: Vec::new(),
            idle: Vec::new(),
            step_weights: Vec::new(),
        }
    }

    /// For [`GlobalQueue::BestCell`]: the state of the lowest priority.
    pub fn best(&self) -> Option<StateId> {
        self.cells.best()
    }

    /// The path to a state that has been seen; `None` if a limit is reached meanwhile.
    pub fn path_to(&self, id: StateId) -> Option<Path<S::Cost>> {
        self.run.tree.path(self.run.space, id)
    }

    fn begin(&mut self) -> Option<Report<S::Cost>> {
        let space = self.run.space;
        space.initial(&mut self.state);
        let root = self.run.tree.plant(&self.state);
        self.weights.push(0);
        self.bests.push((u64::MAX, 0));
        if self.run.is_hopeless() {
            return Some(self.run.exhausted(0));
        }
        if space.is_goal(&self.state) {
            return Some(self.run.solved(root, false, 0));
        }
        let mut profile = Profile::default();
        if self.guide.describe(space, &self.state, &mut profile) {
            let place = self.cells.place(&profile.features);
            self.cells.push(place, &profile, 0, root);
        } else {
            self.run.dead_end(self.guide.is_safe());
        }
        None
    }

    /// The state whose turn it is.
    fn next(&mut self) -> Option<StateId> {
        // The best cell and an ordinary cell are popped together, so that expanding one cannot delay the other.
        let turns = if self.has_bests { 2 } else { 1 };
        if self.ready.is_empty() {
            while self.ready.len() < turns
                && let Some(id) = self.cells.pop()
            {
                let node = self.run.tree.node_mut(id);
                if node.status() == Status::Open {
                    node.close();
                    self.ready.push_back(id);
                }
            }
        }
        self.ready.pop_front()
    }

    /// A closer look at a state, and its successors; false for a dead end.
    fn find_successors(&mut self, id: StateId) -> bool {
        let Self { run, guide, scratch, state, steps, rows, .. } = self;
        state.copy_from_slice(run.tree.pool.row(id));
        steps.clear();
        rows.clear();
        if !guide.look_closer(run.space, state) {
            return false;
        }
        run.space.expand(scratch, state, &mut |action, cost, row| {
            steps.push((action, cost));
            rows.extend_from_slice(row);
        });
        true
    }

    /// Finds the profiles of a family, unless a limit is reached: it may be large.
    fn describe(&mut self) -> Result<(), Stop> {
        let Self { run, guide, family, profiles, idle, .. } = self;
        for id in family {
            run.check_limits()?;
            let mut profile = idle.pop().unwrap_or_default();
            profile.features.clear();
            profile.notes.clear();
            let is_alive = guide.describe(run.space, run.tree.pool.row(*id), &mut profile);
            profiles.push(is_alive.then_some(profile));
        }
        // They are weighed next to each other.
        run.check_allocation(profiles.len() * (2 * size_of::<Profile>() + size_of::<u32>()))
    }

    /// Adds the successors of a state; returns a goal if there is one among them.
    fn expand(&mut self, id: StateId) -> Option<StateId> {
        let Self { run, weights, bests, has_bests, state, steps, rows, family, .. } = self;
        let space = run.space;
        let g = run.tree.node(id).g();
        run.counts.expanded += 1;
        run.begin(state);
        for (&(action, cost), row) in steps.iter().zip(rows.chunks_exact(space.words())) {
            run.counts.generated += 1;
            if run.stop.is_some() || !run.keeps_action(action) {
                continue;
            }
            let Some(g) = g.plus(cost) else {
                run.overflowed = true;
                continue;
            };
            if run.prune_by_cost(g) {
                continue;
            }
            let Some((child, is_new)) = run.tree.pool.intern(row) else {
                run.stop = Some(Stop::Memory);
                break;
            };
            if !is_new {
                continue;
            }
            run.tree.grow(id, g);
            weights.push(u32::MAX);
            if *has_bests {
                bests.push((u64::MAX, u32::MAX));
            }
            if space.is_goal(row) {
                return Some(child);
            }
            run.counts.evaluated += 1;
            if run.keeps_state(action, row, g) {
                family.push(child);
            } else {
                run.tree.node_mut(child).kill();
            }
            if run.stop.is_none() {
                run.stop = run.check_limits().err();
            }
        }
        None
    }

    /// Weighs the children of an expanded state and puts each into its cell.
    fn sort_in(&mut self, parent: StateId) {
        let Self {
            run, guide, cells, weights, bests, has_bests, family, profiles, idle, step_weights, ..
        } = self;
        let Some(itself) = profiles.pop() else { return };
        let (mut children, mut ids) =
            (Vec::with_capacity(profiles.len()), Vec::with_capacity(profiles.len()));
        for (profile, id) in profiles.drain(..).zip(&*family) {
            // A guide that learns may by now see that the parent is a dead end.
            match profile.filter(|_| itself.is_some()) {
                Some(profile) => {
                    children.push(profile);
                    ids.push(*id);
                }
                None => {
                    run.dead_end(guide.is_safe());
                    run.tree.node_mut(*id).kill();
                }
            }
        }
        let Some(itself) = itself.filter(|_| !children.is_empty() && run.stop.is_none()) else { return };
        step_weights.clear();
        step_weights.resize(children.len(), 1);
        guide.weigh(run.space, &itself, &children, step_weights);
        let weight = *weights.get(parent.index());
        let mut best = (u64::MAX, 0);
        if *has_bests {
            best = *bests.get(parent.index());
            if itself.priority < best.0 {
                best = (itself.priority, cells.enter(&itself, parent));
            }
        }
        for ((child, id), step) in children.iter().zip(ids).zip(&*step_weights) {
            *weights.get_mut(id.index()) = weight + step;
            let place = if *has_bests {
                *bests.get_mut(id.index()) = best;
                best.1
            } else {
                cells.place(&child.features)
            };
            cells.push(place, child, weight + step, id);
        }
        idle.append(&mut children);
        idle.push(itself);
        idle.truncate(IDLE);
    }
}

impl<S: Space, G: Guide<S>> Sliced<S::Cost> for FeatureSpaceSearch<'_, S, G> {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<S::Cost>> {
        let end = self.run.counts.evaluated.saturating_add(evaluations);
        if self.run.tree.len() == 0 {
            let report = self.begin();
            if report.is_some() {
                return report;
            }
        }
        while self.run.counts.evaluated < end {
            if let Err(stop) = self.run.check(|| self.cells.bytes()) {
                return Some(self.run.stopped(stop, self.cells.bytes()));
            }
            let Some(id) = self.next() else {
                return Some(self.run.exhausted(self.cells.bytes()));
            };
            if !self.find_successors(id) {
                self.run.dead_end(self.guide.is_safe());
            } else if let Some(goal) = self.expand(id) {
                return Some(self.run.solved(goal, false, self.cells.bytes()));
            }
            if !self.family.is_empty() {
                self.family.push(id);
                match self.run.stop.map_or_else(|| self.describe(), Err) {
                    Ok(()) => self.sort_in(id),
                    Err(stop) => self.run.stop = Some(stop),
                }
                self.family.clear();
                self.profiles.clear();
            }
        }
        None
    }

    fn work(&self) -> Work {
        self.run.work(self.cells.bytes())
    }

    fn readings(&self) -> &Readings {
        &self.run.readings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::outcome::Outcome;
    use crate::settings::Settings;

    /// A square of cells, from one corner to the other, with steps up, down, left and right.
    fn square(side: u32) -> Graph {
        let steps = |cell: u32| {
            let (row, column) = (cell / side, cell % side);
            let next = [
                (row > 0).then(|| cell - side),
                (row + 1 < side).then(|| cell + side),
                (column > 0).then(|| cell - 1),
                (column + 1 < side).then(|| cell + 1),
            ];
            next.into_iter().flatten().map(move |next| (cell, next, 1))
        };
        Graph::new(&(0..side * side).flat_map(steps).collect::<Vec<_>>(), 0, &[side * side - 1])
    }

    /// Groups by column, prefers to go down, and takes some rows for dead ends.
    struct Downwards {
        side: u32,
        dead_row: Option<u32>,
        safe: bool,
    }

    impl Guide<Graph> for Downwards {
        fn describe(&mut self, _space: &Graph, state: &[u64], profile: &mut Profile) -> bool {
            let cell = u32::try_from(state[0]).unwrap();
            profile.features.push(cell % self.side);
            profile.priority = u64::from(self.side - cell / self.side);
            Some(cell / self.side) != self.dead_row
        }
        fn is_safe(&self) -> bool {
            self.safe
        }
        fn weigh(&mut self, _space: &Graph, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
            for (weight, child) in weights.iter_mut().zip(children) {
                *weight = u32::from(child.priority >= parent.priority);
            }
        }
    }

    #[test]
    fn a_path_is_found_and_is_one() {
        let space = square(30);
        let run = || {
            let mut guide = Downwards { side: 30, dead_row: None, safe: true };
            FeatureSpaceSearch::new(Search::new(&space), &mut guide, GlobalQueue::None).finish()
        };
        let report = run();
        let path = report.path().unwrap();
        assert_eq!(crate::space::replay(&space, &path.actions), Some((path.cost, true)));
        assert!(report.work.counts.expanded < 900);
        assert_eq!(report, run());
    }

    #[test]
    fn the_end_is_a_proof_only_where_dead_ends_are() {
        let space = square(10);
        for (safe, wanted) in [(true, crate::Exhaustion::Proven), (false, crate::Exhaustion::Unsafe)] {
            let mut guide = Downwards { side: 10, dead_row: Some(4), safe };
            let report = FeatureSpaceSearch::new(Search::new(&space), &mut guide, GlobalQueue::None).finish();
            assert_eq!(report.outcome, Outcome::Exhausted(wanted));
            assert_eq!(report.work.counts.expanded, 40);
        }
    }

    #[test]
    fn effort_is_a_limit() {
        let space = square(10);
        let settings = Settings { effort: Some(7), ..Settings::default() };
        let search = Search::new(&space).settings(settings);
        let mut guide = Downwards { side: 10, dead_row: None, safe: true };
        let report = FeatureSpaceSearch::new(search, &mut guide, GlobalQueue::None).finish();
        assert_eq!((report.outcome, report.work.counts.expanded), (Outcome::Stopped(Stop::Effort), 7));
    }
}
