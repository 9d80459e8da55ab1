//! From pushes to moves.
//!
//! In: a board, a position, and pushes in order. Out: the moves, with a shortest walk before each push. Which pushes are good
//! is not known here.

use super::super::board::{Board, CellId, Position};
use super::super::moves::{Direction, Move};

/// The moves of pushes that are written as `cell * 4 + direction`.
///
/// # Panics
/// When a push is not possible: the search and the board disagree.
#[must_use]
pub fn of_pushes(board: &Board, position: &Position, pushes: &[u32]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for &push in pushes {
        push_box(board, &mut position, push, &mut moves);
    }
    moves
}

fn push_box(board: &Board, position: &mut Position, push: u32, moves: &mut Vec<Move>) {
    let (cell, direction) = (CellId::from(push / 4), Direction::ALL[push as usize % 4]);
    let behind = board.neighbour(cell, direction.opposite()).expect("the player has room");
    let walk = board.walk(position, behind).expect("the player can walk there");
    for step in walk.into_iter().chain([direction]) {
        moves.push(board.step(position, step).expect("the move is allowed"));
    }
}
