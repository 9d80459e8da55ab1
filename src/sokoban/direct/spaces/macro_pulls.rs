//! The space of macro pulls, for the search that goes backwards from the solved position to the start.
//!
//! In: a context, a position with a box for every goal. Out: a [`Space`] with the rows of [`super::pushes`]. All boxes
//! begin on goals. Where the player ends is unknown: the initial row has the wall as the player's cell, and its steps
//! choose a region. The search ends where the boxes and the player's region are those of the position. Read backwards,
//! a path is a solution. Cells to which no box can come and stops inside tunnels are left out.

use super::box_paths::{BoxPaths, Motion, single_steps};
use super::pushes::Pushes;
use crate::base::limits::Stop;
use crate::search::Space;
use crate::sokoban::board::Position;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::field::regions::Regions;
use crate::sokoban::direct::field::{Field, flip, player, push_number, set_player};

/// Actions from here on choose a region, by its lowest cell.
const REGIONS: u32 = 1 << 31;

/// The space of macro pulls.
#[derive(Clone, Debug)]
pub struct MacroPulls<'a> {
    context: &'a Context,
    /// The row to be reached.
    end: Vec<u64>,
    /// Cells that have a box in the position.
    is_start: Vec<bool>,
    /// Where a box may be pulled to; false for the wall.
    allowed: &'a [bool],
}

/// Whether a row is the initial one, in which the player is nowhere yet.
pub fn is_root(field: &Field, row: &[u64]) -> bool {
    player(row) == field.wall()
}

impl<'a> MacroPulls<'a> {
    /// The space that leads back to a position. Boxes are pulled only to cells that are `allowed`.
    pub fn new(context: &'a Context, position: &Position, allowed: &'a [bool]) -> Self {
        let pushes = Pushes::new(&context.field, position, &context.open.live, &context.limits);
        let mut is_start = vec![false; context.field.len() + 1];
        position.boxes.ones().for_each(|cell| is_start[cell] = true);
        Self { context, end: pushes.start, is_start, allowed }
    }

    /// The context.
    pub const fn context(&self) -> &'a Context {
        self.context
    }

    /// A cell of the region in which the player is in the position.
    pub fn end_player(&self) -> u32 {
        player(&self.end)
    }

    /// The single pushes, as `cell * 4 + direction`, that undo a path of pulls: they lead to the solved position.
    pub fn pushes(&self, actions: &[u32]) -> Result<Vec<u32>, Stop> {
        let Context { field, limits, .. } = self.context;
        let mut scratch = self.scratch();
        let mut start = self.end.clone();
        self.initial(&mut start);
        let pulls = single_steps(start, actions, limits, |state, visit| {
            self.walk(&mut scratch, state, &mut |action, path, row| visit(action, path, row));
        })?;
        let back = |pull: u32| {
            let direction = pull as usize % 4;
            push_number(field.next(pull / 4, direction), direction ^ 1)
        };
        Ok(pulls.iter().rev().map(|&pull| back(pull)).collect())
    }

    fn walk(
        &self,
        scratch: &mut Scratch,
        state: &[u64],
        visit: &mut impl FnMut(u32, Option<&BoxPaths>, &[u64]),
    ) {
        let Context { field, limits, .. } = self.context;
        let Scratch { layout, walk, starts, row } = scratch;
        let player = layout.load(state);
        row.copy_from_slice(state);
        if player == field.wall() {
            for cell in Regions::new(field).firsts(field, layout) {
                set_player(row, cell);
                visit(REGIONS + cell, None, row);
            }
            return;
        }
        layout.flood(field, player);
        starts.clear();
        layout.for_each_pull(field, self.allowed, |cell, direction, _, _| {
            starts.push(push_number(cell, direction));
        });
        let motion = Motion { field, allowed: self.allowed, pulled_to: Some(&self.is_start), limits };
        walk.show_all(&motion, layout, state, starts, row, &mut |action, walk, row| {
            visit(action, Some(walk), row);
        });
    }
}

/// Scratch space of an expansion.
#[derive(Clone, Debug)]
pub struct Scratch {
    layout: Layout,
    walk: BoxPaths,
    starts: Vec<u32>,
    row: Vec<u64>,
}

impl Space for MacroPulls<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.end.len()
    }

    fn scratch(&self) -> Scratch {
        let field = &self.context.field;
        let walk = BoxPaths::new(field);
        Scratch { layout: Layout::new(field), walk, starts: Vec::new(), row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        state.fill(0);
        let field = &self.context.field;
        field.goals().iter().for_each(|&goal| flip(state, goal));
        set_player(state, field.wall());
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        state == self.end
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        self.walk(scratch, state, &mut |action, walk, row| {
            visit(action, walk.map_or(1, BoxPaths::depth), row);
        });
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
