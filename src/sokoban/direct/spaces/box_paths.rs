//! Macro moves: one box is pushed or pulled any number of times while the others stand still.
//!
//! In: a position, and the first pushes or pulls of its boxes. Out: every place to which one box can be moved, with the
//! player's region afterwards and the path of the box. Stops inside tunnels are left out (the tunnel macro of Junghanns
//! and Schaeffer 2001), which loses no solution.

use crate::direct::field::layout::Layout;
use crate::direct::field::{Field, flip, push_number, set_player};
use banto_base::limits::{Limits, Stop};

/// How boxes move.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a> {
    pub field: &'a Field,
    /// Where a box may be; false for the wall.
    pub allowed: &'a [bool],
    /// `None` for pushes. For pulls, the cells on which boxes may have to stop, even in a tunnel.
    pub pulled_to: Option<&'a [bool]>,
    pub limits: &'a Limits,
}

impl Motion<'_> {
    /// The side of the box on which the player is after a step.
    #[inline]
    const fn side_after(&self, direction: usize) -> usize {
        if self.pulled_to.is_some() { direction } else { direction ^ 1 }
    }

    /// Whether a box that reached a cell by a step in a direction need not stop there if it can go on.
    fn passes(&self, cell: u32, direction: usize) -> bool {
        let stops = |cell: u32| self.pulled_to.is_some_and(|ends| ends[cell as usize]);
        is_tunnel(self.field, cell, direction) && !stops(cell) && !stops(self.field.next(cell, direction))
    }
}

/// Whether a cell and the next one in a direction have walls on both sides and are not goals.
fn is_tunnel(field: &Field, cell: u32, direction: usize) -> bool {
    let ahead = field.next(cell, direction);
    let across = if direction < 2 { [2, 3] } else { [0, 1] };
    let narrow = |cell: u32| across.into_iter().all(|side| field.next(cell, side) == field.wall());
    ahead != field.wall() && !field.is_goal(cell) && !field.is_goal(ahead) && narrow(cell) && narrow(ahead)
}

#[derive(Clone, Copy, Debug)]
struct BoxNode {
    cell: u32,
    /// The step that led there: the previous cell, and the direction.
    step: u32,
    /// The index of the previous place; `u32::MAX` for the first.
    before: u32,
    depth: u32,
}

/// All places of one box, breadth first.
pub struct BoxPaths {
    queue: Vec<BoxNode>,
    /// The place that is being shown.
    at: usize,
    /// For each cell and side of the player whether it has been seen.
    seen: Vec<bool>,
}

impl BoxPaths {
    /// No paths yet.
    pub fn new(field: &Field) -> Self {
        Self { queue: Vec::new(), at: 0, seen: vec![false; 4 * (field.len() + 1)] }
    }

    /// The number of steps to the place that is being shown.
    pub fn depth(&self) -> u32 {
        self.queue[self.at].depth
    }

    /// The steps to the place that is being shown.
    pub fn trace(&self) -> Vec<u32> {
        let mut steps = Vec::new();
        let mut at = self.at;
        loop {
            let BoxNode { step, before, .. } = self.queue[at];
            steps.push(step);
            if before == u32::MAX {
                break;
            }
            at = before as usize;
        }
        steps.reverse();
        steps
    }

    /// Visits all macro moves of a state that is on the board: a number for each, its path, and the row that it leads
    /// to. `starts` holds the first steps, those of one box next to each other. `row` is scratch space.
    pub fn show_all(
        &mut self,
        motion: &Motion<'_>,
        layout: &mut Layout,
        state: &[u64],
        starts: &[u32],
        row: &mut [u64],
        visit: &mut dyn FnMut(u32, &Self, &[u64]),
    ) {
        for starts in starts.chunk_by(|one, other| one / 4 == other / 4) {
            let from = starts[0] / 4;
            self.run(motion, layout, from, starts, &mut |walk, to, first, direction| {
                row.copy_from_slice(state);
                if to != from {
                    flip(row, from);
                    flip(row, to);
                }
                set_player(row, first);
                visit(push_number(from * motion.field.wall() + to, direction), walk, row);
            });
        }
    }

    fn run(
        &mut self,
        motion: &Motion<'_>,
        layout: &mut Layout,
        from: u32,
        starts: &[u32],
        show: &mut impl FnMut(&Self, u32, u32, usize),
    ) {
        let Motion { field, allowed, pulled_to, limits } = *motion;
        for place in &self.queue {
            self.seen[place.cell as usize * 4..place.cell as usize * 4 + 4].fill(false);
        }
        self.queue.clear();
        for &step in starts {
            self.enter(motion, step, u32::MAX, 1);
        }
        layout.solid[from as usize] = false;
        layout.flood(field, from);
        let (lowest, second) = layout.two_first();
        self.at = 0;
        while self.at < self.queue.len() && limits.check().is_ok() {
            let BoxNode { cell, step, depth, .. } = self.queue[self.at];
            let direction = step as usize % 4;
            let side = motion.side_after(direction);
            // Meanwhile the player reached this side from another one.
            if std::mem::replace(&mut self.seen[cell as usize * 4 + side], true) {
                self.at += 1;
                continue;
            }
            // Where the box separates nothing, the player can be anywhere but on its cell.
            let parts = !layout.is_joined_around(field, cell);
            let first = if parts {
                layout.solid[cell as usize] = true;
                let first = layout.flood(field, field.next(cell, side));
                layout.solid[cell as usize] = false;
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
                let comes = if parts { layout.reached(player) } else { !layout.solid[player as usize] };
                if !comes {
                    continue;
                }
                self.seen[cell as usize * 4 + side] = true;
                let solid = &layout.solid;
                if !solid[to as usize] && !solid[beyond as usize] && allowed[to as usize] {
                    goes_on |= ahead == direction;
                    let at = u32::try_from(self.at).expect("four entries a cell");
                    self.enter(motion, push_number(cell, ahead), at, depth + 1);
                }
            }
            if !(goes_on && motion.passes(cell, direction)) {
                show(self, cell, first, direction);
            }
            self.at += 1;
        }
        layout.solid[from as usize] = true;
    }

    fn enter(&mut self, motion: &Motion<'_>, step: u32, before: u32, depth: u32) {
        let direction = step as usize % 4;
        let cell = motion.field.next(step / 4, direction);
        if !self.seen[cell as usize * 4 + motion.side_after(direction)] {
            self.queue.push(BoxNode { cell, step, before, depth });
        }
    }
}

/// The single steps of a path of macro moves from a state. `expand` visits the macro moves of a state, as
/// [`BoxPaths::show_all`] does; moves without a path of a box have no steps.
pub fn single_steps(
    start: Vec<u64>,
    actions: &[u32],
    limits: &Limits,
    mut expand: impl FnMut(&[u64], &mut dyn FnMut(u32, Option<&BoxPaths>, &[u64])),
) -> Result<Vec<u32>, Stop> {
    let mut state = start;
    let mut next = state.clone();
    let mut steps = Vec::new();
    for &wanted in actions {
        limits.check()?;
        let mut found = Vec::new();
        expand(&state, &mut |action, path, row| {
            if action == wanted {
                next.copy_from_slice(row);
                found = path.map(BoxPaths::trace).unwrap_or_default();
            }
        });
        steps.append(&mut found);
        std::mem::swap(&mut state, &mut next);
    }
    // The last expansion may have been cut short.
    limits.check()?;
    Ok(steps)
}
