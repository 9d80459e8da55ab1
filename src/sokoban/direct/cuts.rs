//! Which cells part the free cells of a position: found once, asked for many cells.
//!
//! In: a laid-out position and a free cell. Out: for every free cell that is joined to it, in which part each other cell would lie
//! if the first held a box. One walk in depth finds that for all; flooding would have to be done for each cell anew. What is
//! put where is not known here.

use super::field::{Field, number};

/// The parts into which single cells cut the free cells that are joined to one cell.
#[derive(Clone, Debug)]
pub struct Cuts {
    /// When a cell was entered; older numbers than `start` are of walks before.
    entered: Vec<u32>,
    /// When it was left: cells that were entered before and after it was lie below it in the tree of the walk.
    left: Vec<u32>,
    /// The earliest cell that is joined to the cell or to one below it.
    earliest: Vec<u32>,
    /// The direction from the cell above.
    down: Vec<u8>,
    start: u32,
    clock: u32,
    stack: Vec<(u32, u8)>,
}

impl Cuts {
    /// Nothing found yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        let cells = field.len() + 1;
        Self {
            entered: vec![0; cells],
            left: vec![0; cells],
            earliest: vec![0; cells],
            down: vec![0; cells],
            start: 1,
            clock: 1,
            stack: Vec::new(),
        }
    }

    /// Walks through the free cells that are joined to a cell.
    pub fn find(&mut self, field: &Field, solid: &[bool], from: u32) {
        if self.clock > u32::MAX - number(field.len()) - 1 {
            self.entered.fill(0);
            self.clock = 1;
        }
        self.start = self.clock;
        self.enter(from, 4);
        while let Some((cell, direction)) = self.stack.last_mut() {
            let (cell, at) = (*cell as usize, *direction);
            if at < 4 {
                *direction += 1;
                let next = field.next(number(cell), usize::from(at));
                if solid[next as usize] {
                    continue;
                }
                let entered = self.entered[next as usize];
                if entered < self.start {
                    self.enter(next, at);
                } else {
                    self.earliest[cell] = self.earliest[cell].min(entered);
                }
                continue;
            }
            self.left[cell] = self.clock;
            self.stack.pop();
            if let Some(&(above, _)) = self.stack.last() {
                let above = above as usize;
                self.earliest[above] = self.earliest[above].min(self.earliest[cell]);
            }
        }
    }

    fn enter(&mut self, cell: u32, down: u8) {
        let at = cell as usize;
        self.entered[at] = self.clock;
        self.earliest[at] = self.clock;
        self.down[at] = down;
        self.clock += 1;
        self.stack.push((cell, 0));
    }

    /// The part in which a cell lies if there is a box on another. Both were joined to the cell of the walk. Parts of the same box are
    /// the same exactly where their numbers are.
    #[must_use]
    #[inline]
    pub fn part(&self, field: &Field, boxed: u32, cell: u32) -> u32 {
        let at = self.entered[cell as usize];
        let cut = self.entered[boxed as usize];
        if at <= cut || at >= self.left[boxed as usize] {
            return 0;
        }
        for direction in 0..4_u8 {
            let below = field.next(boxed, usize::from(direction)) as usize;
            let entered = self.entered[below];
            let is_below = entered > cut && self.down[below] == direction && at >= entered;
            if is_below && at < self.left[below] {
                return if self.earliest[below] >= cut { entered } else { 0 };
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Board, Level};
    use super::super::field::Table;
    use super::*;
    use crate::search::Random;

    /// With a box on any cell, two cells are in one part exactly where the one is reached from the other.
    #[test]
    fn parts_are_what_floods_find() {
        let text = "##########\n#@  #    #\n# #   #  #\n# # # ## #\n#  ##  $.#\n##########\n";
        let level: Level = text.parse().unwrap();
        let (board, _) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let mut cuts = Cuts::new(&field);
        let mut table = Table::new(&field);
        let mut random = Random::new(5);
        let mut parted = 0;
        for _ in 0..300 {
            for cell in 0..field.len() {
                table.solid[cell] = random.below_index(4) == 0;
            }
            let free: Vec<u32> = (0..field.wall()).filter(|&cell| !table.solid[cell as usize]).collect();
            let Some(&from) = free.first() else { continue };
            table.flood(&field, from);
            let joined = table.region().to_vec();
            cuts.find(&field, &table.solid, from);
            for &boxed in &joined {
                table.solid[boxed as usize] = true;
                for &one in joined.iter().filter(|&&one| one != boxed) {
                    table.flood(&field, one);
                    for &other in joined.iter().filter(|&&other| other != boxed) {
                        let same = cuts.part(&field, boxed, one) == cuts.part(&field, boxed, other);
                        assert_eq!(same, table.reached(other));
                        parted += u32::from(!same);
                    }
                }
                table.solid[boxed as usize] = false;
            }
        }
        assert!(parted > 1000);
    }
}
