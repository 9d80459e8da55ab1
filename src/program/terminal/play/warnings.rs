//! Warnings: that a level is lost, and the cells where boxes are lost.
//!
//! In: the moves played on a level. Out: why it is provably lost, once; and the cells to mark. Levels too large for the
//! deadlock tests get no warnings.

use std::time::Duration;

use fixedbitset::FixedBitSet;

use super::history::History;
use banto_base::limits::Limits;
use banto_sokoban::CellId;
use banto_sokoban::direct::{DeadlockTests, Reason};

/// How long preparing the tests for a level may take.
const TIME: Duration = Duration::from_millis(500);

#[derive(Debug, Default)]
pub(super) struct Warnings {
    tests: Option<DeadlockTests>,
    /// The cells from which a box can reach no goal.
    dead: FixedBitSet,
    /// Why the last checked position is lost, if it is.
    pub(super) lost: Option<Reason>,
    is_marking: bool,
}

impl Warnings {
    /// Switches to another level.
    pub(super) fn enter(&mut self, history: &History) {
        let limits = Limits::none().within_machine().with_time(TIME);
        self.tests = DeadlockTests::new(&history.board, &limits).ok();
        self.dead = FixedBitSet::with_capacity(history.board.len());
        self.dead.extend(self.tests.iter().flat_map(DeadlockTests::dead_squares).map(usize::from));
        self.lost = None;
        self.look(history);
    }

    /// Checks a position. Returns the reason why it is lost, if the one before was not.
    pub(super) fn look(&mut self, history: &History) -> Option<Reason> {
        let lost = self.tests.as_mut().and_then(|tests| tests.lost(&history.board, &history.position));
        let before = std::mem::replace(&mut self.lost, lost);
        lost.filter(|_| before.is_none())
    }

    /// Whether a position of this level is proven to be lost.
    pub(super) fn is_lost(&mut self, history: &History) -> bool {
        self.tests.as_mut().is_some_and(|tests| tests.lost(&history.board, &history.position).is_some())
    }

    /// Marks cells, or unmarks them. Returns a message about it.
    pub(super) fn mark(&mut self) -> &'static str {
        self.is_marking = !self.is_marking;
        match (self.is_marking, &self.tests) {
            (false, _) => "no cells are marked",
            (true, None) => "this level is too large for that",
            (true, Some(_)) if self.dead.is_clear() => "a box can reach a goal from every cell",
            (true, Some(_)) => "a box on a marked cell can never reach a goal",
        }
    }

    pub(super) fn is_marked(&self, cell: CellId) -> bool {
        self.is_marking && self.dead.contains(cell.index())
    }
}
