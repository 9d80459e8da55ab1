//! Steps that push one box any number of times: the space of the searches that want a solution soon.
//!
//! In: a ground, a position. Out: a [`Space`] with the rows of [`super::space_pushes`], whose steps lead to every place to
//! which one box can be pushed while the others stand still. A step costs its pushes. Left out is what loses no solution:
//! dead cells, pushes that a corral lets wait, and stops inside tunnels. A cheapest path need not have the fewest pushes.

use super::super::board::Position;
use super::bounds::Ground;
use super::box_walk::{BoxWalk, Manner};
use super::corral::Corral;
use super::field::{Table, push_number};
use super::space_pushes::{Pushes, all_on_goals};
use crate::search::Space;

/// Boards with more cells than this have more steps than there are numbers for them.
pub const CELLS_LIMIT: usize = 30_000;

/// The space of long pushes.
#[derive(Clone, Debug)]
pub struct Macros<'a> {
    ground: &'a Ground,
    start: Vec<u64>,
}

impl<'a> Macros<'a> {
    /// The space from a position.
    #[must_use]
    pub fn new(ground: &'a Ground, position: &Position) -> Self {
        let pushes = Pushes::new(&ground.field, position, &ground.open.live, false);
        let mut start = vec![0; pushes.words()];
        pushes.initial(&mut start);
        Self { ground, start }
    }

    /// The ground.
    #[must_use]
    pub const fn ground(&self) -> &'a Ground {
        self.ground
    }

    /// The single pushes, as `cell * 4 + direction`, of a path's actions.
    #[must_use]
    pub fn pushes(&self, actions: &[u32]) -> Vec<u32> {
        let mut scratch = self.scratch();
        let mut state = self.start.clone();
        let mut next = state.clone();
        let mut out = Vec::new();
        for &wanted in actions {
            let mut found = Vec::new();
            self.walk(&mut scratch, &state, &mut |action, walk, row| {
                if action == wanted {
                    next.copy_from_slice(row);
                    found = walk.trace();
                }
            });
            out.append(&mut found);
            std::mem::swap(&mut state, &mut next);
        }
        out
    }

    /// Shows every step with the walk of the box that leads there.
    fn walk(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, &BoxWalk, &[u64])) {
        let field = &*self.ground.field;
        let live = &self.ground.open.live;
        let Scratch { table, corral, walk, starts, row } = scratch;
        let keeper = table.load(state);
        table.flood(field, keeper);
        starts.clear();
        let fills_all = table.boxes.len() == field.goals().len();
        match corral.enough(field, live, table, fills_all) {
            Some(enough) => starts.extend_from_slice(enough),
            None => table.for_each_push(field, live, |cell, direction, _| {
                starts.push(push_number(cell, direction));
            }),
        }
        starts.sort_unstable();
        let manner = Manner { field, allowed: live, pulled_to: None };
        walk.show_all(&manner, table, state, starts, row, visit);
    }
}

/// Room to work in.
#[derive(Clone, Debug)]
pub struct Scratch {
    table: Table,
    corral: Corral,
    walk: BoxWalk,
    starts: Vec<u32>,
    row: Vec<u64>,
}

impl Space for Macros<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.start.len()
    }

    fn scratch(&self) -> Scratch {
        let field = &self.ground.field;
        Scratch {
            table: Table::new(field),
            corral: Corral::new(field),
            walk: BoxWalk::new(field),
            starts: Vec::new(),
            row: vec![0; self.words()],
        }
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        all_on_goals(&self.ground.field, state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        self.walk(scratch, state, &mut |action, walk, row| visit(action, walk.depth(), row));
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
