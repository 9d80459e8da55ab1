//! Search by features: states lie in cells of a small space of features, and the cells take turns.
//!
//! A search and a [`Guide`] come in; a report goes out. The guide says in which cell a state lies and which steps it would
//! take; in each cell, the state goes first whose path has the fewest steps that were not advised; among those, by turns
//! the one of the lowest rank and the one that came first. So a state with a rare
//! combination of features is looked at soon, however unpromising a single estimate finds it. What the features mean
//! is not known here.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::chunks::Chunks;
use super::cost::Cost;
use super::heuristic::Heuristic;
use super::outcome::Report;
use super::pool::StateId;
use super::prune::Prune;
use super::run::{Evaluation, Run};
use super::settings::Search;
use super::space::Space;
use super::tree::Status;
use crate::limits::Stop;

/// What a guide says of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Where it lies: equal features, equal cell.
    pub cell: Vec<u32>,
    /// Breaks ties between states of one cell and weight; the lower goes first.
    pub rank: u32,
    /// More that the guide wants to see again when it gives advice.
    pub notes: Vec<u32>,
}

/// Knows features, and gives advice.
pub trait Guide<S: Space> {
    /// Describes a state; false for a dead end. The profile is empty before.
    fn describe(&mut self, space: &S, state: &[u64], profile: &mut Profile) -> bool;

    /// Whether every dead end is one.
    fn is_safe(&self) -> bool;

    /// Sets the weight of each child's step: 0 for what is advised, more for the rest.
    fn weigh(&mut self, space: &S, parent: &Profile, children: &[Profile], weights: &mut [u32]);
}

/// Runs the search by features. The heuristics of the search are not asked.
pub fn by_features<S, H, P, G>(search: &mut Search<'_, S, H, P>, guide: &mut G) -> Report<S::Cost>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    G: Guide<S>,
{
    let space = search.space;
    let mut run = Run::new(search, Evaluation::Without, false);
    // The weight of the path to each state.
    let (mut cells, mut weights) = (Cells::default(), Chunks::<u32>::new());
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    let (mut profile, mut idle, mut steps) = (Profile::default(), Vec::new(), Vec::new());
    let (mut children, mut ids): (Vec<Profile>, Vec<StateId>) = (Vec::new(), Vec::new());

    space.initial(&mut state);
    let root = run.tree.plant(&state);
    weights.push(0);
    if run.is_hopeless() {
        return run.exhausted(0);
    }
    if space.is_goal(&state) {
        return run.solved(root, false, 0);
    }
    if guide.describe(space, &state, &mut profile) {
        cells.push(&profile.cell, profile.rank, 0, root);
    } else {
        run.dead_end(guide.is_safe());
    }
    loop {
        if let Err(stop) = run.check() {
            return run.stopped(stop, cells.bytes());
        }
        let Some(id) = cells.pop() else { return run.exhausted(cells.bytes()) };
        let node = run.tree.node_mut(id);
        if node.status() != Status::Open {
            continue;
        }
        node.close();
        let g = node.g();
        state.copy_from_slice(run.tree.pool.row(id));
        run.counts.expanded += 1;
        run.prune.begin(space, &state);
        let mut goal = None;
        space.expand(&mut scratch, &state, &mut |action, cost, row| {
            run.counts.generated += 1;
            if run.stop.is_some() || goal.is_some() || !run.keeps_action(action) {
                return;
            }
            let Some(g) = g.plus(cost) else {
                run.overflowed = true;
                return;
            };
            if run.is_too_dear(g) {
                return;
            }
            let Some((child, is_new)) = run.tree.pool.intern(row) else {
                run.stop = Some(Stop::Memory);
                return;
            };
            if !is_new {
                return;
            }
            run.tree.grow(id, g);
            weights.push(u32::MAX);
            if space.is_goal(row) {
                goal = Some(child);
                return;
            }
            let mut profile: Profile = idle.pop().unwrap_or_default();
            profile.cell.clear();
            profile.notes.clear();
            run.counts.evaluated += 1;
            let kept = run.keeps_state(action, row);
            if kept && guide.describe(space, row, &mut profile) {
                children.push(profile);
                ids.push(child);
            } else {
                if kept {
                    run.dead_end(guide.is_safe());
                }
                run.tree.node_mut(child).kill();
                idle.push(profile);
            }
            if run.stop.is_none() {
                run.stop = run.check_limits().err();
            }
        });
        if let Some(goal) = goal {
            return run.solved(goal, false, cells.bytes());
        }
        if children.is_empty() {
            continue;
        }
        steps.clear();
        steps.resize(children.len(), 1);
        profile.cell.clear();
        profile.notes.clear();
        guide.describe(space, &state, &mut profile);
        guide.weigh(space, &profile, &children, &mut steps);
        let weight = *weights.get(id.index());
        for ((child, &id), &step) in children.iter().zip(&ids).zip(&steps) {
            *weights.get_mut(id.index()) = weight + step;
            let fess = std::env::var("FESS").is_ok();
            cells.push(if fess { &profile.cell } else { &child.cell }, child.rank, weight + step, id);
        }
        idle.append(&mut children);
        ids.clear();
    }
}

/// What waits, by cells.
#[derive(Default)]
struct Cells {
    waits: Vec<Waiting>,
    /// Where each cell lies in `waits`. Only looked up, never walked.
    places: HashMap<Vec<u32>, usize, rustc_hash::FxBuildHasher>,
    /// Whose turn it is.
    turn: usize,
    waiting: usize,
    arrivals: u32,
}

/// What waits in one cell: every state twice, once for each order.
#[derive(Default)]
struct Waiting {
    by_rank: BinaryHeap<Reverse<(u32, u32, u32, StateId)>>,
    by_arrival: BinaryHeap<Reverse<(u32, u32, StateId)>>,
    /// Which order has the next turn.
    second: bool,
}

impl Waiting {
    fn pop(&mut self) -> Option<StateId> {
        self.second = !self.second;
        if self.second {
            self.by_rank.pop().map(|Reverse((_, _, _, id))| id)
        } else {
            self.by_arrival.pop().map(|Reverse((_, _, id))| id)
        }
    }
}

impl Cells {
    fn push(&mut self, cell: &[u32], rank: u32, weight: u32, id: StateId) {
        let place = match self.places.get(cell) {
            Some(&place) => place,
            None => {
                self.places.insert(cell.to_vec(), self.waits.len());
                self.waits.push(Waiting::default());
                self.waits.len() - 1
            }
        };
        let cell = &mut self.waits[place];
        cell.by_rank.push(Reverse((weight, rank, self.arrivals, id)));
        cell.by_arrival.push(Reverse((weight, self.arrivals, id)));
        self.arrivals = self.arrivals.wrapping_add(1);
        self.waiting += 2;
    }

    fn pop(&mut self) -> Option<StateId> {
        if self.waiting == 0 {
            return None;
        }
        loop {
            let turn = self.turn;
            self.turn = (self.turn + 1) % self.waits.len();
            if let Some(id) = self.waits[turn].pop() {
                self.waiting -= 1;
                return Some(id);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.waiting * size_of::<(u32, u32, u32, StateId)>() + self.waits.len() * 128
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::Outcome;
    use super::super::settings::Settings;
    use super::*;

    /// A square of cells, from one corner to the other, with steps in four directions.
    struct Square(u64);

    impl Space for Square {
        type Cost = u32;
        type Scratch = [u64; 1];

        fn words(&self) -> usize {
            1
        }
        fn scratch(&self) -> [u64; 1] {
            [0]
        }
        fn initial(&self, state: &mut [u64]) {
            state[0] = 0;
        }
        fn is_goal(&self, state: &[u64]) -> bool {
            state[0] == self.0 * self.0 - 1
        }
        fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
            let (row, column) = (state[0] / self.0, state[0] % self.0);
            for (action, next) in [
                (0, row.checked_sub(1).map(|row| (row, column))),
                (1, (row + 1 < self.0).then_some((row + 1, column))),
                (2, column.checked_sub(1).map(|column| (row, column))),
                (3, (column + 1 < self.0).then_some((row, column + 1))),
            ] {
                if let Some((row, column)) = next {
                    scratch[0] = row * self.0 + column;
                    visit(action, 1, scratch);
                }
            }
        }
    }

    /// Groups by column, likes to go down, and takes some rows for dead.
    struct Downwards {
        dead_row: Option<u64>,
        safe: bool,
    }

    impl Guide<Square> for Downwards {
        fn describe(&mut self, space: &Square, state: &[u64], profile: &mut Profile) -> bool {
            profile.cell.push(u32::try_from(state[0] % space.0).unwrap());
            profile.rank = u32::try_from(space.0 - state[0] / space.0).unwrap();
            Some(state[0] / space.0) != self.dead_row
        }
        fn is_safe(&self) -> bool {
            self.safe
        }
        fn weigh(&mut self, _space: &Square, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
            for (weight, child) in weights.iter_mut().zip(children) {
                *weight = u32::from(child.rank >= parent.rank);
            }
        }
    }

    #[test]
    fn a_way_is_found_and_is_one() {
        let space = Square(30);
        let run = || by_features(&mut Search::new(&space), &mut Downwards { dead_row: None, safe: true });
        let report = run();
        let path = report.path().unwrap();
        assert_eq!(super::super::space::replay(&space, &path.actions), Some((path.cost, true)));
        assert!(report.counts.expanded < 900);
        assert_eq!(report, run());
    }

    #[test]
    fn the_end_is_a_proof_only_where_dead_ends_are() {
        let space = Square(10);
        for (safe, wanted) in
            [(true, super::super::Exhaustion::Proven), (false, super::super::Exhaustion::Unsafe)]
        {
            let mut guide = Downwards { dead_row: Some(4), safe };
            let report = by_features(&mut Search::new(&space), &mut guide);
            assert_eq!(report.outcome, Outcome::Exhausted(wanted));
            assert_eq!(report.counts.expanded, 40);
        }
    }

    #[test]
    fn effort_is_a_limit() {
        let space = Square(10);
        let settings = Settings { effort: Some(7), ..Settings::default() };
        let mut search = Search::new(&space).settings(settings);
        let report = by_features(&mut search, &mut Downwards { dead_row: None, safe: true });
        assert_eq!((report.outcome, report.counts.expanded), (Outcome::Stopped(Stop::Effort), 7));
    }
}
