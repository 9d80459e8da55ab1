//! One box, pushed or pulled any number of times while the others stand still.
//!
//! In: a laid-out position, and the first pushes or pulls of its boxes. Out: every place to which one box can come, with the player's
//! region then and the way there. Stops inside tunnels are left out, which loses no solution. Which first steps are worth trying,
//! and what the places are good for, is not known here.

use super::field::{Field, Table, flip, push_number, set_keeper};

/// How boxes move.
#[derive(Clone, Copy, Debug)]
pub struct Manner<'a> {
    /// The field.
    pub field: &'a Field,
    /// Where a box may come; an entry for the wall, too.
    pub allowed: &'a [bool],
    /// Nothing for boxes that are pushed. Boxes that are pulled may have to stop on these cells, which can lie in tunnels.
    pub pulled_to: Option<&'a [bool]>,
}

impl Manner<'_> {
    /// The side of the box on which the player is after a step.
    #[inline]
    const fn side_after(&self, direction: usize) -> usize {
        if self.pulled_to.is_some() { direction } else { direction ^ 1 }
    }

    /// Whether the box, where it came by a step, can as well go on in the same direction, if it can at all.
    fn passes(&self, cell: u32, direction: usize) -> bool {
        let stops = |cell: u32| self.pulled_to.is_some_and(|ends| ends[cell as usize]);
        is_tunnel(self.field, cell, direction) && !stops(cell) && !stops(self.field.next(cell, direction))
    }
}

/// Whether a box on a cell can as well go one further in the direction of its last step: walls on both sides of both cells, no goal.
fn is_tunnel(field: &Field, cell: u32, direction: usize) -> bool {
    let ahead = field.next(cell, direction);
    let across = if direction < 2 { [2, 3] } else { [0, 1] };
    let narrow = |cell: u32| across.into_iter().all(|side| field.next(cell, side) == field.wall());
    ahead != field.wall() && !field.is_goal(cell) && !field.is_goal(ahead) && narrow(cell) && narrow(ahead)
}

/// A place of the box.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: u32,
    /// The step that led there: the cell before, and the direction.
    step: u32,
    /// The place before; none is `u32::MAX`.
    before: u32,
    depth: u32,
}

/// All places of one box, breadth first.
#[derive(Clone, Debug)]
pub struct BoxWalk {
    queue: Vec<Place>,
    /// The place that is being shown.
    at: usize,
    /// For each cell and side of the player whether it has been seen.
    seen: Vec<bool>,
}

impl BoxWalk {
    /// Nothing walked yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self { queue: Vec::new(), at: 0, seen: vec![false; 4 * (field.len() + 1)] }
    }

    /// The number of steps to the place that is being shown.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.queue[self.at].depth
    }

    /// The steps to the place that is being shown.
    #[must_use]
    pub fn trace(&self) -> Vec<u32> {
        let mut steps = Vec::new();
        let mut at = self.at;
        loop {
            let Place { step, before, .. } = self.queue[at];
            steps.push(step);
            if before == u32::MAX {
                break;
            }
            at = before as usize;
        }
        steps.reverse();
        steps
    }

    /// Shows all long steps of a state that is laid out in the table: a number for each, this walk, and the row that it leads to.
    /// `starts` has the first steps, those of one box beside each other. `row` is room to work in.
    pub fn show_all(
        &mut self,
        manner: &Manner<'_>,
        table: &mut Table,
        state: &[u64],
        starts: &[u32],
        row: &mut [u64],
        visit: &mut impl FnMut(u32, &Self, &[u64]),
    ) {
        for starts in starts.chunk_by(|one, other| one / 4 == other / 4) {
            let from = starts[0] / 4;
            self.run(manner, table, from, starts, &mut |walk, to, first, direction| {
                row.copy_from_slice(state);
                if to != from {
                    flip(row, from);
                    flip(row, to);
                }
                set_keeper(row, first);
                visit(push_number(from * manner.field.wall() + to, direction), walk, row);
            });
        }
    }

    fn run(
        &mut self,
        manner: &Manner<'_>,
        table: &mut Table,
        from: u32,
        starts: &[u32],
        show: &mut impl FnMut(&Self, u32, u32, usize),
    ) {
        let Manner { field, allowed, pulled_to } = *manner;
        for place in &self.queue {
            self.seen[place.cell as usize * 4..place.cell as usize * 4 + 4].fill(false);
        }
        self.queue.clear();
        for &step in starts {
            self.enter(manner, step, u32::MAX, 1);
        }
        table.solid[from as usize] = false;
        table.flood(field, from);
        let (lowest, second) = table.two_first();
        self.at = 0;
        while self.at < self.queue.len() {
            let Place { cell, step, depth, .. } = self.queue[self.at];
            let direction = step as usize % 4;
            let side = manner.side_after(direction);
            // The player's side was reached from another side meanwhile.
            if std::mem::replace(&mut self.seen[cell as usize * 4 + side], true) {
                self.at += 1;
                continue;
            }
            // Where the box parts nothing, the player is everywhere but on its cell.
            let parts = !table.is_joined_around(field, cell);
            let first = if parts {
                table.solid[cell as usize] = true;
                let first = table.flood(field, field.next(cell, side));
                table.solid[cell as usize] = false;
                first
            } else if cell == lowest {
                second
            } else {
                lowest
            };
            let mut goes_on = false;
            for ahead in 0..4 {
                let to = field.next(cell, ahead);
                let (side, beyond) =
                    if pulled_to.is_some() { (ahead, field.next(to, ahead)) } else { (ahead ^ 1, cell) };
                let player = field.next(cell, side);
                let comes = if parts { table.reached(player) } else { !table.solid[player as usize] };
                if !comes {
                    continue;
                }
                self.seen[cell as usize * 4 + side] = true;
                let solid = &table.solid;
                if !solid[to as usize] && !solid[beyond as usize] && allowed[to as usize] {
                    goes_on |= ahead == direction;
                    let at = u32::try_from(self.at).expect("four entries a cell");
                    self.enter(manner, push_number(cell, ahead), at, depth + 1);
                }
            }
            if !(goes_on && manner.passes(cell, direction)) {
                show(self, cell, first, direction);
            }
            self.at += 1;
        }
        table.solid[from as usize] = true;
    }

    fn enter(&mut self, manner: &Manner<'_>, step: u32, before: u32, depth: u32) {
        let direction = step as usize % 4;
        let cell = manner.field.next(step / 4, direction);
        if !self.seen[cell as usize * 4 + manner.side_after(direction)] {
            self.queue.push(Place { cell, step, before, depth });
        }
    }
}
