//! Whether walls enclose the player, and where they are open. `check` reports the gaps.
//!
//! In: a level. Out: the cells inside the walls, or the places of the gaps. Boxes do not stop the player here.

use std::collections::VecDeque;

use super::yard::Yard;
use super::{Level, gaps};
use crate::base::source::Span;

/// The result of a walk through the whole level.
pub(super) enum Enclosure {
    /// There is no player to start from.
    NoPlayer,
    /// The player can leave; the gaps in the order of the text, at least one.
    Open(Vec<Span>),
    /// The player cannot leave.
    Closed(Inside),
}

/// The cells that the player could reach if there were no boxes.
pub(super) struct Inside {
    width: usize,
    seen: Vec<bool>,
}

impl Inside {
    /// Whether a cell, from 0, is inside.
    pub(super) fn holds(&self, row: usize, column: usize) -> bool {
        self.seen[(row + 1) * self.width + column + 1]
    }
}

/// Walks from the player.
pub(super) fn enclosure(level: &Level) -> Enclosure {
    let Some((row, column)) = level.player() else { return Enclosure::NoPlayer };
    let yard = Yard::new(level);
    let player = (row + 1) * yard.width + column + 1;
    let (seen, exit) = walk(&yard, player);
    let Some(exit) = exit else { return Enclosure::Closed(Inside { width: yard.width, seen }) };
    // A cell at the edge of the drawing cannot be walled in, whatever it is.
    let at_rim = |at: usize| yard.around(at).any(|next| yard.is_outside(next));
    let things = (0..seen.len()).filter(|at| seen[*at] && yard.is_thing(*at) && !at_rim(*at));
    let cut = if at_rim(player) { None } else { gaps::fewest(&yard, &things.collect::<Vec<_>>()) };
    let found = cut.map(|cut| yard.grouped(&cut)).filter(|gaps| gaps.iter().all(|gap| yard.is_straight(gap)));
    let mut places: Vec<Span> =
        found.unwrap_or_else(|| vec![vec![exit]]).iter().map(|gap| yard.place(gap)).collect();
    places.sort_by_key(|place| place.start);
    Enclosure::Open(places)
}

/// The cells that can be reached without entering the ring; and, if the ring can be reached, the cell of the drawing
/// from which it is reached first.
fn walk(yard: &Yard<'_>, player: usize) -> (Vec<bool>, Option<usize>) {
    let mut seen = vec![false; yard.len()];
    seen[player] = true;
    let mut queue = VecDeque::from([player]);
    let mut exit = None;
    while let Some(at) = queue.pop_front() {
        for next in yard.around(at) {
            if yard.is_outside(next) {
                exit = exit.or(Some(at));
            } else if !seen[next] && !yard.is_wall(next) {
                seen[next] = true;
                queue.push_back(next);
            }
        }
    }
    (seen, exit)
}
