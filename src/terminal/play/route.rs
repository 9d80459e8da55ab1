//! A solution that is known: a road of pushes that can be left and met again.
//!
//! In: a board, a position and the moves of a solution. Out: for any position on that road, the walk and the push that come
//! next, or all moves to the end. Who found the solution is not known here.

use fixedbitset::FixedBitSet;

use crate::sokoban::{Board, CellId, Direction, Move, Position};

/// A push that leads to a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The cells of the walk, without the one where it starts.
    pub walk: Vec<CellId>,
    /// The box.
    pub cell: CellId,
    /// Where to push it.
    pub direction: Direction,
}

/// The pushes of a solution, each with the boxes that it finds.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    boxes: FixedBitSet,
    cell: CellId,
    direction: Direction,
}

/// The next push, and how to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next {
    pub walk: Vec<Direction>,
    pub cell: CellId,
    pub direction: Direction,
}

impl Next {
    /// The same as places on the board.
    pub(super) fn hint(&self, board: &Board, position: &Position) -> Hint {
        let walk = self.walk.iter().scan(position.keeper, |cell, direction| {
            *cell = board.neighbour(*cell, *direction)?;
            Some(*cell)
        });
        Hint { walk: walk.collect(), cell: self.cell, direction: self.direction }
    }
}

impl Route {
    /// The road that moves take from a position.
    pub(super) fn new(board: &Board, position: &Position, moves: &[Move]) -> Self {
        let mut position = position.clone();
        let mut steps = Vec::new();
        for made in moves {
            if made.push
                && let Some(cell) = board.neighbour(position.keeper, made.direction)
            {
                steps.push(Step { boxes: position.boxes.clone(), cell, direction: made.direction });
            }
            board.step(&mut position, made.direction);
        }
        Self { steps }
    }

    /// What comes next at a position; nothing when it is not on the road.
    pub(super) fn next(&self, board: &Board, position: &Position) -> Option<Next> {
        let (walk, step) = self.join(board, position)?;
        Some(Next { walk, cell: step.cell, direction: step.direction })
    }

    /// All moves from a position to the end of the road; nothing when it is not on the road.
    pub(super) fn moves(&self, board: &Board, position: &Position) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        let mut next = self.next(board, &position);
        next.as_ref()?;
        while let Some(Next { walk, direction, .. }) = next {
            for direction in walk.into_iter().chain([direction]) {
                moves.push(board.step(&mut position, direction)?);
            }
            next = self.next(board, &position);
        }
        board.is_solved(&position).then_some(moves)
    }

    /// The last place where the road has these boxes, so that no loop is walked twice, and the walk to its push.
    fn join(&self, board: &Board, position: &Position) -> Option<(Vec<Direction>, &Step)> {
        self.steps.iter().rev().filter(|step| step.boxes == position.boxes).find_map(|step| {
            let behind = board.neighbour(step.cell, step.direction.opposite())?;
            Some((board.walk(position, behind)?, step))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::tests::level;
    use super::*;

    #[test]
    fn a_road_is_met_again_after_a_walk_aside() {
        let (board, mut position) =
            Board::new(&level(&["#######", "#     #", "#@$  .#", "#     #", "#######"])).unwrap();
        let made = Move { direction: Direction::Right, push: true };
        let route = Route::new(&board, &position, &[made; 3]);
        assert_eq!(route.next(&board, &position).unwrap().walk, []);
        board.step(&mut position, Direction::Down);
        assert_eq!(route.next(&board, &position).unwrap().walk, [Direction::Up]);
        board.step(&mut position, Direction::Up);
        board.step(&mut position, Direction::Right);
        assert_eq!(route.moves(&board, &position).unwrap().len(), 2);
        board.step(&mut position, Direction::Down);
        board.step(&mut position, Direction::Right);
        board.step(&mut position, Direction::Up);
        assert_eq!(route.next(&board, &position), None, "the box stands where the road never had it");
    }
}
