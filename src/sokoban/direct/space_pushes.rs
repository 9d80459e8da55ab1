//! Pushes as steps, with the player anywhere in its region: the space for the fewest pushes.
//!
//! In: a field, a position, the cells to which boxes may be pushed. Out: a [`Space`] whose rows hold the boxes and the first
//! cell of the player's region, so that positions between which the player can walk are one state. A step costs one. Walks
//! are not counted: a cheapest path has the fewest pushes, and its moves are what they happen to be.

use super::super::board::Position;
use super::field::{Field, Table, flip, keeper, push_number, set_keeper};
use crate::search::Space;

/// The space of pushes.
#[derive(Clone, Debug)]
pub struct Pushes<'a> {
    field: &'a Field,
    start: Vec<u64>,
    /// Where a box may be pushed to.
    allowed: Vec<bool>,
    /// Boxes that are out of reach and off goal: then nothing is a goal state.
    is_hopeless: bool,
}

impl<'a> Pushes<'a> {
    /// The space from a position. Pushes to cells that are not `allowed` are left out; the slice has an entry for each cell and one
    /// for the wall.
    #[must_use]
    pub fn new(field: &'a Field, position: &Position, allowed: &[bool], is_hopeless: bool) -> Self {
        let mut start = vec![0; field.words()];
        field.pack(position, &mut start);
        let mut table = Table::new(field);
        let keeper = table.load(&start);
        let first = table.flood(field, keeper);
        set_keeper(&mut start, first);
        Self { field, start, allowed: allowed.to_vec(), is_hopeless }
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
    pushes: Vec<(u32, u32)>,
    row: Vec<u64>,
}

impl Pushes<'_> {
    /// Finds the pushes that are possible.
    fn find(&self, scratch: &mut Scratch, state: &[u64]) {
        let keeper = scratch.table.load(state);
        scratch.table.flood(self.field, keeper);
        scratch.pushes.clear();
        let Scratch { table, pushes, .. } = scratch;
        table.for_each_push(self.field, &self.allowed, |cell, direction, to| {
            pushes.push((push_number(cell, direction), to));
        });
    }
}

impl Space for Pushes<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.field.words()
    }

    fn scratch(&self) -> Scratch {
        Scratch { table: Table::new(self.field), pushes: Vec::new(), row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        !self.is_hopeless && all_on_goals(self.field, state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        self.find(scratch, state);
        for at in 0..scratch.pushes.len() {
            let (action, to) = scratch.pushes[at];
            let from = action / 4;
            scratch.row.copy_from_slice(state);
            flip(&mut scratch.row, from);
            flip(&mut scratch.row, to);
            scratch.table.shift(from, to);
            let first = scratch.table.flood(self.field, from);
            scratch.table.shift(to, from);
            set_keeper(&mut scratch.row, first);
            visit(action, 1, &scratch.row);
        }
    }

    fn actions(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32)) {
        self.find(scratch, state);
        for &(action, _) in &scratch.pushes {
            visit(action, 1);
        }
    }

    fn least_cost(&self) -> u32 {
        1
    }
}

/// Whether every box of a row stands on a goal.
pub(super) fn all_on_goals(field: &Field, row: &[u64]) -> bool {
    debug_assert!((keeper(row) as usize) < field.len());
    let mut all = true;
    super::field::for_each_box(row, |cell| all &= field.is_goal(cell));
    all
}
