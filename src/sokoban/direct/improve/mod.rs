//! Shorter solutions from a solution: windows of it are solved again with the boxes that they move, a few boxes get new
//! ways through all of it, and the positions near it are searched, in turns by what each has gained for its work. A
//! part of all work is for a search of the whole level under the bound of the best solution, which can prove it best.
//!
//! In: a board, a position, the moves of a solution, what to minimize, limits. Out: each shorter solution as it is
//! found, and whether no shorter one exists. Work is counted, not timed: the same input gives the same solutions in the
//! same order. What `planning::improve` does for plans of any task is done here on the board, where pushes, bounds and
//! deadlocks are known: the two are compared, so neither is built from the other.

mod line;
mod reroute;
mod whole;
mod windows;

use super::bounds::{BoundsWithPatterns, Measured, WalkBounds};
use super::context::Context;
use super::field::{Field, number, push_number, solution};
use super::spaces::push_pruning::PushPruning;
use super::spaces::pushes::Pushes;
use super::spaces::walks::{Measure, MovesThenPushes, PushesThenMoves, Walks};
use crate::{Board, Move, Position};
use banto_base::limits::Limits;
use banto_search::{
    Bandit, Cost, Exhaustion, Lexicographic, Observer, Outcome, Report, Search, Work, neighborhood, replay,
};
use line::{Ends, Line, Part, Tools};
use whole::Whole;
use windows::Windows;

/// The measure to minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Pushes, and with as many pushes, moves.
    Pushes,
    /// Moves, and with as many moves, pushes.
    Moves,
}

/// The best solution in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Improved {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Whether it is proven that no solution is better.
    pub proven: bool,
    /// The work done.
    pub work: Work,
}

/// Looks for shorter solutions until a limit is reached or none is left. `better` hears of each.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::direct::{Aim, improve};
/// use banto::sokoban::{Board, Direction, Level};
///
/// let level: Level = "#######\n#@    #\n# $  .#\n#     #\n#######".parse().unwrap();
/// let (board, start) = Board::new(&level).unwrap();
/// let mut position = start.clone();
/// use Direction::{Down, Right, Up};
/// let ways = [Down, Down, Up, Right, Right, Right].into_iter();
/// let moves: Vec<_> = ways.map(|way| board.step(&mut position, way).unwrap()).collect();
/// let improved = improve(&board, &start, &moves, Aim::Pushes, &Limits::none(), None, &mut |_| {}).unwrap();
/// assert!(improved.moves.len() == 4 && improved.proven);
/// ```
///
/// `None` if the moves do not solve the position.
pub fn improve(
    board: &Board,
    position: &Position,
    moves: &[Move],
    aim: Aim,
    limits: &Limits,
    observer: Option<&dyn Observer>,
    better: &mut dyn FnMut(&[Move]),
) -> Option<Improved> {
    let mut improved = Improved { moves: moves.to_vec(), proven: false, work: Work::default() };
    let pushes = pushes_of(board, position, moves)?;
    if pushes.is_empty() {
        if !std::mem::take(&mut improved.moves).is_empty() {
            better(&[]);
        }
        improved.proven = true;
        return Some(improved);
    }
    let room = limits.check_allocation(board.len() * size_of::<[u64; 4]>());
    let Ok(context) = room.and_then(|()| Context::new(Field::new(board), limits)) else {
        return Some(improved);
    };
    let call = Call { board, position, tools: Tools { context: &context, limits, observer } };
    if aim == Aim::Moves {
        // Fewer pushes first: they are sooner found, and most walks go with them.
        let mut by_pushes = improved.clone();
        let mut walked = |moves: &[Move]| {
            if moves.len() < improved.moves.len() {
                improved.moves = moves.to_vec();
                better(moves);
            }
        };
        let best =
            Best { pushes, cost: Lexicographic::INFINITE, improved: &mut by_pushes, better: &mut walked };
        call.run::<PushesThenMoves>(best, true, Some(PATIENCE));
        improved.work = by_pushes.work;
    }
    let pushes = pushes_of(board, position, &improved.moves)?;
    let best = Best { pushes, cost: Lexicographic::INFINITE, improved: &mut improved, better };
    match aim {
        Aim::Pushes => call.run::<PushesThenMoves>(best, true, None),
        Aim::Moves => call.run::<MovesThenPushes>(best, false, None),
    }
    Some(improved)
}

/// The pushes of moves up to the first solved position.
fn pushes_of(board: &Board, position: &Position, moves: &[Move]) -> Option<Vec<u32>> {
    let mut position = position.clone();
    let mut pushes = Vec::new();
    for one in moves {
        if board.is_solved(&position) {
            break;
        }
        let made = board.step(&mut position, one.direction)?;
        if made.push {
            pushes.push(push_number(position.player.into(), made.direction.index()));
        }
    }
    board.is_solved(&position).then_some(pushes)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Windows of the solution, each with the boxes that it moves.
    Windows,
    /// New ways for a few boxes.
    Reroute,
    /// The positions near the solution.
    Near,
}

/// The methods, each without walks and with them. Where pushes come first, nothing is gained near the solution.
const METHODS: [(Method, bool); 5] = [
    (Method::Windows, false),
    (Method::Windows, true),
    (Method::Reroute, false),
    (Method::Reroute, true),
    (Method::Near, true),
];
/// The last of them.
const NEAR: usize = METHODS.len() - 1;
/// Their first shares, in evaluations.
const SHARES: [u64; 5] = [8_000, 8_000, 8_000, 8_000, 2_000];
/// The search of the whole level goes on for so many evaluations at least.
const TURN_OF_WHOLE: u64 = 16_000;
/// Where moves are to become fewer, pushes become fewer first: for this many evaluations at least, or for twice as many
/// as had gained something.
const PATIENCE: u64 = 1_000_000;
/// The work of preparing a window, in evaluations, and the cells that are prepared for the work of one.
const WORK_OF_WINDOW: u64 = 20;
const CELLS: usize = 512;
/// States near a solution are not evaluated: to generate this many costs as much as one evaluation elsewhere.
const CHEAPER: u64 = 8;
/// No more states than these are kept near a solution.
const MOST_NEAR: u64 = 1 << 20;

struct Call<'a> {
    board: &'a Board,
    position: &'a Position,
    tools: Tools<'a>,
}

#[derive(Default)]
struct Turn {
    is_better: bool,
    /// Whether nothing is better, by the measure of the space.
    is_done: bool,
    work: Work,
    /// The effort, in evaluations.
    spent: u64,
}

/// The best solution, as pushes and as moves.
struct Best<'b> {
    pushes: Vec<u32>,
    cost: Lexicographic,
    improved: &'b mut Improved,
    better: &'b mut dyn FnMut(&[Move]),
}

/// Takes pushes over if they are better; says whether they are.
type Take<'t> = &'t mut dyn FnMut(&[u32]) -> bool;

impl Call<'_> {
    /// Lets the methods take turns. With patience, they end after that much work, or twice the work of the last gain.
    fn run<M: Measure<Cost = Lexicographic>>(
        &self,
        mut best: Best<'_>,
        pushes_first: bool,
        patience: Option<u64>,
    ) {
        let Tools { context: Context { field, open, .. }, limits, .. } = self.tools;
        let without = Pushes::new(field, self.position, &open.live, limits);
        let with = Walks::<M>::new(field, self.position, &open.live, limits);
        best.cost = M::of(number(best.pushes.len()), number(best.improved.moves.len()));
        let consider = |best: &mut Best<'_>, pushes: Vec<u32>| {
            let replayed = replay(&with, &pushes).filter(|(cost, solved)| *solved && *cost < best.cost);
            replayed.is_some_and(|(cost, _)| self.take_over(best, pushes, cost))
        };
        // A solution that walks more than it needs to is shorter at once.
        let first = best.pushes.clone();
        consider(&mut best, first);
        let mut windows =
            METHODS.map(|(method, _)| Windows::new(if method == Method::Reroute { 1 } else { 4 }));
        let mut turns = Bandit::new(&SHARES);
        let finish = |turns: &mut Bandit, walks: bool| {
            let same = (0..METHODS.len()).filter(|&at| METHODS[at].1 == walks);
            same.for_each(|at| turns.finish(at));
        };
        // Whether it is known that no solution has fewer pushes, or that does not matter.
        let mut only_walks = !pushes_first;
        if pushes_first {
            turns.finish(NEAR);
        } else {
            finish(&mut turns, false);
        }
        let pushing = Search::new(&without)
            .heuristic(BoundsWithPatterns::new(self.tools.context, 1, Measured::default()))
            .prune(PushPruning::new(self.tools.context));
        let walking = Search::new(&with).heuristic(WalkBounds::<M>::new(self.tools.context));
        let mut whole_pushing = Whole::new(pushing, &self.tools);
        let mut whole_walking = Whole::new(walking, &self.tools);
        let (mut spent, mut gained) = (0u64, 0u64);
        while limits.look().is_ok() && patience.is_none_or(|least| spent < least.max(gained * 2)) {
            let before = best.cost;
            let pushes = best.pushes.clone();
            let mut take = |pushes: &[u32]| consider(&mut best, pushes.to_vec());
            let (is_open, part) = if only_walks {
                (whole_walking.is_open(), whole_walking.part(before.0))
            } else {
                (whole_pushing.is_open(), whole_pushing.part(before.0))
            };
            let searched = whole_pushing.work.counts.evaluated + whole_walking.work.counts.evaluated;
            let next = turns.next().filter(|_| !is_open || searched > spent / part);
            let turn = match next {
                Some(at) => {
                    // What gains nothing has no more than its part of all work.
                    let share = turns.share(at).min(spent / METHODS.len() as u64).max(SHARES[at]);
                    let (method, walks) = METHODS[at];
                    if walks {
                        self.turn(&with, method, &mut windows[at], pushes, share, &mut take)
                    } else {
                        self.turn(&without, method, &mut windows[at], pushes, share, &mut take)
                    }
                }
                None if !is_open => break,
                None => {
                    let share = (spent / 8).max(TURN_OF_WHOLE);
                    if only_walks {
                        whole_walking.turn(before, share, &mut take)
                    } else {
                        whole_pushing.turn(before.0, share, &mut take)
                    }
                }
            };
            spent += turn.spent;
            if best.cost.0 < before.0 {
                gained = spent;
            }
            best.improved.work.add_sequential(&turn.work);
            if let Some(at) = next {
                turns.took(at, turn.spent.max(WORK_OF_WINDOW), gain(before, best.cost), turn.is_better);
            }
            if turn.is_better {
                windows.iter_mut().for_each(Windows::begin_again);
                for (at, (method, walks)) in METHODS.into_iter().enumerate() {
                    if method != Method::Near && (walks || !only_walks) {
                        turns.resume(at);
                    }
                }
            }
            if turn.is_done && limits.look().is_ok() {
                match next {
                    // Other boxes were not moved, or not in another order: nothing is proven.
                    Some(at) if METHODS[at].0 != Method::Near => turns.finish(at),
                    _ if only_walks => {
                        best.improved.proven = true;
                        break;
                    }
                    _ => {
                        only_walks = true;
                        finish(&mut turns, false);
                    }
                }
            }
        }
        best.improved.work.add_concurrent(&whole_pushing.work);
        best.improved.work.add_concurrent(&whole_walking.work);
    }

    fn take_over(&self, best: &mut Best<'_>, pushes: Vec<u32>, cost: Lexicographic) -> bool {
        let Ok(moves) = solution::of_pushes(self.board, self.position, &pushes, self.tools.limits) else {
            return false;
        };
        best.improved.moves = moves;
        (best.better)(&best.improved.moves);
        (best.pushes, best.cost) = (pushes, cost);
        true
    }

    fn turn<S: Part>(
        &self,
        space: &S,
        method: Method,
        windows: &mut Windows,
        pushes: Vec<u32>,
        share: u64,
        take: Take<'_>,
    ) -> Turn {
        let Some(line) = Line::new(space, pushes, self.tools.limits) else { return Turn::default() };
        match method {
            Method::Windows => self.windows(space, windows, false, line, share, take),
            Method::Reroute => self.windows(space, windows, true, line, share, take),
            Method::Near => self.near(space, &line, share, take),
        }
    }

    /// Solves windows of the pushes again, in which the boxes that they do not move are walls; or windows of the boxes
    /// in the order of their pushes, which get new ways. Ends when the share is spent.
    fn windows<S: Part>(
        &self,
        space: &S,
        windows: &mut Windows,
        reroutes: bool,
        mut line: Line<S::Cost>,
        share: u64,
        take: Take<'_>,
    ) -> Turn {
        let mut turn = Turn::default();
        let Tools { context: Context { field, .. }, limits, .. } = self.tools;
        let mut runs = line.runs(field);
        while turn.spent < share && limits.look().is_ok() {
            let count = if reroutes { runs.len() } else { line.len() };
            let Some((window, effort)) = windows.next(count) else {
                turn.is_done = true;
                break;
            };
            turn.spent += WORK_OF_WINDOW;
            let (window, boxes) = if reroutes {
                let mut free = runs[window].to_vec();
                free.sort_unstable();
                free.dedup();
                (0..line.len(), free)
            } else {
                let resting = line.resting(&window);
                (window, resting)
            };
            let key = line.key(&window, &boxes);
            if windows.revisit(key, effort) {
                continue;
            }
            let report = if reroutes {
                turn.spent += (line.len() * field.len() / CELLS) as u64;
                reroute::solve(space, &self.tools, &line, &boxes, effort)
            } else {
                let end = (window.end < line.len()).then(|| line.row(window.end));
                let ends = Ends { start: line.row(window.start), end, resting: &boxes };
                S::solve(&self.tools, ends, line.cost(&window), effort)
            };
            let Ok(report) = report else { break };
            turn.spent += report.work.counts.evaluated;
            turn.work.add_sequential(&report.work);
            windows.tried(key, effort, is_proof(&report));
            if let Some(path) = report.path()
                && let Some(shorter) = Line::new(space, line.with(&window, &path.actions), limits)
                && take(&shorter.pushes)
            {
                turn.is_better = true;
                line = shorter;
                runs = line.runs(field);
            }
        }
        turn
    }

    /// Looks for a better way through the positions near the solution.
    fn near<S: Part>(&self, space: &S, line: &Line<S::Cost>, share: u64, take: Take<'_>) -> Turn {
        let room = usize::try_from((share * CHEAPER / 4).min(MOST_NEAR)).unwrap_or(usize::MAX);
        let bound = line.cost(&(0..line.len()));
        let found = neighborhood(space, line.rows(), bound, room.max(2 * line.len()), self.tools.limits);
        let work = Work { counts: found.counts, ..Work::default() };
        let is_better = found.path.as_ref().is_some_and(|path| take(&path.actions));
        let spent = work.counts.generated / CHEAPER;
        Turn { is_better, is_done: found.is_whole && found.path.is_none(), work, spent }
    }
}

/// Whether nothing is better than the bound.
fn is_proof<C>(report: &Report<C>) -> bool {
    matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven))
}

/// The gain in millionths. The second measure counts little.
fn gain(before: Lexicographic, after: Lexicographic) -> u64 {
    let part = |before: u32, after: u32| {
        u64::from(before.saturating_sub(after)) * 1_000_000 / u64::from(before.max(1))
    };
    part(before.0, after.0) + part(before.1, after.1) / 16
}
