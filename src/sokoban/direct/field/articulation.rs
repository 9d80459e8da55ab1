//! Articulation points: which free cells separate the free cells of a position (Hopcroft and Tarjan 1973).
//!
//! In: a position and a free cell. Out: for every free cell connected to it, in which part each other cell would lie if
//! the first held a box. One depth-first walk answers that for all cells; with floods, each cell would need its own.

use super::{Field, number};

/// The parts into which single cells separate the free cells connected to a cell.
pub struct ArticulationPoints {
    /// When a cell was entered; numbers below `start` are from earlier walks.
    entered: Vec<u32>,
    /// When it was left: the cells that were entered in between lie below it in the depth-first tree.
    left: Vec<u32>,
    /// The lowlink: the earliest cell next to the cell or to one below it.
    lowlink: Vec<u32>,
    /// The direction from the parent.
    down: Vec<u8>,
    start: u32,
    clock: u32,
    stack: Vec<(u32, u8)>,
}

impl ArticulationPoints {
    /// No walk yet.
    pub fn new(field: &Field) -> Self {
        let cells = field.len() + 1;
        Self {
            entered: vec![0; cells],
            left: vec![0; cells],
            lowlink: vec![0; cells],
            down: vec![0; cells],
            start: 1,
            clock: 1,
            stack: Vec::new(),
        }
    }

    /// Walks through the free cells connected to a cell.
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
                    self.lowlink[cell] = self.lowlink[cell].min(entered);
                }
                continue;
            }
            self.left[cell] = self.clock;
            self.stack.pop();
            if let Some(&(above, _)) = self.stack.last() {
                let above = above as usize;
                self.lowlink[above] = self.lowlink[above].min(self.lowlink[cell]);
            }
        }
    }

    fn enter(&mut self, cell: u32, down: u8) {
        let at = cell as usize;
        self.entered[at] = self.clock;
        self.lowlink[at] = self.clock;
        self.down[at] = down;
        self.clock += 1;
        self.stack.push((cell, 0));
    }

    /// The part in which a cell lies if there is a box on another. Both must have been found by the walk. For the same
    /// box, two cells are in the same part if and only if the numbers are equal.
    #[inline]
    pub fn part(&self, field: &Field, boxed: u32, cell: u32) -> u32 {
        let at = self.entered[cell as usize];
        let at_box = self.entered[boxed as usize];
        if at <= at_box || at >= self.left[boxed as usize] {
            return 0;
        }
        for direction in 0..4_u8 {
            let below = field.next(boxed, usize::from(direction)) as usize;
            let entered = self.entered[below];
            let is_below = entered > at_box && self.down[below] == direction && at >= entered;
            if is_below && at < self.left[below] {
                return if self.lowlink[below] >= at_box { entered } else { 0 };
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::*;
    use crate::{Board, Level};
    use banto_search::Random;

    /// With a box on any cell, two cells are in one part if and only if one is reached from the other.
    #[test]
    fn parts_are_what_floods_find() {
        let text = "##########\n#@  #    #\n# #   #  #\n# # # ## #\n#  ##  $.#\n##########\n";
        let level: Level = text.parse().unwrap();
        let (board, _) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let mut points = ArticulationPoints::new(&field);
        let mut layout = Layout::new(&field);
        let mut random = Random::new(5);
        let mut parted = 0;
        for _ in 0..300 {
            for cell in 0..field.len() {
                layout.solid[cell] = random.below_index(4) == 0;
            }
            let free: Vec<u32> = (0..field.wall()).filter(|&cell| !layout.solid[cell as usize]).collect();
            let Some(&from) = free.first() else { continue };
            layout.flood(&field, from);
            let joined = layout.region().to_vec();
            points.find(&field, &layout.solid, from);
            for &boxed in &joined {
                layout.solid[boxed as usize] = true;
                for &one in joined.iter().filter(|&&one| one != boxed) {
                    layout.flood(&field, one);
                    for &other in joined.iter().filter(|&&other| other != boxed) {
                        let same = points.part(&field, boxed, one) == points.part(&field, boxed, other);
                        assert_eq!(same, layout.reached(other));
                        parted += u32::from(!same);
                    }
                }
                layout.solid[boxed as usize] = false;
            }
        }
        assert!(parted > 1000);
    }
}
