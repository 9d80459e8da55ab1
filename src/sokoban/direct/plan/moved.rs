//! Records of positions for the guides of packing plans, and the move between two of them.
//!
//! In: positions. Out: records, which hold the boxes with the sides from which the player can move them; and from the
//! records of a position and its successor, which box moved, and whether the move opens a side of another box.

use super::super::field::layout::Layout;
use super::super::field::{Field, number};

/// A note has a box's cell, the sides that the player reaches, and those from which it can move the box.
const SIDES: u32 = 8;

/// Notes the boxes of a layout whose player's region was found last.
pub fn note(field: &Field, layout: &Layout, notes: &mut Vec<u32>, can_move: impl Fn(u32, usize) -> bool) {
    for &cell in &layout.boxes {
        let mut sides = 0;
        for side in 0..4 {
            if layout.reached(field.next(cell, side)) {
                sides |= 1 << side | number(usize::from(can_move(cell, side))) << (side + 4);
            }
        }
        notes.push(cell << SIDES | sides);
    }
}

/// Whether the player can move the box of a note.
pub const fn is_movable(note: u32) -> bool {
    note & 0xf0 != 0
}

/// The cell that a box left, and the cell that it moved to; `None` for a box that is gone.
pub fn moved(before: &[u32], after: &[u32]) -> (Option<u32>, Option<u32>) {
    (only_in(before, after), only_in(after, before))
}

/// The first box that is only in the first of two lists.
fn only_in(some: &[u32], others: &[u32]) -> Option<u32> {
    let mut others = others.iter().map(|note| note >> SIDES).peekable();
    some.iter().map(|note| note >> SIDES).find(|cell| {
        while others.next_if(|other| other < cell).is_some() {}
        others.peek() != Some(cell)
    })
}

/// Whether a box that stood still can be moved from a side that the player did not reach before.
pub fn opens(before: &[u32], after: &[u32]) -> bool {
    let mut others = before.iter().copied().peekable();
    after.iter().any(|&note| {
        while others.next_if(|other| other >> SIDES < note >> SIDES).is_some() {}
        let same = others.peek().filter(|&&other| other >> SIDES == note >> SIDES);
        same.is_some_and(|other| note >> 4 & !other & 0xf != 0)
    })
}
