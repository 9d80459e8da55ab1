//! The validator of solutions: replays moves on the drawing of a level by the plain rules of the game.
//!
//! In: a level and moves. Out: a verdict: how many moves and pushes, how many boxes are left, or which move fails and
//! why. Invariant: it shares nothing with the board and the solvers, and works only on the characters of the drawing.

use super::level::{Alphabet, Level, StoredSolution};
use super::lurd::{self, Written};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, codes};

/// The result of a replay in which every move was possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Moves: walks and pushes.
    pub moves: usize,
    /// Pushes alone.
    pub pushes: usize,
    /// Boxes that are not on a goal at the end.
    pub boxes_left: usize,
}

impl Verdict {
    /// Whether every box is on a goal.
    pub const fn is_solved(&self) -> bool {
        self.boxes_left == 0
    }
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which move, from 0.
    pub index: usize,
    /// The row of the cell to be entered, from 0 in the drawing; `None` above the drawing.
    pub row: Option<usize>,
    /// The column of that cell.
    pub column: Option<usize>,
    /// Why.
    pub reason: Reason,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The level has no player, or more than one.
    Player,
    /// The player walks into a wall.
    Wall,
    /// The player leaves the drawing.
    Outside,
    /// A box is pushed against a wall, or out of the drawing.
    BoxAtWall,
    /// A box is pushed against a box.
    BoxAtBox,
    /// It is written as a walk, but pushes a box.
    WrittenAsWalk,
    /// It is written as a push, but pushes nothing.
    WrittenAsPush,
}

impl Reason {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Player => "the level does not have one player",
            Self::Wall => "there is a wall",
            Self::Outside => "it leaves the level",
            Self::BoxAtWall => "the box cannot be pushed into a wall",
            Self::BoxAtBox => "the box cannot be pushed into another box",
            Self::WrittenAsWalk => "it is written as a walk (small letter) but pushes a box",
            Self::WrittenAsPush => "it is written as a push (capital letter) but there is no box",
        }
    }
}

impl Refusal {
    /// Which of these moves it is, and why it is not possible, in words.
    pub fn words(&self, moves: &[Written]) -> String {
        let letter = moves.get(self.index).map(|one| format!(" ({})", one.letter())).unwrap_or_default();
        let (number, all, reason) = (self.index + 1, moves.len(), self.reason.words());
        format!("move {number}{letter} of {all} is not possible: {reason}")
    }
}

/// Replays moves.
///
/// ```
/// use banto::sokoban::validate::{Reason, validate};
/// use banto::sokoban::{Level, lurd};
/// use banto::source::SourceText;
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let moves = |text: &str| lurd::read(&SourceText::new("solution", text)).unwrap();
/// let verdict = validate(&level, &moves("rRR")).unwrap();
/// assert!(verdict.is_solved() && verdict.pushes == 2);
/// assert_eq!(validate(&level, &moves("l")).unwrap_err().reason, Reason::Wall);
/// ```
///
/// # Errors
/// The first move that the rules do not allow.
pub fn validate(level: &Level, moves: &[Written]) -> Result<Verdict, Refusal> {
    let mut grid: Vec<Vec<char>> = level
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| Alphabet::Xsb.character(*cell)).collect())
        .collect();
    let mut players = Vec::new();
    for (row, characters) in grid.iter().enumerate() {
        for (column, character) in characters.iter().enumerate() {
            if *character == '@' || *character == '+' {
                players.push((row, column));
            }
        }
    }
    let [mut player] = players[..] else {
        return Err(Refusal { index: 0, row: None, column: None, reason: Reason::Player });
    };
    let mut pushes = 0;
    for (index, one) in moves.iter().enumerate() {
        let ahead = beside(player, one);
        let refuse = |reason| {
            let (row, column) = (ahead.map(|at| at.0), ahead.map(|at| at.1));
            Err(Refusal { index, row, column, reason })
        };
        let Some(target) = ahead else { return refuse(Reason::Outside) };
        let Some(there) = look(&grid, target) else { return refuse(Reason::Outside) };
        let is_push = match there {
            '#' => return refuse(Reason::Wall),
            '$' | '*' => true,
            _ => false,
        };
        match one.push {
            Some(false) if is_push => return refuse(Reason::WrittenAsWalk),
            Some(true) if !is_push => return refuse(Reason::WrittenAsPush),
            _ => {}
        }
        if is_push {
            let Some(beyond) = beside(target, one) else { return refuse(Reason::BoxAtWall) };
            match look(&grid, beyond) {
                None | Some('#') => return refuse(Reason::BoxAtWall),
                Some('$' | '*') => return refuse(Reason::BoxAtBox),
                Some('.') => grid[beyond.0][beyond.1] = '*',
                Some(_) => grid[beyond.0][beyond.1] = '$',
            }
            pushes += 1;
        }
        grid[target.0][target.1] = if matches!(there, '*' | '.') { '+' } else { '@' };
        grid[player.0][player.1] = if grid[player.0][player.1] == '+' { '.' } else { ' ' };
        player = target;
    }
    let boxes_left = grid.iter().flatten().filter(|character| **character == '$').count();
    Ok(Verdict { moves: moves.len(), pushes, boxes_left })
}

/// Whether moves solve a level; if not, why, in words.
pub(crate) fn solves(level: &Level, moves: &[Written]) -> Result<(), String> {
    match validate(level, moves).map_err(|refusal| refusal.words(moves))? {
        Verdict { boxes_left: 0, .. } => Ok(()),
        Verdict { boxes_left: 1, .. } => Err("1 box is not on a goal at the end".to_owned()),
        Verdict { boxes_left: left, .. } => Err(format!("{left} boxes are not on a goal at the end")),
    }
}

/// The errors in a level's stored solutions: each that does not solve the level has one.
pub fn stored_faults(level: &Level, limits: &Limits) -> Result<Vec<Diagnostic>, Stop> {
    let faults = level.solutions.iter().map(|stored| stored_fault(level, stored, limits));
    faults.filter_map(Result::transpose).collect()
}

fn stored_fault(level: &Level, stored: &StoredSolution, limits: &Limits) -> Result<Option<Diagnostic>, Stop> {
    let why = match lurd::read_within(&SourceText::new("solution", stored.moves.clone()), limits)? {
        Err(fault) => match stored.typo {
            None => fault.message,
            Some(typo) => {
                let message = format!("the stored solution cannot be read: {}", fault.message);
                let fault = codes::W0302.at(typo, message).label("this is no move");
                return Ok(Some(fault.help("moves are u, d, l and r: small for a walk, capital for a push")));
            }
        },
        Ok(moves) => match solves(level, &moves) {
            Ok(()) => return Ok(None),
            Err(why) => why,
        },
    };
    let message = format!("the stored solution does not solve the level: {why}");
    let fault = codes::W0302.at(stored.place, message).label("this solution");
    Ok(Some(
        fault.help(
            "it may belong to another level, or this one was changed; sokoban solve finds one that does",
        ),
    ))
}

/// The place one step further, unless that is above or left of the drawing.
fn beside((row, column): (usize, usize), one: &Written) -> Option<(usize, usize)> {
    match one.direction.letter() {
        'u' => Some((row.checked_sub(1)?, column)),
        'd' => Some((row + 1, column)),
        'l' => Some((row, column.checked_sub(1)?)),
        _ => Some((row, column + 1)),
    }
}

/// The character at a place of the drawing.
fn look(grid: &[Vec<char>], (row, column): (usize, usize)) -> Option<char> {
    grid.get(row)?.get(column).copied()
}
