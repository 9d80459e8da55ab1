//! The space of pushes: steps are single pushes of cost one, and the player is anywhere in its region.
//!
//! In: a field, a position, the cells to which boxes may be pushed. Out: a [`Space`] whose rows hold the boxes and the
//! lowest cell of the player's region, so that positions between which the player can walk are one state. Walks are not
//! counted: a cheapest path has the fewest pushes.

use super::Choosing;
use crate::board::Position;
use crate::direct::field::layout::Layout;
use crate::direct::field::{Field, flip, pack, player, push_number, set_player};
use banto_base::limits::Limits;
use banto_search::Space;

pub struct Pushes<'a> {
    pub(crate) field: &'a Field,
    pub(crate) start: Vec<u64>,
    /// Where a box may be pushed to.
    pub(crate) allowed: Vec<bool>,
    /// The only goal state, if there is only one.
    end: Option<Vec<u64>>,
    pub(crate) limits: &'a Limits,
}

impl<'a> Pushes<'a> {
    /// The space from a position. Boxes are pushed to `allowed` cells only; the slice has an entry for each cell and
    /// one for the wall.
    pub fn new(field: &'a Field, position: &Position, allowed: &[bool], limits: &'a Limits) -> Self {
        let mut start = vec![0; field.words];
        pack(position, &mut start);
        let mut layout = Layout::new(field);
        let player = layout.load(&start);
        let first = layout.flood(field, player);
        set_player(&mut start, first);
        Self { field, start, allowed: allowed.to_vec(), end: None, limits }
    }

    /// The space with this row as the only goal state, if there is one.
    pub(crate) fn ending_at(self, end: Option<&[u64]>) -> Self {
        Self { end: end.map(<[u64]>::to_vec), ..self }
    }
}

pub struct Scratch {
    layout: Layout,
    pushes: Vec<Push>,
    row: Vec<u64>,
}

/// A push that is possible.
#[derive(Clone, Copy, Debug)]
struct Push {
    action: u32,
    to: u32,
    /// The lowest cell of the player's region afterwards, if it is obvious.
    region: Option<u32>,
}

impl Pushes<'_> {
    /// Finds the possible pushes among those that may be made.
    fn find(&self, scratch: &mut Scratch, state: &[u64], may: impl Fn(u32) -> bool) {
        let Scratch { layout, pushes, .. } = scratch;
        let player = layout.load(state);
        layout.flood(self.field, player);
        pushes.clear();
        layout.for_each_push(self.field, &self.allowed, |cell, direction, to| {
            let action = push_number(cell, direction);
            if may(action) {
                pushes.push(Push { action, to, region: None });
            }
        });
        let lowest = layout.two_first();
        for push in pushes {
            push.region = layout.region_after(self.field, (push.action / 4, push.to), lowest);
        }
    }
}

impl Space for Pushes<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.field.words
    }

    fn scratch(&self) -> Scratch {
        Scratch { layout: Layout::new(self.field), pushes: Vec::new(), row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        match &self.end {
            Some(end) => state == end,
            None => all_on_goals(self.field, state),
        }
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        self.expand_where(scratch, state, |_| true, visit);
    }

    fn actions(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32)) {
        self.find(scratch, state, |_| true);
        for push in &scratch.pushes {
            visit(push.action, 1);
        }
    }

    fn least_cost(&self) -> u32 {
        1
    }
}

impl Choosing for Pushes<'_> {
    fn expand_where(
        &self,
        scratch: &mut Scratch,
        state: &[u64],
        may: impl Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, u32, &[u64]),
    ) {
        self.find(scratch, state, may);
        for at in 0..scratch.pushes.len() {
            if self.limits.check().is_err() {
                return;
            }
            let Scratch { layout, pushes, row } = &mut *scratch;
            let Push { action, to, region } = pushes[at];
            let from = action / 4;
            row.copy_from_slice(state);
            flip(row, from);
            flip(row, to);
            let region = region.unwrap_or_else(|| {
                layout.shift(from, to);
                let first = layout.flood(self.field, from);
                layout.shift(to, from);
                first
            });
            set_player(row, region);
            visit(action, 1, row);
        }
    }
}

/// Whether every box of a row stands on a goal.
pub(crate) fn all_on_goals(field: &Field, row: &[u64]) -> bool {
    debug_assert!((player(row) as usize) < field.len());
    let mut all = true;
    crate::direct::field::for_each_box(row, |cell| all &= field.is_goal(cell));
    all
}
