//! From pushes to moves.
//!
//! In: a board, a position, and pushes in order. Out: the moves, with a shortest walk before each push.

use crate::{Board, CellId, Direction, Move, Position};
use banto_base::limits::{Limits, Stop};

/// The moves of pushes, which are given as `cell * 4 + direction`.
///
/// # Errors
/// The limit that is reached.
///
/// # Panics
/// If a push is not possible: the search and the board disagree.
pub fn of_pushes(
    board: &Board,
    position: &Position,
    pushes: &[u32],
    limits: &Limits,
) -> Result<Vec<Move>, Stop> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for &push in pushes {
        limits.check()?;
        push_box(board, &mut position, push, &mut moves);
    }
    Ok(moves)
}

fn push_box(board: &Board, position: &mut Position, push: u32, moves: &mut Vec<Move>) {
    let (cell, direction) = (CellId::from(push / 4), Direction::ALL[push as usize % 4]);
    let behind = board.neighbor(cell, direction.opposite()).expect("the player has room");
    let walk = board.walk(position, behind).expect("the player can walk there");
    for step in walk.into_iter().chain([direction]) {
        moves.push(board.step(position, step).expect("the move is allowed"));
    }
}
