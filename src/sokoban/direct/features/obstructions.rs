//! How many boxes obstruct the player's path to a cell, at least.
//!
//! In: a field, positions, two cells. Out: the least number of boxes on any path of the player between them.

use crate::sokoban::direct::field::Field;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::field::marks::Marks;

/// Counts boxes on paths of the player.
#[derive(Debug)]
pub struct Obstructions {
    seen: Marks,
    here: Vec<u32>,
    beyond: Vec<u32>,
}

impl Obstructions {
    /// No position yet.
    pub fn new(field: &Field) -> Self {
        Self { seen: Marks::new(field.len() + 1), here: Vec::new(), beyond: Vec::new() }
    }

    /// The least number of boxes on a path from one cell to another; the number of all boxes if there is no path.
    pub fn between(&mut self, field: &Field, layout: &Layout, from: u32, to: u32) -> usize {
        self.seen.clear();
        self.here.clear();
        self.here.push(from);
        self.seen.add(from);
        let mut crossed = 0;
        while !self.here.is_empty() {
            self.beyond.clear();
            while let Some(cell) = self.here.pop() {
                if cell == to {
                    return crossed;
                }
                for next in field.around(cell) {
                    if next == field.wall() || self.seen.has(next) {
                        continue;
                    }
                    if layout.solid[next as usize] {
                        self.beyond.push(next);
                    } else {
                        self.seen.add(next);
                        self.here.push(next);
                    }
                }
            }
            // Boxes next to this level are entered at the next one.
            self.beyond.retain(|&cell| self.seen.add(cell));
            std::mem::swap(&mut self.here, &mut self.beyond);
            crossed += 1;
        }
        layout.boxes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sokoban::direct::field::{number, pack};
    use crate::sokoban::{Board, Level};

    #[test]
    fn the_path_with_the_fewest_boxes_counts() {
        let level: Level = "########\n#@$ $ .#\n# ## #.#\n# #$$ .#\n#.######\n########".parse().unwrap();
        let (board, position) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let mut row = vec![0; field.words()];
        pack(&position, &mut row);
        let mut layout = Layout::new(&field);
        let player = layout.load(&row);
        let mut obstructions = Obstructions::new(&field);
        let at = |row, column| {
            number((0..field.len()).find(|&cell| field.place(number(cell)) == (row, column)).unwrap())
        };
        let mut between = |row, column| obstructions.between(&field, &layout, player, at(row, column));
        // In reach, a box, behind it, behind two.
        assert_eq!([between(4, 1), between(1, 2), between(1, 3), between(1, 6)], [0, 1, 1, 2]);
    }
}
