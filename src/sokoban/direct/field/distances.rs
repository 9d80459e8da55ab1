//! How many pushes a single box is away from each goal, and from the nearest one; found by pulling it back from the
//! goals.
//!
//! In: a field, the player's sides of boxes, and cells that count as walls. Out: [`Distances`], which ignore all other
//! boxes and are therefore lower bounds. The same table is made for the way back, from the cells where boxes start.
//!
//! Rows per goal are kept only if an assignment of boxes to goals will use them. Larger levels get only the distance
//! to the nearest goal, found for all goals in one sweep.

use super::sides::Sides;
use super::{Field, number};
use banto_base::limits::{Limits, Stop};

/// Stands for "no goal can be reached".
pub const FAR: u16 = u16::MAX;

/// With more goals than this, boxes are not assigned to goals: that takes time cubic in their number.
const GOALS_LIMIT: usize = 512;
/// Rows for each goal have at most this many entries together.
const ENTRIES_LIMIT: usize = 1 << 24;

/// Distances of each slot.
#[derive(Clone, Debug)]
pub struct Distances {
    pub goals: usize,
    slots: usize,
    /// A row of goals for each slot, and one of zeros for a box that needs no goal; empty for large levels.
    to: Vec<u16>,
    /// The least over the goals, for each slot.
    least: Vec<u16>,
}

impl Distances {
    /// Pulls a box back from every goal. Neither boxes nor the player can enter `fixed` cells; a goal on one is out of
    /// reach.
    pub fn to_goals(field: &Field, sides: &Sides, fixed: &[bool], limits: &Limits) -> Result<Self, Stop> {
        Self::to_cells(field, sides, fixed, &field.goals, limits)
    }

    /// As [`Self::to_goals`], for other cells than goals.
    pub fn to_cells(
        field: &Field,
        sides: &Sides,
        fixed: &[bool],
        ends: &[u32],
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let is_free = |cell: u32| cell != field.wall() && !fixed[cell as usize];
        Self::measure(ends, is_free, sides, limits, |cell, slot, direction| {
            let here = field.next(cell, direction);
            let is_beside = is_free(here) && sides.slot_beside(cell, direction) == slot;
            (is_beside && is_free(field.next(here, direction)))
                .then(|| (here, sides.slot_beside(here, direction)))
        })
    }

    /// Pushes a box away from every cell where one starts: the pulls from each slot back to each of these cells,
    /// wherever the player was.
    pub fn to_starts(field: &Field, sides: &Sides, starts: &[u32], limits: &Limits) -> Result<Self, Stop> {
        Self::measure(
            starts,
            |_| true,
            sides,
            limits,
            |cell, slot, direction| {
                let behind = field.next(cell, direction ^ 1);
                let ahead = field.next(cell, direction);
                let is_beside = behind != field.wall() && sides.slot_beside(cell, direction ^ 1) == slot;
                (is_beside && ahead != field.wall()).then(|| (ahead, sides.slot_beside(ahead, direction ^ 1)))
            },
        )
    }

    /// Measures from each of the ends that is open, breadth first. `step` returns the cell and slot to which a box
    /// moves from a cell and slot in a direction.
    fn measure(
        ends: &[u32],
        is_open: impl Fn(u32) -> bool,
        sides: &Sides,
        limits: &Limits,
        step: impl Fn(u32, usize, usize) -> Option<(u32, usize)>,
    ) -> Result<Self, Stop> {
        let slots = sides.len();
        let has_rows = ends.len() <= GOALS_LIMIT && slots * ends.len() <= ENTRIES_LIMIT;
        let rows = if has_rows { ends.len() } else { 0 };
        limits.check_allocation(slots * ((rows + 2) * size_of::<u16>() + size_of::<(u32, u32)>()))?;
        // A search meets each slot once.
        let mut queue = Vec::with_capacity(slots);
        let mut least = vec![FAR; slots];
        let mut to = vec![FAR; slots * rows];
        if has_rows {
            let mut row = vec![FAR; slots];
            for (goal, _) in ends.iter().enumerate().filter(|&(_, &end)| is_open(end)) {
                limits.check()?;
                row.fill(FAR);
                spread(sides, [ends[goal]], &mut row, &mut queue, &step);
                for (slot, &pushes) in row.iter().enumerate() {
                    to[slot * rows + goal] = pushes;
                    least[slot] = least[slot].min(pushes);
                }
            }
            to.resize((slots + 1) * rows, 0);
        } else {
            let open = ends.iter().copied().filter(|&end| is_open(end));
            spread(sides, open, &mut least, &mut queue, &step);
        }
        Ok(Self { goals: ends.len(), slots, to, least })
    }

    /// Whether the distances to each single goal are known.
    pub const fn has_rows(&self) -> bool {
        !self.to.is_empty()
    }

    /// The pushes from a slot to a goal, by the goal's index in the list of goals. For levels with rows only.
    #[inline]
    pub fn to(&self, goal: usize, slot: usize) -> u16 {
        self.to[slot * self.goals + goal]
    }

    /// The pushes from a slot to each goal; none for a slot that does not exist.
    #[inline]
    pub fn row(&self, slot: u32) -> &[u16] {
        &self.to[self.slots.min(slot as usize) * self.goals..][..self.goals]
    }

    /// The pushes from a slot to the nearest goal.
    #[inline]
    pub fn least(&self, slot: usize) -> u16 {
        self.least[slot]
    }

    /// The bytes that they take, about.
    pub const fn bytes(&self) -> usize {
        (self.to.len() + self.least.len()) * size_of::<u16>()
    }

    /// For each cell whether a box on it can still reach some goal from some side of the player; false for the wall.
    /// The cells inside the walls that are not live are the dead squares (Junghanns and Schaeffer 2001).
    pub fn live(&self, sides: &Sides) -> Vec<bool> {
        let cells = number(sides.cells);
        let mut live: Vec<bool> =
            (0..cells).map(|cell| sides.slots_of(cell).any(|slot| self.least[slot] != FAR)).collect();
        live.push(false);
        live
    }
}

/// Fills in a row, breadth first from some cells at once.
fn spread(
    sides: &Sides,
    starts: impl IntoIterator<Item = u32>,
    row: &mut [u16],
    queue: &mut Vec<(u32, u32)>,
    step: impl Fn(u32, usize, usize) -> Option<(u32, usize)>,
) {
    queue.clear();
    for start in starts {
        for slot in sides.slots_of(start) {
            row[slot] = 0;
            queue.push((start, number(slot)));
        }
    }
    let mut at = 0;
    while at < queue.len() {
        let (cell, slot) = queue[at];
        at += 1;
        let steps = row[slot as usize].saturating_add(1).min(FAR - 1);
        for direction in 0..4 {
            if let Some((next, slot)) = step(cell, slot as usize, direction)
                && row[slot] == FAR
            {
                row[slot] = steps;
                queue.push((next, number(slot)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direct::tests::boards::measured;

    /// The sweep that serves large levels finds the least of the distances that small levels get.
    #[test]
    fn one_sweep_finds_the_nearest_of_all_goals() {
        let level = "##########\n#@  #  . #\n# .$  #$.#\n# # . ## #\n#  .#    #\n##########".parse().unwrap();
        let (_, _, context) = measured(&level);
        let (field, sides, limits) = (&*context.field, &*context.sides, Limits::none());
        let distances = &context.open.distances;
        let many: Vec<u32> = field.goals.iter().copied().cycle().take(GOALS_LIMIT + 1).collect();
        let from_starts = Distances::to_starts(field, sides, &field.goals, &limits).unwrap();
        let from_many = Distances::to_starts(field, sides, &many, &limits).unwrap();
        assert!(from_starts.has_rows() && distances.has_rows() && !from_many.has_rows());
        assert_eq!(from_starts.least, from_many.least);
        for slot in 0..sides.len() {
            let least = (0..distances.goals).map(|goal| distances.to(goal, slot)).min();
            assert_eq!(least, Some(distances.least(slot)));
        }
    }
}
