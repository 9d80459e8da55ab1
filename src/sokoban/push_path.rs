//! How to push one box to another cell while all others stay where they are.
//!
//! In: a board, a position, a box, a cell. Out: the moves with the fewest pushes, with a shortest walk before each.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::board::{Board, CellId, Position};
use super::moves::Direction;

/// A place of the box, with the player behind it, and how it got there.
struct Step {
    cell: CellId,
    player: CellId,
    came: Option<(usize, Direction)>,
}

/// The moves that push a box to a cell with the fewest pushes; `None` if there is no path, or no box.
///
/// ```
/// use banto::sokoban::{Board, Level, push_path};
///
/// let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().unwrap();
/// let (board, position) = Board::new(&level).unwrap();
/// let cell = |row, column| board.cell_at(row, column).unwrap();
/// assert_eq!(push_path(&board, &position, cell(1, 3), cell(1, 5)).unwrap().len(), 3);
/// assert!(push_path(&board, &position, cell(1, 3), cell(2, 3)).is_none(), "nobody gets above the box");
/// ```
pub fn push_path(board: &Board, position: &Position, from: CellId, to: CellId) -> Option<Vec<Direction>> {
    if !position.has_box(from) || position.has_box(to) {
        return None;
    }
    let at = |step: &Step| {
        let mut boxes = position.boxes.clone();
        boxes.set(from.index(), false);
        boxes.insert(step.cell.index());
        Position { boxes, player: step.player }
    };
    let mut steps = vec![Step { cell: from, player: position.player, came: None }];
    // The box's cell, and the first cell of the player's region.
    let mut known = FxHashSet::default();
    let mut queue = VecDeque::from([0]);
    let mut end = None;
    while let Some(number) = queue.pop_front() {
        let Step { cell, .. } = steps[number];
        if cell == to {
            end = Some(number);
            break;
        }
        let region = board.reach(&at(&steps[number]));
        if !known.insert((cell, region.minimum())) {
            continue;
        }
        for direction in Direction::ALL {
            let behind = board.neighbor(cell, direction.opposite());
            let ahead = board.neighbor(cell, direction);
            if let (Some(behind), Some(ahead)) = (behind, ahead)
                && region.contains(behind.index())
                && (ahead == from || !position.has_box(ahead))
            {
                queue.push_back(steps.len());
                steps.push(Step { cell: ahead, player: cell, came: Some((number, direction)) });
            }
        }
    }
    let mut pushes = Vec::new();
    let mut number = end?;
    while let Some((before, direction)) = steps[number].came {
        pushes.push((before, direction));
        number = before;
    }
    let mut moves = Vec::new();
    for (before, direction) in pushes.into_iter().rev() {
        let behind = board.neighbor(steps[before].cell, direction.opposite())?;
        moves.extend(board.walk(&at(&steps[before]), behind)?);
        moves.push(direction);
    }
    Some(moves)
}
