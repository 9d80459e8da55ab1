//! The space of macro pushes, for searches that want any solution soon.
//!
//! In: a context, a position. Out: a [`Space`] with the rows of [`super::pushes`], whose steps lead to every place to
//! which one box can be pushed while the others stand still. A step costs its pushes. Dead squares, pushes that a
//! PI-corral lets wait, and stops inside tunnels are left out. A cheapest path need not have the fewest pushes.

use super::box_paths::{BoxPaths, Motion, single_steps};
use super::corral::Corral;
use super::pushes::{Pushes, all_on_goals};
use crate::board::Position;
use crate::direct::context::Context;
use crate::direct::field::layout::Layout;
use crate::direct::field::push_number;
use banto_base::limits::Stop;
use banto_search::Space;

/// On larger boards, pairs of cells do not fit into the numbers of actions.
pub const CELLS_LIMIT: usize = 30_000;

pub struct MacroPushes<'a> {
    pub context: &'a Context,
    start: Vec<u64>,
}

impl<'a> MacroPushes<'a> {
    /// The space from a position.
    pub fn new(context: &'a Context, position: &Position) -> Self {
        let pushes = Pushes::new(&context.field, position, &context.open.live, &context.limits);
        Self { context, start: pushes.start }
    }

    /// The single pushes, as `cell * 4 + direction`, of a path's actions.
    pub fn pushes(&self, actions: &[u32]) -> Result<Vec<u32>, Stop> {
        let mut scratch = self.scratch();
        single_steps(self.start.clone(), actions, &self.context.limits, |state, visit| {
            self.walk(&mut scratch, state, &mut |action, path, row| visit(action, Some(path), row));
        })
    }

    /// Visits every step with the path of the box.
    fn walk(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, &BoxPaths, &[u64])) {
        let Context { field, open, limits, .. } = self.context;
        let live = &open.live;
        let Scratch { layout, corral, walk, starts, row } = scratch;
        let player = layout.load(state);
        layout.flood(field, player);
        starts.clear();
        match corral.pushes(self.context, layout) {
            Some(pushes) => starts.extend_from_slice(pushes),
            None => layout.for_each_push(field, live, |cell, direction, _| {
                starts.push(push_number(cell, direction));
            }),
        }
        starts.sort_unstable();
        let motion = Motion { field, allowed: live, pulled_to: None, limits };
        walk.show_all(&motion, layout, state, starts, row, visit);
    }
}

pub struct Scratch {
    layout: Layout,
    corral: Corral,
    walk: BoxPaths,
    starts: Vec<u32>,
    row: Vec<u64>,
}

impl Space for MacroPushes<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.start.len()
    }

    fn scratch(&self) -> Scratch {
        let field = &self.context.field;
        Scratch {
            layout: Layout::new(field),
            corral: Corral::new(field),
            walk: BoxPaths::new(field),
            starts: Vec::new(),
            row: vec![0; self.words()],
        }
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.start);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        all_on_goals(&self.context.field, state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        self.walk(scratch, state, &mut |action, walk, row| visit(action, walk.depth(), row));
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
