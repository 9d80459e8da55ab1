//! A known solution, as a sequence of pushes that the player can leave and join again.
//!
//! In: a board, a position and the moves of a solution. Out: for any position with the boxes before some push, the
//! next walk and push, or all moves to the end.

use fixedbitset::FixedBitSet;

use banto_sokoban::{Board, CellId, Direction, Move, Position};

/// The next push, and the walk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub walk: Vec<Direction>,
    /// The box.
    pub cell: CellId,
    /// Where to push it.
    pub direction: Direction,
}

/// The pushes of a solution, each with the boxes before it.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownSolution {
    pushes: Vec<KnownPush>,
}

#[derive(Clone, Debug)]
struct KnownPush {
    boxes: FixedBitSet,
    cell: CellId,
    direction: Direction,
}

impl KnownSolution {
    /// The pushes of moves from a position.
    pub(super) fn new(board: &Board, position: &Position, moves: &[Move]) -> Self {
        let mut position = position.clone();
        let mut pushes = Vec::new();
        for made in moves {
            if made.push
                && let Some(cell) = board.neighbor(position.player, made.direction)
            {
                pushes.push(KnownPush { boxes: position.boxes.clone(), cell, direction: made.direction });
            }
            board.step(&mut position, made.direction);
        }
        Self { pushes }
    }

    /// The next push from a position: the last that has its boxes, so that loops are skipped. `None` if none has them,
    /// or the player cannot walk there.
    pub(super) fn next(&self, board: &Board, position: &Position) -> Option<Hint> {
        self.pushes.iter().rev().filter(|push| push.boxes == position.boxes).find_map(|push| {
            let &KnownPush { cell, direction, .. } = push;
            let behind = board.neighbor(cell, direction.opposite())?;
            Some(Hint { walk: board.walk(position, behind)?, cell, direction })
        })
    }

    /// All moves from a position to the end; `None` if the solution cannot be joined there.
    pub(super) fn moves(&self, board: &Board, position: &Position) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        let mut next = self.next(board, &position);
        next.as_ref()?;
        while let Some(Hint { walk, direction, .. }) = next {
            for direction in walk.into_iter().chain([direction]) {
                moves.push(board.step(&mut position, direction)?);
            }
            next = self.next(board, &position);
        }
        board.is_solved(&position).then_some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::level;
    use super::*;

    #[test]
    fn a_solution_is_joined_again_after_a_walk_aside() {
        let (board, mut position) =
            Board::new(&level(&["#######", "#     #", "#@$  .#", "#     #", "#######"])).unwrap();
        let made = Move { direction: Direction::Right, push: true };
        let known = KnownSolution::new(&board, &position, &[made; 3]);
        assert_eq!(known.next(&board, &position).unwrap().walk, []);
        board.step(&mut position, Direction::Down);
        assert_eq!(known.next(&board, &position).unwrap().walk, [Direction::Up]);
        board.step(&mut position, Direction::Up);
        board.step(&mut position, Direction::Right);
        assert_eq!(known.moves(&board, &position).unwrap().len(), 2);
        board.step(&mut position, Direction::Down);
        board.step(&mut position, Direction::Right);
        board.step(&mut position, Direction::Up);
        assert_eq!(known.next(&board, &position), None, "the solution never has the box there");
    }
}
