//! Steps that push one box any number of times: the space of the searches that want a solution soon.
//!
//! In: a ground, a position. Out: a [`Space`] with the rows of [`super::space_pushes`], whose steps lead to every place to
//! which one box can be pushed while the others stand still. A step costs its pushes. Left out is what loses no solution:
//! dead cells, pushes that a corral lets wait, and stops inside tunnels. A cheapest path need not have the fewest pushes.

use super::super::board::Position;
use super::bounds::Ground;
use super::corral::Corral;
use super::field::{Field, Table, flip, push_number, set_keeper};
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
            None => {
                for &cell in &table.boxes {
                    for direction in 0..4 {
                        let to = field.next(cell, direction);
                        let behind = field.next(cell, direction ^ 1);
                        if table.reached(behind) && !table.solid[to as usize] && live[to as usize] {
                            starts.push(push_number(cell, direction));
                        }
                    }
                }
            }
        }
        starts.sort_unstable();
        let mut at = 0;
        while at < starts.len() {
            let from = starts[at] / 4;
            let end = at + starts[at..].iter().take_while(|&&push| push / 4 == from).count();
            walk.run(field, live, table, from, &starts[at..end], &mut |walk, to, first, direction| {
                row.copy_from_slice(state);
                if to != from {
                    flip(row, from);
                    flip(row, to);
                }
                set_keeper(row, first);
                let action = push_number(from * field.wall() + to, direction);
                visit(action, walk, row);
            });
            at = end;
        }
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

/// All places of one box, breadth first.
#[derive(Clone, Debug)]
struct BoxWalk {
    /// The cell of the box, the push that led there, and the entry before.
    queue: Vec<(u32, u32, u32)>,
    /// The entry that is being shown.
    at: usize,
    /// For each cell and side of the player whether it has been seen.
    seen: Vec<bool>,
    /// The number of pushes of the entry that is being shown.
    pushes: u32,
    depths: Vec<u32>,
}

impl BoxWalk {
    fn new(field: &Field) -> Self {
        Self {
            queue: Vec::new(),
            at: 0,
            seen: vec![false; 4 * (field.len() + 1)],
            pushes: 0,
            depths: Vec::new(),
        }
    }

    /// The pushes to the entry that is being shown.
    fn trace(&self) -> Vec<u32> {
        let mut pushes = Vec::new();
        let mut at = self.at;
        loop {
            let (_, push, before) = self.queue[at];
            pushes.push(push);
            if before == u32::MAX {
                break;
            }
            at = before as usize;
        }
        pushes.reverse();
        pushes
    }

    fn run(
        &mut self,
        field: &Field,
        live: &[bool],
        table: &mut Table,
        from: u32,
        starts: &[u32],
        show: &mut impl FnMut(&Self, u32, u32, usize),
    ) {
        for &(cell, _, _) in &self.queue {
            self.seen[cell as usize * 4..cell as usize * 4 + 4].fill(false);
        }
        self.queue.clear();
        self.depths.clear();
        for &push in starts {
            let direction = push as usize % 4;
            self.enter(field.next(from, direction), direction, push, u32::MAX, 1);
        }
        table.solid[from as usize] = false;
        table.flood(field, from);
        let (lowest, second) = table.two_first();
        self.at = 0;
        while self.at < self.queue.len() {
            let (cell, push, _) = self.queue[self.at];
            let depth = self.depths[self.at];
            let direction = push as usize % 4;
            let side = cell as usize * 4 + (direction ^ 1);
            // The player's side was reached from another side meanwhile.
            if std::mem::replace(&mut self.seen[side], true) {
                self.at += 1;
                continue;
            }
            // Where the box parts nothing, the player is everywhere but on its cell.
            let parts = !table.is_joined_around(field, cell);
            let first = if parts {
                table.solid[cell as usize] = true;
                let first = table.flood(field, field.next(cell, direction ^ 1));
                table.solid[cell as usize] = false;
                first
            } else if cell == lowest {
                second
            } else {
                lowest
            };
            let comes_to =
                |table: &Table, at: u32| if parts { table.reached(at) } else { !table.solid[at as usize] };
            for side in 0..4 {
                self.seen[cell as usize * 4 + side] |= comes_to(table, field.next(cell, side));
            }
            let mut goes_on = false;
            for ahead in 0..4 {
                let to = field.next(cell, ahead);
                let free = comes_to(table, field.next(cell, ahead ^ 1))
                    && !table.solid[to as usize]
                    && live[to as usize];
                if free {
                    goes_on |= ahead == direction;
                    let at = u32::try_from(self.at).expect("four entries a cell");
                    self.enter(to, ahead, push_number(cell, ahead), at, depth + 1);
                }
            }
            if !(goes_on && is_tunnel(field, cell, direction)) {
                self.pushes = depth;
                show(self, cell, first, direction);
            }
            self.at += 1;
        }
        table.solid[from as usize] = true;
    }

    fn enter(&mut self, to: u32, direction: usize, push: u32, before: u32, depth: u32) {
        if !self.seen[to as usize * 4 + (direction ^ 1)] {
            self.queue.push((to, push, before));
            self.depths.push(depth);
        }
    }
}

/// Whether a box on a cell can as well go one further in the direction of its last push: walls on both sides of both cells, no goal.
pub(super) fn is_tunnel(field: &Field, cell: u32, direction: usize) -> bool {
    let ahead = field.next(cell, direction);
    let across = if direction < 2 { [2, 3] } else { [0, 1] };
    let narrow = |cell: u32| across.into_iter().all(|side| field.next(cell, side) == field.wall());
    ahead != field.wall() && !field.is_goal(cell) && !field.is_goal(ahead) && narrow(cell) && narrow(ahead)
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
        self.walk(scratch, state, &mut |action, walk, row| visit(action, walk.pushes, row));
    }

    fn least_cost(&self) -> u32 {
        1
    }
}
