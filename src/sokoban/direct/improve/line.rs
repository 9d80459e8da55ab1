//! A solution as a line of states, and the search for another path between two of them.
//!
//! In: a space and pushes. Out: the states along them with what each push costs. A [`Part`] is a space in which a part
//! of the line can be searched: as a level whose goals are the places of the boxes at its end.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use super::super::bounds::{Bounds, WalkBounds};
use super::super::context::Context;
use super::super::field::{Field, flip, for_each_box, unpack};
use super::super::spaces::Choosing;
use super::super::spaces::pushes::Pushes;
use super::super::spaces::walks::{Measure, Walks};
use banto_base::limits::{Limits, Stop};
use banto_search::{Algorithm, Cost, Observer, Report, Search, Settings, Space};

/// Tables, limits and observer for every search of a level.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub(super) context: &'a Context,
    pub(super) limits: &'a Limits,
    pub(super) observer: Option<&'a dyn Observer>,
}

/// Pushes with the states before, between and after them.
pub(super) struct Line<C> {
    pub(super) pushes: Vec<u32>,
    costs: Vec<C>,
    rows: Vec<u64>,
    words: usize,
}

impl<C: Cost> Line<C> {
    /// Replays pushes. `None` if one of them is not possible, or a limit is reached.
    pub(super) fn new<S: Space<Cost = C>>(space: &S, pushes: Vec<u32>, limits: &Limits) -> Option<Self> {
        let words = space.words();
        limits.check_allocation(words * (pushes.len() + 1) * size_of::<u64>()).ok()?;
        let mut rows = vec![0; words * (pushes.len() + 1)];
        let mut costs = Vec::with_capacity(pushes.len());
        let mut scratch = space.scratch();
        space.initial(&mut rows[..words]);
        for (&push, at) in pushes.iter().zip((0..).step_by(words)) {
            let (state, next) = rows[at..].split_at_mut(words);
            limits.check().ok()?;
            let mut made = None;
            space.expand(&mut scratch, state, &mut |action, cost, row| {
                if action == push {
                    next[..words].copy_from_slice(row);
                    made = Some(cost);
                }
            });
            costs.push(made?);
        }
        Some(Self { pushes, costs, rows, words })
    }

    pub(super) const fn len(&self) -> usize {
        self.pushes.len()
    }

    /// The state before the push of this number, or the last one.
    pub(super) fn row(&self, index: usize) -> &[u64] {
        &self.rows[index * self.words..(index + 1) * self.words]
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.rows.chunks_exact(self.words)
    }

    pub(super) fn cost(&self, window: &Range<usize>) -> C {
        self.costs[window.clone()].iter().fold(C::ZERO, |sum, cost| sum.plus_or_infinite(*cost))
    }

    /// The pushes with others in a window.
    pub(super) fn with(&self, window: &Range<usize>, pushes: &[u32]) -> Vec<u32> {
        [&self.pushes[..window.start], pushes, &self.pushes[window.end..]].concat()
    }

    /// The box of each push, by the cell where it stands in the beginning.
    pub(super) fn owners(&self, field: &Field) -> Vec<u32> {
        let mut owners = FxHashMap::default();
        let owner = |&push: &u32| {
            let owner = owners.remove(&(push / 4)).unwrap_or(push / 4);
            owners.insert(field.next(push / 4, push as usize % 4), owner);
            owner
        };
        self.pushes.iter().map(owner).collect()
    }

    /// The boxes in the order in which they are pushed; one that is pushed several times in a row is there once.
    pub(super) fn runs(&self, field: &Field) -> Vec<u32> {
        let mut runs = self.owners(field);
        runs.dedup();
        runs
    }

    /// The boxes that no push of a window moves.
    pub(super) fn resting(&self, window: &Range<usize>) -> Vec<u32> {
        let mut boxes = Vec::new();
        for_each_box(self.row(window.start), |cell| boxes.push(cell));
        let pushed: Vec<u32> = self.pushes[window.clone()].iter().map(|push| push / 4).collect();
        boxes.retain(|cell| !pushed.contains(cell));
        boxes
    }

    /// A hash of a window, and of boxes with a part in it.
    pub(super) fn key(&self, window: &Range<usize>, boxes: &[u32]) -> u64 {
        let mut hasher = FxHasher::default();
        (self.row(window.start), &self.pushes[window.clone()], boxes).hash(&mut hasher);
        hasher.finish()
    }
}

/// Where a part begins and ends, and which boxes are not moved between.
#[derive(Clone, Copy)]
pub(super) struct Ends<'e> {
    pub(super) start: &'e [u64],
    pub(super) end: Option<&'e [u64]>,
    pub(super) resting: &'e [u32],
}

impl Ends<'_> {
    /// A row without the boxes that rest.
    fn without_resting(&self, row: &[u64]) -> Vec<u64> {
        let mut row = row.to_vec();
        self.resting.iter().for_each(|&cell| flip(&mut row, cell));
        row
    }

    /// The level with the boxes of the end as goals, and those that rest as walls.
    fn context(&self, context: &Context) -> Result<Context, Stop> {
        let mut goals = Vec::new();
        match self.end {
            Some(end) => for_each_box(end, |cell| goals.push(cell)),
            None if self.resting.is_empty() => return Ok(context.clone()),
            None => goals.clone_from(&context.field.goals),
        }
        goals.retain(|goal| !self.resting.contains(goal));
        if self.resting.is_empty() { context.toward(goals) } else { context.among(self.resting, goals) }
    }
}

pub(super) type Solved<C> = Result<Report<C>, Stop>;

/// A space in which parts of a line are searched.
pub(super) trait Part: Choosing {
    /// A cheapest way from one state to another below a bound; without an end, to any solved position.
    fn solve(tools: &Tools<'_>, ends: Ends<'_>, bound: Self::Cost, effort: u64) -> Solved<Self::Cost>;

    /// The cost of this many pushes and moves; pushes also count as moves.
    fn cost(pushes: u32, moves: u32) -> Self::Cost;
}

impl Part for Pushes<'_> {
    fn solve(tools: &Tools<'_>, ends: Ends<'_>, bound: u32, effort: u64) -> Solved<u32> {
        let context = &ends.context(tools.context)?;
        let position = unpack(&context.field, &ends.without_resting(ends.start));
        let end = ends.end.map(|end| ends.without_resting(end));
        let space = Pushes::new(&context.field, &position, &context.open.live, tools.limits)
            .ending_at(end.as_deref());
        let search = Search::new(&space).heuristic(Bounds::new(context));
        Ok(run(search, tools, bound, effort))
    }

    fn cost(pushes: u32, _moves: u32) -> u32 {
        pushes
    }
}

impl<M: Measure> Part for Walks<'_, M> {
    fn solve(tools: &Tools<'_>, ends: Ends<'_>, bound: M::Cost, effort: u64) -> Solved<M::Cost> {
        let context = &ends.context(tools.context)?;
        let position = unpack(&context.field, &ends.without_resting(ends.start));
        let end = ends.end.map(|end| ends.without_resting(end));
        let space = Walks::<M>::new(&context.field, &position, &context.open.live, tools.limits)
            .ending_at(end.as_deref());
        Ok(run(Search::new(&space).heuristic(WalkBounds::<M>::new(context)), tools, bound, effort))
    }

    fn cost(pushes: u32, moves: u32) -> M::Cost {
        M::of(pushes, moves)
    }
}

pub(super) fn run<S: Space>(
    search: Search<'_, S>,
    tools: &Tools<'_>,
    bound: S::Cost,
    effort: u64,
) -> Report<S::Cost> {
    let settings =
        Settings { bound: Some(bound), effort: Some(effort), preferred: false, ..Settings::default() };
    let mut search = search.limits(tools.limits).settings(settings);
    if let Some(observer) = tools.observer {
        search = search.observer(observer);
    }
    search.run(Algorithm::Astar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direct::field::{Field, push_number};
    use crate::direct::spaces::walks::PushesThenMoves;
    use crate::{Board, Direction, Level};
    use banto_search::Lexicographic;

    /// A window in which one box rests ends with the same boxes, and never pushes it.
    #[test]
    fn boxes_that_rest_are_not_pushed() {
        let level: Level = "#########\n#@  $  .#\n#   $  .#\n#       #\n#########".parse().unwrap();
        let (board, start) = Board::new(&level).unwrap();
        let limits = Limits::none();
        let context = Context::new(Field::new(&board), &limits).unwrap();
        let tools = Tools { context: &context, limits: &limits, observer: None };
        let cell = |column| u32::from(board.cell_at(1, column).unwrap());
        let [left, right] = [Direction::Left, Direction::Right].map(Direction::index);
        // Once to the left and back on the way.
        let pushes = [(4, left), (3, right), (4, right), (5, right), (6, right)];
        let pushes: Vec<u32> =
            pushes.into_iter().map(|(column, way)| push_number(cell(column), way)).collect();
        let space = Walks::<PushesThenMoves>::new(&context.field, &start, &context.open.live, &limits);
        let line = Line::new(&space, pushes, &limits).unwrap();
        let window = 0..line.len();
        let resting = line.resting(&window);
        assert_eq!(resting, [u32::from(board.cell_at(2, 4).unwrap())]);
        let ends = Ends { start: line.row(0), end: Some(line.row(line.len())), resting: &resting };
        let report = Walks::<PushesThenMoves>::solve(&tools, ends, line.cost(&window), 1_000).unwrap();
        let path = report.path().unwrap();
        assert_eq!((path.actions.len(), path.cost), (3, Lexicographic(3, 5)));
        let shorter = Line::new(&space, path.actions.clone(), &limits).unwrap();
        assert_eq!(shorter.row(shorter.len()), line.row(line.len()));
    }
}
