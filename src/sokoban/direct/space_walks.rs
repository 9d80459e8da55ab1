//! Pushes as steps with the walk before each in its cost: the space for the fewest moves, and for fewest moves among fewest
//! pushes.
//!
//! In: a field, a position, the cells to which boxes may be pushed, and what is counted first. Out: a [`Space`] whose rows hold
//! the boxes and the exact cell of the player, who stands where the pushed box was. Two players in one region are
//! two states here, as their next walks differ: without that, no cheapest path would be certain. A cheapest path
//! is a solution that is best by the [`Measure`].

use super::super::board::Position;
use super::field::{Field, Table, flip, push_number, set_keeper};
use super::space_pushes::all_on_goals;
use crate::search::{Cost, Lexicographic, Space};
use std::marker::PhantomData;

/// What a push and the walk before it cost.
pub trait Measure {
    /// The cost.
    type Cost: Cost;
    /// The cost of one push after so many steps without one.
    fn push(steps: u32) -> Self::Cost;
    /// The cost of so many pushes and moves; moves count pushes, too.
    fn of(pushes: u32, moves: u32) -> Self::Cost;
}

/// Pushes first, then moves.
#[derive(Clone, Copy, Debug)]
pub struct PushesThenMoves;
/// Moves first, then pushes.
#[derive(Clone, Copy, Debug)]
pub struct MovesThenPushes;
/// Moves alone.
#[derive(Clone, Copy, Debug)]
pub struct Moves;

impl Measure for PushesThenMoves {
    type Cost = Lexicographic;
    fn push(steps: u32) -> Lexicographic {
        Lexicographic(1, steps + 1)
    }
    fn of(pushes: u32, moves: u32) -> Lexicographic {
        Lexicographic(pushes, moves)
    }
}

impl Measure for MovesThenPushes {
    type Cost = Lexicographic;
    fn push(steps: u32) -> Lexicographic {
        Lexicographic(steps + 1, 1)
    }
    fn of(pushes: u32, moves: u32) -> Lexicographic {
        Lexicographic(moves, pushes)
    }
}

impl Measure for Moves {
    type Cost = u32;
    fn push(steps: u32) -> u32 {
        steps + 1
    }
    fn of(_pushes: u32, moves: u32) -> u32 {
        moves
    }
}

/// The space of pushes with their walks.
#[derive(Clone, Debug)]
pub struct Walks<'a, M> {
    field: &'a Field,
    start: Vec<u64>,
    allowed: Vec<bool>,
    is_hopeless: bool,
    measure: PhantomData<M>,
}

impl<'a, M: Measure> Walks<'a, M> {
    /// The space from a position. Pushes to cells that are not `allowed` are left out.
    #[must_use]
    pub fn new(field: &'a Field, position: &Position, allowed: &[bool], is_hopeless: bool) -> Self {
        let mut start = vec![0; field.words()];
        field.pack(position, &mut start);
        Self { field, start, allowed: allowed.to_vec(), is_hopeless, measure: PhantomData }
    }

    /// The field.
    #[must_use]
    pub const fn field(&self) -> &'a Field {
        self.field
    }
}

/// Room to work in.
#[derive(Clone, Debug)]
pub struct Scratch {
    table: Table,
    steps: Vec<u32>,
    row: Vec<u64>,
}

impl<M: Measure> Space for Walks<'_, M> {
    type Cost = M::Cost;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.field.words()
    }

    fn scratch(&self) -> Scratch {
        let steps = vec![0; self.field.len() + 1];
        Scratch { table: Table::new(self.field), steps, row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        !self.is_hopeless && all_on_goals(self.field, state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, M::Cost, &[u64])) {
        let Scratch { table, steps, row } = scratch;
        let keeper = table.load(state);
        table.flood(self.field, keeper);
        count_steps(self.field, table, steps);
        table.for_each_push(self.field, &self.allowed, |cell, direction, to| {
            let behind = self.field.next(cell, direction ^ 1);
            row.copy_from_slice(state);
            flip(row, cell);
            flip(row, to);
            set_keeper(row, cell);
            visit(push_number(cell, direction), M::push(steps[behind as usize]), row);
        });
    }

    fn least_cost(&self) -> M::Cost {
        M::push(0)
    }
}

/// The steps to each cell of the region that was found last, which is in the order of distance.
pub(super) fn count_steps(field: &Field, table: &Table, steps: &mut [u32]) {
    let region = table.region();
    for &cell in region {
        steps[cell as usize] = u32::MAX;
    }
    steps[region[0] as usize] = 0;
    for &cell in region {
        let next_steps = steps[cell as usize] + 1;
        for next in field.around(cell) {
            if table.reached(next) && steps[next as usize] == u32::MAX {
                steps[next as usize] = next_steps;
            }
        }
    }
}
