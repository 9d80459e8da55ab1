//! How to push one box to another cell while all others stay where they are.
//!
//! In: a board, a position, a box, a cell. Out: the moves with the fewest pushes, with a shortest walk before each.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::{Board, CellId, Direction, Position};

/// A place of the box, with the player behind it, and how it got there.
struct PathNode {
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
    let steps = steps(board, position, from, Some(to));
    let mut number = steps.iter().position(|step| step.cell == to)?;
    let mut pushes = Vec::new();
    while let Some((before, direction)) = steps[number].came {
        pushes.push((before, direction));
        number = before;
    }
    let mut moves = Vec::new();
    for (before, direction) in pushes.into_iter().rev() {
        let behind = board.neighbor(steps[before].cell, direction.opposite())?;
        moves.extend(board.walk(&steps[before].position(position, from), behind)?);
        moves.push(direction);
    }
    Some(moves)
}

/// The cells to which a box can be pushed.
///
/// ```
/// use banto::sokoban::{Board, Level, push_targets};
///
/// let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().unwrap();
/// let (board, position) = Board::new(&level).unwrap();
/// let targets = push_targets(&board, &position, board.cell_at(1, 3).unwrap());
/// assert_eq!(targets.count_ones(..), 4, "the row but for the box's cell");
/// ```
pub fn push_targets(board: &Board, position: &Position, from: CellId) -> FixedBitSet {
    let mut targets = FixedBitSet::with_capacity(board.len());
    if position.has_box(from) {
        targets.extend(steps(board, position, from, None).into_iter().map(|step| step.cell.index()));
        targets.set(from.index(), false);
    }
    targets
}

impl PathNode {
    /// The position with the box here.
    fn position(&self, start: &Position, from: CellId) -> Position {
        let mut boxes = start.boxes.clone();
        boxes.set(from.index(), false);
        boxes.insert(self.cell.index());
        Position { boxes, player: self.player }
    }
}

/// The places that a box can come to, until the first at a cell.
fn steps(board: &Board, position: &Position, from: CellId, to: Option<CellId>) -> Vec<PathNode> {
    let mut steps = vec![PathNode { cell: from, player: position.player, came: None }];
    // The box's cell, and the first cell of the player's region.
    let mut known = FxHashSet::default();
    let mut queue = VecDeque::from([0]);
    while let Some(number) = queue.pop_front() {
        let PathNode { cell, .. } = steps[number];
        if Some(cell) == to {
            break;
        }
        let region = board.reach(&steps[number].position(position, from));
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
                steps.push(PathNode { cell: ahead, player: cell, came: Some((number, direction)) });
            }
        }
    }
    steps
}
