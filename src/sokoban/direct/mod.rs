//! Direct search: a board and a position in, a solution out, by searches over pushes on the one engine.
//!
//! [`solve`] is the call; a [`Solver`] is chosen from the table [`SOLVERS`]. Every solver works on the same parts: a field
//! ([`field`]), a space (single pushes, pushes with walks, long pushes), bounds, deadlocks. Nothing is said to be
//! unsolvable without a proof. What a level file is, and how results are printed, is not known here.

pub mod bounds;
mod box_walk;
pub mod corral;
mod crossings;
mod cuts;
mod distances;
pub mod field;
mod freeze;
pub mod guide;
pub mod guide_pulls;
mod matching;
mod packing;
pub mod patterns;
mod pruning;
pub mod pull_bounds;
pub mod regions;
mod registry;
mod remainder;
pub mod simple;
pub mod solution;
pub mod space_macros;
pub mod space_pulls;
pub mod space_pushes;
mod space_walks;
mod turns;

use super::board::{Board, CellId, Position};
use super::moves::Move;
use crate::limits::{Limits, Stop};
use crate::search::{
    Algorithm, Exhaustion, Heuristic, Observer, Outcome, Prune, Report, Search, Settings, Space, UnitCost,
    Work,
};
use bounds::{Bounds, Ground, WalkBounds};
use field::Field;
use pruning::CorralPruning;
pub use registry::{Promise, SOLVERS, Solver, SolverRow, solver_named};
use simple::{NearestGoals, StraightLines, no_corners, no_corners_and_lines};
use space_pushes::Pushes;
use space_walks::{Moves, MovesThenPushes, PushesThenMoves, Walks};

/// Expansions of the strong solver's first search.
const FIRST_EFFORT: u64 = 3000;

/// How a solver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// With this solution.
    Solved(Vec<Move>),
    /// There is none; with a reason where one is at hand.
    Unsolvable(Option<Reason>),
    /// Without a solution and without a proof.
    Unsolved,
    /// At a limit.
    Stopped(Stop),
}

/// Why a position cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

impl Reason {
    /// The reason in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::OutOfReach => "a box that the player cannot reach is not on a goal",
            Self::TooManyBoxes => "there are more boxes than goals within reach",
            Self::DeadCell(_) => "a box is where it can be pushed to no goal",
            Self::Frozen(_) => "a box is off goal and can never be pushed",
            Self::NoAssignment => "not every box can have a goal of its own",
        }
    }

    /// The cell that it speaks of.
    #[must_use]
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::DeadCell(cell) | Self::Frozen(cell) => Some(cell),
            _ => None,
        }
    }
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// What was done.
    pub work: Work,
}

impl Answer {
    /// The solution, if there is one.
    #[must_use]
    pub fn solution(&self) -> Option<&[Move]> {
        match &self.status {
            Status::Solved(moves) => Some(moves),
            _ => None,
        }
    }

    fn at_once(status: Status) -> Self {
        Self { status, work: Work::default() }
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
    if board.is_solved(position) {
        return Answer::at_once(Status::Solved(Vec::new()));
    }
    let field = Field::new(board);
    if let Err(stop) = limits.look() {
        return Answer::at_once(Status::Stopped(stop));
    }
    let is_hopeless = board.boxes_left(position) > position.boxes.difference_count(board.goals());
    let mut call = Call { board, position, limits, observer };
    match solver {
        Solver::Bfs => {
            let space = Pushes::new(&field, position, &no_corners(&field), is_hopeless);
            let report = call.run(Search::new(&space), Algorithm::Bfs);
            answer(report, |actions| solution::of_pushes(board, position, actions))
        }
        Solver::Astar => {
            let space = Walks::<Moves>::new(&field, position, &no_corners(&field), is_hopeless);
            let report = call.run(Search::new(&space).heuristic(NearestGoals), Algorithm::Astar);
            answer(report, |actions| solution::of_pushes(board, position, actions))
        }
        Solver::Greedy => {
            let allowed = no_corners_and_lines(&field);
            let space = Walks::<Moves>::new(&field, position, &allowed, is_hopeless);
            let space = UnitCost(&space);
            let settings = Settings { preferred: false, ..Settings::default() };
            let search = Search::new(&space).heuristic(StraightLines::new(&field)).settings(settings);
            let report = call.run(search, Algorithm::Gbfs);
            answer(report, |actions| solution::of_pushes(board, position, actions))
        }
        _ => call.informed(&Ground::new(field), solver),
    }
}

/// Why a position cannot be solved, where that is plain to see.
///
/// ```
/// use banto::sokoban::direct::{Reason, plain_reason};
/// use banto::sokoban::{Board, Level};
///
/// let level: Level = "#####\n#$@.#\n#####".parse().unwrap();
/// let (board, position) = Board::new(&level).unwrap();
/// assert!(matches!(plain_reason(&board, &position), Some(Reason::DeadCell(_))));
/// ```
#[must_use]
pub fn plain_reason(board: &Board, position: &Position) -> Option<Reason> {
    let ground = Ground::new(Field::new(board));
    Call { board, position, limits: &Limits::none(), observer: None }.reason(&ground)
}

/// One call of [`solve`].
struct Call<'a> {
    board: &'a Board,
    position: &'a Position,
    limits: &'a Limits,
    observer: Option<&'a dyn Observer>,
}

impl Call<'_> {
    /// The solvers that know distances.
    fn informed(&mut self, ground: &Ground, solver: Solver) -> Answer {
        if let Some(reason) = self.reason(ground) {
            return Answer::at_once(Status::Unsolvable(Some(reason)));
        }
        let (board, position) = (self.board, self.position);
        let (field, live) = (&*ground.field, &ground.open.live);
        match solver {
            Solver::PushesThenMoves => self.pushes_then_moves(ground, None),
            Solver::MovesThenPushes => {
                let space = Walks::<MovesThenPushes>::new(field, position, live, false);
                let search = Search::new(&space).heuristic(WalkBounds::<MovesThenPushes>::new(ground));
                let report = self.run(search, Algorithm::Astar);
                answer(report, |actions| solution::of_pushes(board, position, actions))
            }
            Solver::Direct => self.strong(ground),
            _ => self.fewest_pushes(ground, None),
        }
    }

    /// The strong solver: a search that is enough for small levels and gives the best solution; then several that take turns, see
    /// [`turns`]; between their turns, once, one for small levels that are hard.
    fn strong(&mut self, ground: &Ground) -> Answer {
        if ground.field.len() > space_macros::CELLS_LIMIT {
            return self.fewest_pushes(ground, None);
        }
        let mut answer = self.pushes_then_moves(ground, Some(FIRST_EFFORT));
        if answer.status == Status::Stopped(Stop::Effort) {
            answer = turns::run(self, ground, answer);
        }
        answer
    }

    fn fewest_pushes(&mut self, ground: &Ground, effort: Option<u64>) -> Answer {
        let (board, position) = (self.board, self.position);
        let space = Pushes::new(&ground.field, position, &ground.open.live, false);
        let settings = Settings { effort, ..Settings::default() };
        let search = Search::new(&space).heuristic(Bounds::new(ground)).prune(CorralPruning::new(ground));
        let report = self.run(search.settings(settings), Algorithm::Astar);
        answer(report, |actions| solution::of_pushes(board, position, actions))
    }

    fn pushes_then_moves(&mut self, ground: &Ground, effort: Option<u64>) -> Answer {
        let (board, position) = (self.board, self.position);
        let space = Walks::<PushesThenMoves>::new(&ground.field, position, &ground.open.live, false);
        let settings = Settings { effort, ..Settings::default() };
        let search = Search::new(&space).heuristic(WalkBounds::<PushesThenMoves>::new(ground));
        let report = self.run(search.settings(settings), Algorithm::Astar);
        answer(report, |actions| solution::of_pushes(board, position, actions))
    }

    fn run<'s, S, H, P>(&'s mut self, search: Search<'s, S, H, P>, algorithm: Algorithm) -> Report<S::Cost>
    where
        S: Space,
        H: Heuristic<S>,
        P: Prune<S>,
    {
        let mut search = search.limits(self.limits);
        if let Some(observer) = self.observer {
            search = search.observer(observer);
        }
        search.run(algorithm)
    }

    fn reason(&self, ground: &Ground) -> Option<Reason> {
        let (field, open) = (&ground.field, &ground.open);
        if self.board.boxes_left(self.position) > self.position.boxes.difference_count(self.board.goals()) {
            return Some(Reason::OutOfReach);
        }
        let boxes: Vec<u32> = self.position.boxes.ones().map(field::number).collect();
        if boxes.len() > field.goals().len() {
            return Some(Reason::TooManyBoxes);
        }
        let cell = |cell: u32| CellId::from(cell);
        if let Some(&dead) = boxes.iter().find(|&&cell| !open.live[cell as usize]) {
            return Some(Reason::DeadCell(cell(dead)));
        }
        let mut freeze = freeze::Freeze::new(field);
        let frozen = freeze.find(field, &open.live, &boxes);
        if let Some(&frozen) = frozen.iter().find(|&&cell| !field.is_goal(cell)) {
            return Some(Reason::Frozen(cell(frozen)));
        }
        let mut row = vec![0; field.words()];
        field.pack(self.position, &mut row);
        Bounds::new(ground).pushes(&row).is_none().then_some(Reason::NoAssignment)
    }
}

/// What a report means.
fn answer<C>(report: Report<C>, moves: impl FnOnce(&[u32]) -> Vec<Move>) -> Answer {
    let status = match report.outcome {
        Outcome::Solved { path, .. } => Status::Solved(moves(&path.actions)),
        Outcome::Exhausted(Exhaustion::Proven) => Status::Unsolvable(None),
        Outcome::Exhausted(_) => Status::Unsolved,
        Outcome::Stopped(stop) => Status::Stopped(stop),
    };
    Answer { status, work: report.work }
}
