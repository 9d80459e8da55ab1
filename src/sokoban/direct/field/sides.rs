//! On which side of a box the player is: the parts into which a single box separates the board.
//!
//! In: a field, and cells that count as walls. Out: [`Sides`]. A box together with the part that holds the player is a
//! *slot*. Distances are kept by slot, because a box in a doorway can be pushed only from the side on which the player
//! is.

use super::layout::Layout;
use super::{Field, number};
use banto_base::limits::{Limits, Stop};

/// Larger boards are treated as if the player could always walk around a box. Distances stay lower bounds. The parts
/// take memory and time quadratic in the number of cells.
const CELLS_LIMIT: usize = 4096;

/// The slots of every cell. On boards above the limit each cell has one slot, and the lists are empty.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The first slot of each cell.
    base: Vec<u32>,
    /// The part in which each of the four neighbors lies.
    part: Vec<[u8; 4]>,
    /// For cells where a box separates the board: the part of every cell.
    parts: Vec<Option<Box<[u8]>>>,
    pub cells: usize,
    slots: usize,
}

impl Sides {
    /// Separates the board at every cell, with the `fixed` cells as walls. Cells next to which the player cannot come
    /// form a part of their own.
    pub fn new(field: &Field, fixed: &[bool], limits: &Limits) -> Result<Self, Stop> {
        let cells = field.len();
        let mut sides = Self { base: Vec::new(), part: Vec::new(), parts: Vec::new(), cells, slots: cells };
        if cells > CELLS_LIMIT {
            return Ok(sides);
        }
        sides.slots = 0;
        let mut layout = Layout::new(field);
        layout.solid[..cells].copy_from_slice(&fixed[..cells]);
        let mut free = (0..field.wall()).filter(|&cell| !fixed[cell as usize]);
        let open = free.clone().count();
        let is_connected = free.next().is_none_or(|start| {
            layout.flood(field, start);
            layout.region().len() == open
        });
        let mut labels = vec![u8::MAX; cells + 1];
        for cell in 0..number(cells) {
            limits.check()?;
            let mut part = [0; 4];
            let mut count = 1;
            if !(layout.solid[cell as usize] || is_connected && layout.is_joined_around(field, cell)) {
                labels.fill(u8::MAX);
                labels[cell as usize] = 0;
                layout.solid[cell as usize] = true;
                count = 0;
                let mut labeled = 1;
                for start in field.around(cell) {
                    if !layout.solid[start as usize] && labels[start as usize] == u8::MAX {
                        layout.flood(field, start);
                        layout.region().iter().for_each(|&cell| labels[cell as usize] = count);
                        labeled += layout.region().len();
                        count += 1;
                    }
                }
                part = field
                    .around(cell)
                    .map(|next| if layout.solid[next as usize] { 0 } else { labels[next as usize] });
                layout.solid[cell as usize] = false;
                if labeled < open {
                    labels.iter_mut().filter(|label| **label == u8::MAX).for_each(|label| *label = count);
                    count += 1;
                }
            }
            sides.base.push(number(sides.slots));
            sides.part.push(part);
            sides.parts.push((count > 1).then(|| labels.clone().into_boxed_slice()));
            sides.slots += usize::from(count.max(1));
        }
        Ok(sides)
    }

    /// The slot of a box on a cell, with the player on another cell.
    #[inline]
    pub fn slot(&self, cell: u32, player: u32) -> usize {
        match self.parts.get(cell as usize) {
            None => cell as usize,
            Some(None) => self.base[cell as usize] as usize,
            Some(Some(parts)) => self.base[cell as usize] as usize + usize::from(parts[player as usize]),
        }
    }

    /// The slot of a box on a cell, with the player on the neighbor in a direction.
    #[inline]
    pub(crate) fn slot_beside(&self, cell: u32, direction: usize) -> usize {
        match self.part.get(cell as usize) {
            None => cell as usize,
            Some(part) => self.base[cell as usize] as usize + usize::from(part[direction]),
        }
    }

    pub const fn len(&self) -> usize {
        self.slots
    }

    /// The bytes that they take, about.
    pub fn bytes(&self) -> usize {
        let parts = self.parts.iter().flatten().map(|parts| parts.len()).sum::<usize>();
        parts + self.base.len() * 24
    }

    /// The part of every other cell when a box stands on this one; `None` if it separates nothing.
    pub fn parts(&self, cell: u32) -> Option<&[u8]> {
        self.parts.get(cell as usize)?.as_deref()
    }

    pub(crate) fn slots_of(&self, cell: u32) -> std::ops::Range<usize> {
        let cell = cell as usize;
        let Some(&start) = self.base.get(cell) else { return cell..cell + 1 };
        let end = self.base.get(cell + 1).map_or(self.slots, |&end| end as usize);
        start as usize..end
    }
}
