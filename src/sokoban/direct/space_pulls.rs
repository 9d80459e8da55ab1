//! Steps that pull one box any number of times: the space of the search that goes backwards, from the solved position to the start.
//!
//! In: a ground, a position with a box for every goal. Out: a [`Space`] with the rows of [`super::space_pushes`]. It begins with all
//! boxes on goals and nobody knows where the player ends: a row of its own, with the wall as the player's
//! cell, whose steps choose a region. It ends where the boxes and the player's region are those of the position. Read from its
//! end, a path is a solution. Left out is what loses none: cells to which no box comes, and stops inside tunnels.

use super::super::board::Position;
use super::bounds::Ground;
use super::box_walk::{BoxWalk, Manner};
use super::field::{Field, Table, flip, keeper, push_number, set_keeper};
use super::space_pushes::Pushes;
use crate::search::Space;

/// Actions from here on choose a region, by its first cell.
const REGIONS: u32 = 1 << 31;

/// The space of long pulls.
#[derive(Clone, Debug)]
pub struct Pulls<'a> {
    ground: &'a Ground,
    /// What is to be reached.
    end: Vec<u64>,
    /// Cells that have a box in the position.
    is_start: Vec<bool>,
    /// Where a box may be pulled to; an entry for the wall, too.
    allowed: &'a [bool],
}

/// Whether a row is the one in which the player is nowhere yet.
#[must_use]
pub fn is_root(field: &Field, row: &[u64]) -> bool {
    keeper(row) == field.wall()
}

impl<'a> Pulls<'a> {
    /// The space that leads back to a position. Boxes are pulled only to cells that are `allowed`.
    #[must_use]
    pub fn new(ground: &'a Ground, position: &Position, allowed: &'a [bool]) -> Self {
        let pushes = Pushes::new(&ground.field, position, &ground.open.live, false);
        let mut end = vec![0; pushes.words()];
        pushes.initial(&mut end);
        let mut is_start = vec![false; ground.field.len() + 1];
        position.boxes.ones().for_each(|cell| is_start[cell] = true);
        Self { ground, end, is_start, allowed }
    }

    /// The ground.
    #[must_use]
    pub const fn ground(&self) -> &'a Ground {
        self.ground
    }

    /// A cell of the region in which the player is in the position.
    #[must_use]
    pub fn end_keeper(&self) -> u32 {
        keeper(&self.end)
    }

    /// The single pushes, as `cell * 4 + direction`, that lead from the position to the solved one where a path of actions leads
    /// back.
    #[must_use]
    pub fn pushes(&self, actions: &[u32]) -> Vec<u32> {
        let field = &*self.ground.field;
        let mut scratch = self.scratch();
        let mut state = self.end.clone();
        self.initial(&mut state);
        let mut next = state.clone();
        let mut out = Vec::new();
        for &wanted in actions {
            let mut found = Vec::new();
            self.walk(&mut scratch, &state, &mut |action, walk, row| {
                if action == wanted {
                    next.copy_from_slice(row);
                    found = walk.map(BoxWalk::trace).unwrap_or_default();
                }
            });
            out.append(&mut found);
            std::mem::swap(&mut state, &mut next);
        }
        let back = |pull: u32| {
            let direction = pull as usize % 4;
            push_number(field.next(pull / 4, direction), direction ^ 1)
        };
        out.iter().rev().map(|&pull| back(pull)).collect()
    }

    fn walk(
        &self,
        scratch: &mut Scratch,
        state: &[u64],
        visit: &mut impl FnMut(u32, Option<&BoxWalk>, &[u64]),
    ) {
        let field = &*self.ground.field;
        let Scratch { table, walk, starts, row } = scratch;
        let keeper = table.load(state);
        row.copy_from_slice(state);
        if keeper == field.wall() {
            // The first cell of each region names it.
            for cell in 0..field.wall() {
                if !table.solid[cell as usize] && table.flood(field, cell) == cell {
                    set_keeper(row, cell);
                    visit(REGIONS + cell, None, row);
                }
            }
            return;
        }
        table.flood(field, keeper);
        starts.clear();
        for &cell in &table.boxes {
            for direction in 0..4 {
                let here = field.next(cell, direction);
                let beyond = field.next(here, direction);
                if table.reached(here) && !table.solid[beyond as usize] && self.allowed[here as usize] {
                    starts.push(push_number(cell, direction));
                }
            }
        }
        let manner = Manner { field, allowed: self.allowed, pulled_to: Some(&self.is_start) };
        walk.show_all(&manner, table, state, starts, row, &mut |action, walk, row| {
            visit(action, Some(walk), row);
        });
    }
}

/// Room to work in.
#[derive(Clone, Debug)]
pub struct Scratch {
    table: Table,
    walk: BoxWalk,
    starts: Vec<u32>,
    row: Vec<u64>,
}

impl Space for Pulls<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.end.len()
    }

    fn scratch(&self) -> Scratch {
        let field = &self.ground.field;
        let walk = BoxWalk::new(field);
        Scratch { table: Table::new(field), walk, starts: Vec::new(), row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        state.fill(0);
        let field = &self.ground.field;
        field.goals().iter().for_each(|&goal| flip(state, goal));
        set_keeper(state, field.wall());
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        state == self.end
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        self.walk(scratch, state, &mut |action, walk, row| {
            visit(action, walk.map_or(1, BoxWalk::depth), row);
        });
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
