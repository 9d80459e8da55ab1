//! Levels of a wanted difficulty: the fewest pushes, or the states that a plain search stores, lie in a band.
//!
//! In: a room with goals, and bands. Out: a level whose fewest pushes are proven, with a solution that has no more.
//! Rooms in which no box gets far enough are passed over. In the others, boxes are pulled to where the lower bound is
//! high; a search forwards proves how far that is, and where it is too little, they are pulled on by as many layers as
//! were missing.

use std::fmt;
use std::str::FromStr;

use super::pull::Layers;
use super::{Generated, Quality, Request, drawn, finished};
use crate::direct::bounds::Bounds;
use crate::direct::context::Context;
use crate::direct::field::Field;
use crate::direct::field::distances::FAR;
use crate::direct::{Answer, Solver, solve_briefly};
use crate::{Board, Level};
use banto_base::limits::Limits;
use banto_search::Random;

/// How many positions of a layer are expanded.
const KEPT: usize = 24;

/// How many positions of a room are tried.
const TRIES: usize = 6;

/// By how much a bound may be too low, for each box: a position that took more pulls is given up.
const SLACK: u64 = 4;

/// How many expansions may prove the fewest pushes.
const EFFORT: u64 = 50_000;

/// The most pushes for each box, where any number of them will do.
const PUSHES: u64 = 8;

/// Numbers from the least to the most, both included.
///
/// ```
/// use banto::sokoban::generate::Band;
///
/// assert_eq!("20..30".parse(), Ok(Band { least: 20, most: 30 }));
/// assert_eq!("25".parse(), Ok(Band { least: 25, most: 25 }));
/// assert!("few".parse::<Band>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The lower end.
    pub least: u64,
    /// The upper end.
    pub most: u64,
}

impl Band {
    const fn has(self, number: u64) -> bool {
        self.gap(number) == 0
    }

    /// How far outside a number lies.
    const fn gap(self, number: u64) -> u64 {
        self.least.saturating_sub(number) + number.saturating_sub(self.most)
    }
}

impl FromStr for Band {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let numbers = least.parse().ok().zip(most.parse().ok());
        let (least, most) = numbers.ok_or("a number or a band is expected, such as 20..30")?;
        Ok(Self { least, most })
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { least, most } if least == most => least.fmt(f),
            Self { least, most } => write!(f, "{least} to {most}"),
        }
    }
}

/// How hard a level has to be; by default, as hard as it happens to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// The fewest pushes that solve it.
    pub pushes: Option<Band>,
    /// The states that the solver `bfs` stores until it has a solution.
    pub states: Option<Band>,
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pushes = self.pushes.map(|band| format!("{band} pushes"));
        let states = self.states.map(|band| format!("{band} states"));
        f.write_str(&pushes.into_iter().chain(states).collect::<Vec<_>>().join(" and "))
    }
}

/// What came nearest to the bands, of all that was tried.
#[derive(Default)]
pub(super) struct Nearest {
    /// The fewest pushes of a level, as proven.
    pushes: Option<u64>,
    /// The states of a level whose pushes are right.
    states: Option<u64>,
    /// For how many pushes a room has about enough space.
    room: u64,
}

impl Nearest {
    fn nearer(band: Band, known: Option<u64>, number: u64) -> Option<u64> {
        known.into_iter().chain([number]).min_by_key(|one| band.gap(*one))
    }
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.states, self.pushes) {
            (Some(states), _) => write!(f, "the nearest that was tried takes {states} states"),
            (None, Some(pushes)) => write!(f, "the nearest that was tried needs {pushes} pushes"),
            (None, None) => {
                write!(f, "the largest room that was tried has space for about {} pushes", self.room)
            }
        }
    }
}

/// A level of the wanted difficulty in a room with goals, which takes some of the positions that may be looked at.
/// Notes what came nearest. `None` also at a limit.
pub(super) fn made(
    room: &Level,
    request: &Request,
    random: &mut Random,
    positions: &mut usize,
    nearest: &mut Nearest,
    limits: &Limits,
) -> Option<Generated> {
    let (board, _) = Board::new(room)?;
    let boxes = u64::try_from(request.boxes).ok()?;
    let any = Band { least: boxes, most: PUSHES * boxes };
    let band = request.difficulty.pushes.unwrap_or(any);
    let context = Context::new(Field::new(&board), limits).ok()?;
    let space = farthest(&context, request.boxes);
    nearest.room = nearest.room.max(space);
    if space < band.least {
        return None;
    }
    let mut bounds = Bounds::new(&context);
    let measure = |row: &[u64]| bounds.pushes(row).map_or(0, |pushes| pushes as usize);
    let mut layers = Layers::new(&board, measure);
    let (mut tries, mut due) = (TRIES, draw(Band { most: band.most.min(space), ..band }, random)?);
    for number in 1..=band.most.saturating_mul(2) {
        if layers.next(KEPT, random, positions, limits)?.is_empty() || *positions == 0 || tries == 0 {
            return None;
        }
        let Some(best) = layers.astray() else { continue };
        let bound = u64::try_from(layers.distance(best)).ok()?;
        if number > bound + SLACK * boxes {
            return None;
        }
        if number < due || bound + SLACK * boxes / 2 < band.least {
            continue;
        }
        tries -= 1;
        let start = layers.start(best, random);
        let answer = solve_briefly(&board, &start, Solver::FewestPushes, EFFORT, limits);
        *positions = positions.saturating_sub(stored(&answer));
        let moves = answer.solution()?;
        let level = drawn(room, &board, &start);
        let quality = Quality::of(&level, moves)?;
        let pushes = u64::try_from(quality.pushes).ok()?;
        nearest.pushes = Nearest::nearer(band, nearest.pushes, pushes);
        due = number + band.least.saturating_sub(pushes).max(1);
        if !band.has(pushes) || quality.moved < request.boxes {
            continue;
        }
        let Some(states) = request.difficulty.states else {
            return finished(level, moves, quality, None);
        };
        let plain = solve_briefly(&board, &start, Solver::Bfs, states.most, limits);
        *positions = positions.saturating_sub(stored(&plain));
        if plain.solution().is_none() {
            continue;
        }
        nearest.states = Nearest::nearer(states, nearest.states, plain.work.states);
        if states.has(plain.work.states) {
            return finished(level, moves, quality, Some(plain.work.states));
        }
    }
    None
}

/// How many states a search has stored.
fn stored(answer: &Answer) -> usize {
    usize::try_from(answer.work.states).unwrap_or(usize::MAX)
}

/// About how many pushes the boxes of a position need at most, each alone: those on the farthest cells, by the mean of
/// their ways to all goals.
fn farthest(context: &Context, boxes: usize) -> u64 {
    let distances = &context.open.distances;
    let mean = |cell: u32| {
        let of_slot = |slot: usize| {
            let ways = (0..distances.goals).map(|goal| distances.to(goal, slot)).filter(|&way| way != FAR);
            let (sum, count) = ways.fold((0, 0), |(sum, count), way| (sum + u64::from(way), count + 1));
            // In eighths, since they are rounded.
            sum * 8 / u64::max(count, 1)
        };
        context.sides.slots_of(cell).map(of_slot).max().unwrap_or(0)
    };
    let mut means: Vec<u64> = (0..context.field.wall()).map(mean).collect();
    means.sort_unstable();
    means.iter().rev().take(boxes).sum::<u64>() / 8
}

/// A number of a band.
fn draw(band: Band, random: &mut Random) -> Option<u64> {
    let width = usize::try_from(band.most - band.least).ok()?.checked_add(1)?;
    band.least.checked_add(u64::try_from(random.below_index(width)).ok()?)
}
