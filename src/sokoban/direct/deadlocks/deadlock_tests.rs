//! Whether a position is plainly lost, as immediate feedback for players.
//!
//! In: a board, positions on it. Out: the reason, if one of the deadlock tests of the searches finds one; and the cells
//! from which a box can reach no goal. What is said to be lost is proven; not everything that is lost is found.

use super::deadlock_patterns::DeadlockPatterns;
use crate::board::{Board, CellId, Position};
use crate::direct::context::Context;
use crate::direct::field::layout::Layout;
use crate::direct::field::{Field, pack};
use crate::direct::{Reason, reason};
use banto_base::limits::{Limits, Stop};

/// The deadlock tests for one board.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::direct::{DeadlockTests, Reason};
/// use banto::sokoban::{Board, Direction, Level};
///
/// let level: Level = "######\n#@$ .#\n#    #\n######".parse().unwrap();
/// let (board, mut position) = Board::new(&level).unwrap();
/// let mut tests = DeadlockTests::new(&board, &Limits::none()).unwrap();
/// assert_eq!(tests.lost(&board, &position), None);
/// let dead = board.cell_at(2, 1).unwrap();
/// assert!(tests.dead_squares().any(|cell| cell == dead), "a corner");
/// ```
#[derive(Debug)]
pub struct DeadlockTests {
    context: Context,
    patterns: DeadlockPatterns,
    layout: Layout,
}

impl DeadlockTests {
    /// The tests for a board.
    pub fn new(board: &Board, limits: &Limits) -> Result<Self, Stop> {
        limits.check_allocation(board.len() * size_of::<[u64; 4]>())?;
        // The tests below are fast, so they run without limits.
        let context = Context::new(Field::new(board), limits)?.with_limits(Limits::none());
        let mut patterns = DeadlockPatterns::new(&context);
        patterns.is_thorough = true;
        let layout = Layout::new(&context.field);
        Ok(Self { context, patterns, layout })
    }

    /// Why a position cannot be solved, if a test finds out.
    pub fn lost(&mut self, board: &Board, position: &Position) -> Option<Reason> {
        if board.is_solved(position) {
            return None;
        }
        if board.is_out_of_reach() {
            return Some(Reason::OutOfReach);
        }
        if let Some(reason) = reason(position, &self.context) {
            return Some(reason);
        }
        let Self { context: Context { field, .. }, patterns, layout } = self;
        let mut row = vec![0; field.words];
        pack(position, &mut row);
        let player = layout.load(&row);
        let player = layout.flood(field, player);
        let is_dead = patterns.is_dead(layout, player) || patterns.is_dead_at_length(&row, layout);
        is_dead.then_some(Reason::Group)
    }

    /// The cells from which a box can be pushed to no goal.
    pub fn dead_squares(&self) -> impl Iterator<Item = CellId> {
        let live = &self.context.open.live[..self.context.field.len()];
        live.iter().enumerate().filter(|(_, is_live)| !**is_live).map(|(cell, _)| CellId::from(cell))
    }
}
