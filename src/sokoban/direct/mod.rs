//! Direct search: solves a position of a board by searches over pushes, on the one engine.
//!
//! In: a board, a position, the name of a [`Solver`] from the table [`SOLVERS`], limits. Out: an [`Answer`] with a
//! solution, a proof that there is none, or the limit that was reached. All solvers are made of the same parts: a
//! field, a space (single pushes, pushes with walks, macro moves), lower bounds, deadlock detection. A level is called
//! unsolvable only with a proof.

pub(super) mod bounds;
pub(super) mod context;
mod deadlocks;
mod features;
pub(super) mod field;
mod improve;
mod plan;
mod solvers;
pub(super) mod spaces;

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use super::board::{Board, CellId, Position};
use super::moves::Move;
use banto_base::limits::threads::startable;
use banto_base::limits::{Limits, Stop};
use banto_search::transport::{Thread, Transport, threads as links};
use banto_search::{
    Algorithm, Exhaustion, Observer, Outcome, Report, Search, Settings, Space, UnitCost, Work, in_ranks,
};
use bounds::{Bounds, BoundsWithPatterns, Measured, WalkBounds};
use context::Context;
pub use deadlocks::deadlock_tests::DeadlockTests;
use field::Field;
pub use improve::{Aim, Improved, improve};
pub use solvers::registry::{Promise, SOLVERS, Solver, SolverRow, solver_named};
use spaces::homes::Homes;
use spaces::push_pruning::PushPruning;
use spaces::pushes::Pushes;
use spaces::simple::{NearestGoals, StraightLines, no_corners, no_corners_and_lines};
use spaces::walks::{Measure, Moves, MovesThenPushes, PushesThenMoves, Walks};

/// How a solver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// This is a solution.
    Solved(Vec<Move>),
    /// There is no solution, perhaps for this reason.
    Unsolvable(Option<Reason>),
    /// The search ended without a solution and without a proof.
    Unsolved,
    /// A limit was reached.
    Stopped(Stop),
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A box that is out of reach is not on a goal.
    OutOfReach,
    /// There are more boxes than goals.
    TooManyBoxes,
    /// The box on this cell can be pushed to no goal.
    DeadCell(CellId),
    /// The box on this cell is off goal and can never be pushed.
    Frozen(CellId),
    /// There is no way to give every box a goal that it can reach.
    NoAssignment,
    /// Some boxes, alone on the board, cannot all reach goals.
    Group,
}

impl Reason {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OutOfReach => "a box that the player cannot reach is not on a goal",
            Self::TooManyBoxes => "there are more boxes than goals within reach",
            Self::DeadCell(_) => "a box can no longer reach any goal",
            Self::Frozen(_) => "a box that is not on a goal can never be pushed",
            Self::NoAssignment => "not every box can have a goal of its own",
            Self::Group => "some boxes block each other permanently",
        }
    }

    /// The reason in words, with the place of the box in the drawing, from 1.
    #[doc(hidden)]
    pub fn placed(self, board: &Board) -> String {
        let place = self.cell().map(|cell| board.place(cell));
        let place = place.map(|(row, column)| format!(" (row {}, column {})", row + 1, column + 1));
        format!("{}{}", self.words(), place.unwrap_or_default())
    }

    /// The cell of the box in question.
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::DeadCell(cell) | Self::Frozen(cell) => Some(cell),
            _ => None,
        }
    }
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// The work done.
    pub work: Work,
    /// What was proven that every solution costs, in the measure of the solver: in pushes, if it promises none.
    pub lower_bound: Option<u64>,
}

impl Answer {
    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&[Move]> {
        match &self.status {
            Status::Solved(moves) => Some(moves),
            _ => None,
        }
    }

    fn at_once(status: Status) -> Self {
        Self { status, work: Work::default(), lower_bound: None }
    }
}

/// Solves a position of a board.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::direct::{Solver, solve};
/// use banto::sokoban::{Board, level, lurd};
/// use banto::source::SourceText;
///
/// let text = SourceText::new("a.xsb", "#######\n#@ $ .#\n#######\n");
/// let reading = level::read(&text, None);
/// let (board, position) = Board::new(&reading.collection.levels[0]).unwrap();
/// let answer = solve(&board, &position, Solver::Direct, &Limits::none(), None);
/// assert_eq!(lurd::lurd(answer.solution().unwrap().iter().copied()), "rRR");
/// ```
pub fn solve(
    board: &Board,
    position: &Position,
    solver: Solver,
    limits: &Limits,
    observer: Option<&dyn Observer>,
) -> Answer {
    solve_in_threads(board, position, solver, 1, limits, observer)
}

/// As [`solve`], in this many threads if the solver can use them; otherwise in one.
pub fn solve_in_threads(
    board: &Board,
    position: &Position,
    solver: Solver,
    threads: usize,
    limits: &Limits,
    observer: Option<&dyn Observer>,
) -> Answer {
    if board.is_solved(position) {
        return Answer::at_once(Status::Solved(Vec::new()));
    }
    let threads = threads.max(1);
    if threads == 1 || !solver.row().in_threads {
        let (effort, link) = (None, RefCell::default());
        return Call { board, position, effort, limits, observer, link }.solve(solver);
    }
    let (threads, measured) = (1 + startable(threads - 1, limits), Measured::default());
    let answers = in_ranks(links(threads), limits, observer, &|link, limits, observer| {
        let link = RefCell::new(Some((link, Measured::clone(&measured))));
        Call { board, position, effort: None, limits, observer, link }.solve(solver)
    });
    answers.into_iter().next().expect("there is a rank")
}

/// As [`solve`] by `bfs` or `pushes`, which give up after so many expansions.
pub(crate) fn solve_briefly(
    board: &Board,
    position: &Position,
    solver: Solver,
    effort: u64,
    limits: &Limits,
) -> Answer {
    let link = RefCell::default();
    Call { board, position, effort: Some(effort), limits, observer: None, link }.solve(solver)
}

struct Call<'a> {
    board: &'a Board,
    position: &'a Position,
    /// The most expansions, where the call is for one search.
    effort: Option<u64>,
    limits: &'a Limits,
    observer: Option<&'a dyn Observer>,
    /// The other ranks, where several run this call, and what these measure once for all.
    link: RefCell<Option<(Thread, Measured)>>,
}

impl Call<'_> {
    fn solve(&self, solver: Solver) -> Answer {
        let Self { board, position, limits, .. } = *self;
        if let Err(stop) = limits.check_allocation(board.len() * size_of::<[u64; 4]>()) {
            return Answer::at_once(Status::Stopped(stop));
        }
        if board.is_out_of_reach() {
            return Answer::at_once(Status::Unsolvable(Some(Reason::OutOfReach)));
        }
        let field = Field::new(board);
        match solver {
            Solver::Bfs => {
                let space = Pushes::new(&field, position, &no_corners(&field), limits);
                let settings = Settings { effort: self.effort, ..Settings::default() };
                let report = self.run(Search::new(&space).settings(settings), Algorithm::Bfs);
                self.answer(report)
            }
            Solver::Astar => {
                let space = Walks::<Moves>::new(&field, position, &no_corners(&field), limits);
                let search = Search::new(&space).heuristic(NearestGoals::new(&field, limits));
                let report = self.run(search, Algorithm::Astar);
                self.answer(report)
            }
            Solver::Greedy => {
                let allowed = no_corners_and_lines(&field);
                let space = Walks::<Moves>::new(&field, position, &allowed, limits);
                let space = UnitCost(&space);
                let settings = Settings { preferred: false, ..Settings::default() };
                let search = Search::new(&space).heuristic(StraightLines::new(&field, limits));
                let report = self.run(search.settings(settings), Algorithm::Gbfs);
                self.answer(report)
            }
            Solver::Direct | Solver::FewestPushes | Solver::PushesThenMoves | Solver::MovesThenPushes => {
                match Context::new(field, limits) {
                    Ok(context) => self.informed(&context, solver),
                    Err(stop) => Answer::at_once(Status::Stopped(stop)),
                }
            }
        }
    }

    /// The solvers that use distances.
    fn informed(&self, context: &Context, solver: Solver) -> Answer {
        if let Some(reason) = reason(self.position, context) {
            return Answer::at_once(Status::Unsolvable(Some(reason)));
        }
        match solver {
            Solver::PushesThenMoves => self.fewest_with_walks::<PushesThenMoves>(context, None),
            Solver::MovesThenPushes => self.fewest_with_walks::<MovesThenPushes>(context, None),
            Solver::Direct => self.direct(context),
            Solver::FewestPushes => self.fewest_pushes(context, self.effort),
            Solver::Bfs | Solver::Astar | Solver::Greedy => unreachable!("these use no distances"),
        }
    }

    /// First searches that suffice for small or spacious levels and push least, and one for a packing plan; then
    /// [`interleaving`]. Levels too large for these get one greedy search.
    fn direct(&self, context: &Context) -> Answer {
        if context.field.len() > spaces::macro_pushes::CELLS_LIMIT || !context.open.distances.has_rows() {
            return self.pushes(context, Algorithm::Gbfs, None);
        }
        match solvers::first_searches::run(self, context) {
            (answer, plan) if answer.status == Status::Stopped(Stop::Effort) => {
                solvers::interleaving::run(self, context, &answer, plan)
            }
            (answer, _) => answer,
        }
    }

    fn fewest_pushes(&self, context: &Context, effort: Option<u64>) -> Answer {
        self.pushes(context, Algorithm::Astar, effort)
    }

    fn pushes(&self, context: &Context, algorithm: Algorithm, effort: Option<u64>) -> Answer {
        let space = Pushes::new(&context.field, self.position, &context.open.live, self.limits);
        let settings = Settings { effort, preferred: false, ..Settings::default() };
        let of_rank = |(link, measured): &(Thread, Measured)| (link.ranks(), Measured::clone(measured));
        let (ranks, measured) = self.link.borrow().as_ref().map_or((1, Measured::default()), of_rank);
        let bounds = BoundsWithPatterns::new(context, ranks, measured);
        let search = Search::new(&space).heuristic(bounds).prune(PushPruning::new(context));
        let report = self.run(search.settings(settings), algorithm);
        self.answer(report)
    }

    fn fewest_with_walks<M: Measure>(&self, context: &Context, effort: Option<u64>) -> Answer {
        let space = Walks::<M>::new(&context.field, self.position, &context.open.live, self.limits);
        let settings = Settings { effort, ..Settings::default() };
        let search = Search::new(&space).heuristic(WalkBounds::<M>::new(context));
        let report = self.run(search.settings(settings), Algorithm::Astar);
        self.answer(report)
    }

    fn run<S: Space>(&self, search: Search<'_, S>, algorithm: Algorithm) -> Report<S::Cost> {
        let mut search = search.limits(self.limits);
        if let Some(observer) = self.observer {
            search = search.observer(observer);
        }
        match self.link.take() {
            None => search.run(algorithm),
            Some((mut link, _)) => {
                let homes = Homes::new(&Field::new(self.board));
                search.run_in_ranks(algorithm, &mut link, &|row| homes.hash(row))
            }
        }
    }

    /// The answer of a search whose actions are single pushes.
    fn answer<C>(&self, report: Report<C>) -> Answer {
        answer(report, self.limits, |actions| {
            field::solution::of_pushes(self.board, self.position, actions, self.limits)
        })
    }
}

/// Why a position whose boxes are all reachable is obviously unsolvable, if it is. Limits are checked by the next
/// stage.
fn reason(position: &Position, context: &Context) -> Option<Reason> {
    let (field, open) = (&context.field, &context.open);
    let boxes: Vec<u32> = position.boxes.ones().map(field::number).collect();
    if boxes.len() > field.goals.len() {
        return Some(Reason::TooManyBoxes);
    }
    if let Some(&dead) = boxes.iter().find(|&&cell| !open.live[cell as usize]) {
        return Some(Reason::DeadCell(dead.into()));
    }
    let mut immovable = field::freeze::ImmovableBoxes::new(field);
    let frozen = immovable.frozen(field, &open.live, &boxes);
    if let Some(&frozen) = frozen.iter().find(|&&cell| !field.is_goal(cell)) {
        return Some(Reason::Frozen(frozen.into()));
    }
    let mut row = vec![0; field.words];
    field::pack(position, &mut row);
    Bounds::new(context).pushes(&row).is_none().then_some(Reason::NoAssignment)
}

/// The answer of a search. A part that was stopped midway may have withheld states from the search: then nothing is
/// proven.
fn answer<C>(
    report: Report<C>,
    limits: &Limits,
    moves: impl FnOnce(&[u32]) -> Result<Vec<Move>, Stop>,
) -> Answer {
    let status = match report.outcome {
        Outcome::Solved { path, .. } => moves(&path.actions).map_or_else(Status::Stopped, Status::Solved),
        Outcome::Exhausted(Exhaustion::Proven) => match limits.check() {
            Ok(()) => Status::Unsolvable(None),
            Err(stop) => Status::Stopped(stop),
        },
        Outcome::Exhausted(_) => Status::Unsolved,
        Outcome::Stopped(stop) => Status::Stopped(stop),
    };
    Answer { status, work: report.work, lower_bound: report.readings.lower_bound }
}
