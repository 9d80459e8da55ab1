//! From a plan back to moves: steps are recognized by name, and walks that a plan leaves out are filled in.
//!
//! In: a plan as text, one step per line, of the problem that [`encode`](super::encode()) wrote. Out: moves that the
//! board allows. The validator decides whether they solve the level.

use std::fmt;

use super::problem::DIRECTIONS;
use super::{ENCODINGS, Encoded, Encoding, EncodingRow, cell_place};
use crate::{Board, CellId, Direction, Move, Position};
use banto_base::limits::{Limits, Stop};

/// Why a text is not a plan for a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeError {
    /// The line, from 1.
    pub line: usize,
    /// The fault in it.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DecodeError {}

/// The moves of a plan. Comments (`;` to the end of the line) are skipped, and case is ignored.
///
/// ```
/// use banto::limits::Limits;
/// use banto::planner::{Request, plan_texts};
/// use banto::sokoban::encode::{Encoding, decode, encode};
/// use banto::sokoban::{Level, lurd};
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let encoded = encode(&level, Encoding::Pushes).unwrap();
/// let planned = plan_texts(encoded.domain, &encoded.problem, &Request::default(), &Limits::none()).unwrap();
/// let moves = decode(&encoded, &planned.plan_text().unwrap()).unwrap();
/// assert_eq!(lurd::lurd(moves), "rRR");
/// ```
///
/// # Errors
/// The first line that is not a step of the encoding, or that the rules of the game do not allow.
pub fn decode(encoded: &Encoded, plan: &str) -> Result<Vec<Move>, DecodeError> {
    decode_within(encoded, plan, &Limits::none()).expect("without limits nothing stops")
}

/// As [`decode`], within limits.
pub fn decode_within(
    encoded: &Encoded,
    plan: &str,
    limits: &Limits,
) -> Result<Result<Vec<Move>, DecodeError>, Stop> {
    let mut replay = Replay { board: &encoded.board, position: encoded.start.clone(), moves: Vec::new() };
    let mut words = Vec::new();
    for (index, line) in plan.to_ascii_lowercase().lines().enumerate() {
        limits.check()?;
        words.clear();
        if let Err(message) = replay.line(encoded.encoding, line, &mut words) {
            return Ok(Err(DecodeError { line: index + 1, message }));
        }
    }
    Ok(Ok(replay.moves))
}

/// The message about an action that an encoding does not have.
fn unknown(encoding: Encoding, name: &str) -> String {
    let actions = |row: &EncodingRow| -> Vec<&'static str> {
        row.domain.split("(:action ").skip(1).filter_map(|rest| rest.split_whitespace().next()).collect()
    };
    let row = encoding.row();
    let others = ENCODINGS.iter().filter(|other| actions(other).contains(&name)).map(|other| other.name);
    let others: Vec<&str> = others.collect();
    let instead = match (&others[..], &actions(row)[..]) {
        ([], known) => format!("; it has actions such as {}", known[0]),
        (others, _) => format!(", but --encoding {} has", others.join(" or ")),
    };
    format!("the encoding {} has no action {name}{instead}", row.name)
}

/// Whether an action of an encoding pushes, and how many of its arguments name things instead of cells: the player
/// first, then the stone that is pushed.
fn kind(encoding: Encoding, name: &str) -> Option<(bool, usize)> {
    match encoding {
        Encoding::Typed => match name {
            "move" => Some((false, 1)),
            "push-to-goal" | "push-to-nongoal" => Some((true, 2)),
            _ => None,
        },
        Encoding::Basic => match name {
            "walk" => Some((false, 0)),
            "push" | "push-to-goal" | "push-off-goal" => Some((true, 0)),
            _ => None,
        },
        Encoding::Filtered if name.starts_with("walk-") => Some((false, 0)),
        Encoding::Filtered => name.starts_with("push-").then_some((true, 0)),
        Encoding::Pushes => (name == "push").then_some((true, 0)),
    }
}

struct Replay<'a> {
    board: &'a Board,
    position: Position,
    moves: Vec<Move>,
}

impl Replay<'_> {
    fn line<'p>(
        &mut self,
        encoding: Encoding,
        line: &'p str,
        words: &mut Vec<&'p str>,
    ) -> Result<(), String> {
        let code = line.split(';').next().unwrap_or_default().trim();
        if code.is_empty() {
            return Ok(());
        }
        let step = code.strip_prefix('(').and_then(|code| code.strip_suffix(')'));
        let step = step.ok_or_else(|| format!("{code} is not a step: a step is (name argument ...)"))?;
        words.extend(step.split_ascii_whitespace());
        self.step(encoding, words)
    }

    fn step(&mut self, encoding: Encoding, words: &[&str]) -> Result<(), String> {
        let [name, arguments @ .., direction] = words else {
            return Err(format!("({}) has no arguments", words.join(" ")));
        };
        let (push, names) = kind(encoding, name).ok_or_else(|| unknown(encoding, name))?;
        let direction = DIRECTIONS
            .iter()
            .position(|name| name == direction)
            .map(|index| Direction::ALL[index])
            .ok_or_else(|| format!("{direction} is not a direction"))?;
        let wanted = if push { 3 } else { 2 };
        if arguments.len() != names + wanted {
            return Err(format!("{name} is followed by {wanted} cells and a direction"));
        }
        let mut cells = [CellId::default(); 3];
        for (cell, name) in cells.iter_mut().zip(&arguments[names..]) {
            *cell = self.cell(name)?;
        }
        let cells = &cells[..wanted];
        if encoding == Encoding::Pushes {
            self.walk(cells[0], arguments[0])?;
        }
        if self.position.player != cells[0] {
            return Err(format!("the player is not on {}", arguments[names]));
        }
        let leads = |pair: &[CellId]| self.board.neighbor(pair[0], direction) == Some(pair[1]);
        let made = self.board.allowed(&self.position, direction);
        if !cells.windows(2).all(leads) || made.is_none_or(|made| made.push != push) {
            return Err(format!("({}) is not possible by the rules of the game", words.join(" ")));
        }
        self.moves.extend(self.board.step(&mut self.position, direction));
        Ok(())
    }

    /// Walks to a cell by a shortest path.
    fn walk(&mut self, goal: CellId, name: &str) -> Result<(), String> {
        let way = self.board.walk(&self.position, goal);
        for direction in way.ok_or_else(|| format!("the player cannot walk to {name}"))? {
            self.moves.extend(self.board.step(&mut self.position, direction));
        }
        Ok(())
    }

    fn cell(&self, name: &str) -> Result<CellId, String> {
        let place = cell_place(name).ok_or_else(|| format!("{name} is not a cell: a cell is cROW-COLUMN"))?;
        let cell = self.board.cell_at(place.0, place.1);
        cell.ok_or_else(|| format!("{name} is not a cell of this level that can be reached"))
    }
}
