//! New levels: a room, boxes on its goals, and pulls backwards from there, so that a solution is known from the start.
//!
//! In: a size, a number of boxes and a seed. Out: a level with its validated solution; the same request gives the same
//! level on every machine. Levels are never trivial: [`Quality`] says what that means. Where a [`Difficulty`] is asked
//! for, the solution has the fewest pushes, as a search has proven.

mod difficulty;
mod pull;
mod quality;
mod room;

use std::fmt;

pub use difficulty::{Band, Difficulty};
pub use quality::Quality;

use super::lurd;
use super::validate::validate;
use crate::{Board, Cell, Level, Move, Position};
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;
use banto_search::Random;

/// More columns or rows than this are refused.
const MAX_SIZE: usize = 50;

/// With less room inside the walls, no level is worth playing.
const LEAST_INSIDE: usize = 16;

const MAX_BOXES: usize = 30;

/// How many rooms are tried before giving up on a request.
const ROOMS: usize = 1_000_000;

/// How many of them get boxes and goals; shared among the boxes.
const FURNISHED: usize = 30_000;

/// How many positions are looked at in all of them.
const POSITIONS: usize = 10_000_000;

/// The size of the level to make, and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Columns, walls included, from 5 to 50.
    pub width: usize,
    /// Rows, walls included, from 5 to 50.
    pub height: usize,
    /// How many boxes, from 1 to 30; a small level has room for fewer.
    pub boxes: usize,
    /// Which of the many levels to make.
    pub seed: u64,
    /// How hard it has to be.
    pub difficulty: Difficulty,
}

/// A generated level.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The level, with its solution.
    pub level: Level,
    /// Counts about its solution.
    pub quality: Quality,
    /// How many states `bfs` stores until it has a solution; only where they had to lie in a band.
    pub states: Option<u64>,
}

/// Why there is no level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// No box, or too many for any level.
    Boxes(usize),
    /// Too narrow, too low, or too large.
    Size(usize, usize),
    /// Too many boxes for the size; with the most that might fit.
    Crowded(usize),
    /// A band that nothing lies in.
    Empty(Band),
    /// No level of this difficulty was found; with what came nearest, in words.
    NotWithin(Difficulty, String),
    /// No level worth playing was found; with the most boxes that a level moved, and how many there are.
    NotFound(usize, usize),
    /// A limit was reached first.
    Stopped(Stop),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boxes(0) => write!(f, "a level needs a box"),
            Self::Boxes(count) => write!(f, "{count} boxes are too many: {MAX_BOXES} is the most"),
            Self::Size(width, height) => write!(
                f,
                "a level of {width}x{height} cannot be made: sizes go from 6x6, 5x8 or 8x5 to {MAX_SIZE}x{MAX_SIZE}, \
                 walls included"
            ),
            Self::Crowded(most) => {
                write!(f, "too many boxes for the size: try {most} or fewer, or more room")
            }
            Self::Stopped(stop) => stop.fmt(f),
            Self::Empty(Band { least, most }) => {
                write!(
                    f,
                    "nothing lies in the band {least}..{most}: the lower end comes first, as in {most}..{least}"
                )
            }
            Self::NotWithin(wanted, nearest) => {
                write!(
                    f,
                    "found no level of {wanted} ({nearest}): try another band, another size or another seed"
                )
            }
            Self::NotFound(_, 1) => write!(
                f,
                "found no level worth playing (in none does the box have to be pushed): try another seed or more room"
            ),
            Self::NotFound(moved, _) => write!(
                f,
                "found no level worth playing (in the best one, {moved} of the boxes have to be pushed): try another \
                 seed, fewer boxes or more room"
            ),
        }
    }
}

impl std::error::Error for Impossible {}

/// Makes a level. With many boxes that can take minutes; after 10 million positions it gives up.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::generate::{Band, Difficulty, Request, generate};
///
/// let difficulty = Difficulty { pushes: Some(Band { least: 12, most: 16 }), states: None };
/// let request = Request { width: 8, height: 7, boxes: 2, seed: 1, difficulty };
/// let made = generate(&request, &Limits::none()).unwrap();
/// assert!((12..=16).contains(&made.quality.pushes));
/// ```
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::generate::{Difficulty, Request, generate};
///
/// let limits = Limits::none().with_time(std::time::Duration::from_mins(1));
/// let request = Request { width: 8, height: 7, boxes: 2, seed: 1, difficulty: Difficulty::default() };
/// let made = generate(&request, &limits).unwrap();
/// assert!(!made.level.solutions.is_empty() && made.quality.pushes >= 8);
/// ```
pub fn generate(request: &Request, limits: &Limits) -> Result<Generated, Impossible> {
    request.check()?;
    let mut random = Random::new(request.seed);
    let is_wanted = request.difficulty != Difficulty::default();
    let mut tries = (FURNISHED / request.boxes).max(1);
    let (mut positions, mut moved, mut nearest) = (POSITIONS, 0, difficulty::Nearest::default());
    for _ in 0..ROOMS {
        limits.check().map_err(Impossible::Stopped)?;
        let Some(room) = room::room(request, &mut random) else { continue };
        if tries == 0 || positions == 0 {
            break;
        }
        tries -= 1;
        let Some(level) = with_goals(&room, request.boxes, &mut random) else { continue };
        let made = if is_wanted {
            difficulty::made(&level, request, &mut random, &mut positions, &mut nearest, limits)
        } else {
            made(&level, request.boxes, &mut random, &mut positions, &mut moved, limits)
        };
        if let Some(made) = made {
            return Ok(made);
        }
    }
    limits.check_now().map_err(Impossible::Stopped)?;
    Err(if is_wanted {
        Impossible::NotWithin(request.difficulty, nearest.to_string())
    } else {
        Impossible::NotFound(moved, request.boxes)
    })
}

impl Request {
    /// Each box needs a goal, a place to start from, and room to spare.
    fn check(&self) -> Result<(), Impossible> {
        if self.boxes == 0 || self.boxes > MAX_BOXES {
            return Err(Impossible::Boxes(self.boxes));
        }
        let fits = |side: usize| (5..=MAX_SIZE).contains(&side);
        if !fits(self.width) || !fits(self.height) || (self.width - 2) * (self.height - 2) < LEAST_INSIDE {
            return Err(Impossible::Size(self.width, self.height));
        }
        let most = ((self.width - 2) * (self.height - 2) / 5).min(MAX_BOXES);
        if self.boxes > most {
            return Err(Impossible::Crowded(most));
        }
        let bands = [self.difficulty.pushes, self.difficulty.states];
        let empty = bands.into_iter().flatten().find(|band| band.least > band.most);
        empty.map_or(Ok(()), |band| Err(Impossible::Empty(band)))
    }
}

/// The room with goals in it.
fn with_goals(room: &Level, boxes: usize, random: &mut Random) -> Option<Level> {
    let (board, _) = Board::new(room)?;
    let mut level = room.clone();
    for goal in room::goals(&board, boxes, random)? {
        let (row, column) = board.place(goal);
        level.rows[row][column] = Cell::of(true, false, level.rows[row][column].has_player());
    }
    Some(level)
}

/// A level that is worth playing in a room with goals, which takes some of the positions that may be looked at. Notes
/// how many boxes others moved. `None` also at a limit.
fn made(
    room: &Level,
    boxes: usize,
    random: &mut Random,
    positions: &mut usize,
    moved: &mut usize,
    limits: &Limits,
) -> Option<Generated> {
    let (board, _) = Board::new(room)?;
    let (start, solution) = pull::pull(&board, random, positions, limits)?;
    let level = drawn(room, &board, &start);
    let quality = Quality::of(&level, &solution)?;
    if !quality.is_worthwhile(boxes) {
        *moved = quality.moved.max(*moved);
        return None;
    }
    finished(level, &solution, quality, None)
}

/// The room with the boxes and the player of a position.
fn drawn(room: &Level, board: &Board, start: &Position) -> Level {
    let mut level = room.clone();
    for cell in board.cells() {
        let (row, column) = board.place(cell);
        let is_goal = board.goals().contains(cell.index());
        level.rows[row][column] = Cell::of(is_goal, start.has_box(cell), start.player == cell);
    }
    level
}

/// The level with its solution, if the validator accepts it.
fn finished(mut level: Level, moves: &[Move], quality: Quality, states: Option<u64>) -> Option<Generated> {
    room::trim(&mut level);
    let solution = lurd::lurd(moves.iter().copied());
    let written = lurd::read(&SourceText::new("solution", solution.clone())).ok()?;
    if !validate(&level, &written).is_ok_and(|verdict| verdict.is_solved()) {
        return None;
    }
    level.add_solution(solution.as_str());
    Some(Generated { level, quality, states })
}
