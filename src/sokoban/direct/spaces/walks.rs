//! The space of pushes with walks: steps are pushes, and the walk before each push is part of its cost.
//!
//! In: a field, a position, the cells to which boxes may be pushed, and a [`Measure`] that says what is counted first.
//! Out: a [`Space`] whose rows hold the boxes and the exact cell of the player, which is where the pushed box was. Two
//! cells of one region make two states, because their next walks differ. A cheapest path is a best solution by the
//! measure.

use super::Choosing;
use super::pushes::Pushes;
use crate::board::Position;
use crate::direct::field::layout::Layout;
use crate::direct::field::{Field, flip, push_number, set_player};
use banto_base::limits::Limits;
use banto_search::{Cost, Lexicographic, Space};
use std::marker::PhantomData;

/// The cost of a push and the walk before it.
pub trait Measure {
    type Cost: Cost;
    /// The cost of one push after a walk of this many steps.
    fn push(steps: u32) -> Self::Cost {
        Self::of(1, steps + 1)
    }
    /// The cost of this many pushes and moves; pushes also count as moves.
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
    fn of(pushes: u32, moves: u32) -> Lexicographic {
        Lexicographic(pushes, moves)
    }
}

impl Measure for MovesThenPushes {
    type Cost = Lexicographic;
    fn of(pushes: u32, moves: u32) -> Lexicographic {
        Lexicographic(moves, pushes)
    }
}

impl Measure for Moves {
    type Cost = u32;
    fn of(_pushes: u32, moves: u32) -> u32 {
        moves
    }
}

/// The space of pushes with their walks.
pub struct Walks<'a, M> {
    /// The space without walks, but with the player's exact cell in the initial row.
    pub pushes: Pushes<'a>,
    measure: PhantomData<M>,
}

impl<'a, M: Measure> Walks<'a, M> {
    /// The space from a position. Boxes are pushed to `allowed` cells only.
    pub fn new(field: &'a Field, position: &Position, allowed: &[bool], limits: &'a Limits) -> Self {
        let mut pushes = Pushes::new(field, position, allowed, limits);
        set_player(&mut pushes.start, position.player.into());
        Self { pushes, measure: PhantomData }
    }

    /// The space with this row as the only goal state, if there is one.
    pub(crate) fn ending_at(self, end: Option<&[u64]>) -> Self {
        Self { pushes: self.pushes.ending_at(end), ..self }
    }
}

pub struct Scratch {
    layout: Layout,
    steps: Vec<u32>,
    row: Vec<u64>,
}

impl<M: Measure> Space for Walks<'_, M> {
    type Cost = M::Cost;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn scratch(&self) -> Scratch {
        let field = self.pushes.field;
        Scratch { layout: Layout::new(field), steps: vec![0; field.len() + 1], row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        self.pushes.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.pushes.is_goal(state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, M::Cost, &[u64])) {
        self.expand_where(scratch, state, |_| true, visit);
    }

    fn least_cost(&self) -> M::Cost {
        M::push(0)
    }
}

impl<M: Measure> Choosing for Walks<'_, M> {
    fn expand_where(
        &self,
        scratch: &mut Scratch,
        state: &[u64],
        may: impl Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, M::Cost, &[u64]),
    ) {
        let Scratch { layout, steps, row } = scratch;
        let Pushes { field, allowed, limits, .. } = &self.pushes;
        let player = layout.load(state);
        layout.flood(field, player);
        count_steps(field, layout, steps);
        layout.for_each_push(field, allowed, |cell, direction, to| {
            let push = push_number(cell, direction);
            if !may(push) || limits.check().is_err() {
                return;
            }
            let behind = field.next(cell, direction ^ 1);
            row.copy_from_slice(state);
            flip(row, cell);
            flip(row, to);
            set_player(row, cell);
            visit(push, M::push(steps[behind as usize]), row);
        });
    }
}

/// Counts the steps to each cell of the region that was found last.
pub(crate) fn count_steps(field: &Field, layout: &Layout, steps: &mut [u32]) {
    let region = layout.region();
    for &cell in region {
        steps[cell as usize] = u32::MAX;
    }
    steps[region[0] as usize] = 0;
    for &cell in region {
        let next_steps = steps[cell as usize] + 1;
        for next in field.around(cell) {
            if layout.reached(next) && steps[next as usize] == u32::MAX {
                steps[next as usize] = next_steps;
            }
        }
    }
}
