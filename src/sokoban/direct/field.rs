//! The board as searches want it: neighbours in one flat array, walls as one cell more, and positions packed into words.
//!
//! In: a [`Board`] and its positions. Out: a [`Field`], rows of `u64` for the engine, and a [`Table`] on which boxes are put and
//! the player's region is found. What is a good push is not known here.

use super::super::board::{Board, CellId, Position};
use super::super::moves::Direction;

/// Bits that hold the keeper's cell, at the top of the last word of a row.
const KEEPER_BITS: usize = 20;

/// The unchanging part: cells, neighbours, goals. Cells bear the numbers that they have on the board.
#[derive(Clone, Debug)]
pub struct Field {
    /// Four neighbours a cell in the order of [`Direction::ALL`]; [`Field::wall`] where there is a wall. The wall has a row, too.
    next: Vec<[u32; 4]>,
    is_goal: Vec<bool>,
    goals: Vec<u32>,
    places: Vec<(i32, i32)>,
    words: usize,
}

impl Field {
    /// The field of a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let wall = number(board.len());
        let mut next: Vec<[u32; 4]> = board
            .cells()
            .map(|cell| {
                Direction::ALL.map(|direction| board.neighbour(cell, direction).map_or(wall, u32::from))
            })
            .collect();
        next.push([wall; 4]);
        let mut is_goal: Vec<bool> = (0..board.len()).map(|cell| board.goals().contains(cell)).collect();
        is_goal.push(false);
        let goals = board.goals().ones().map(number).collect();
        let signed = |(row, column): (usize, usize)| {
            (i32::try_from(row).unwrap_or(i32::MAX), i32::try_from(column).unwrap_or(i32::MAX))
        };
        let places = board.cells().map(|cell| signed(board.place(cell))).collect();
        let words = (board.len() + KEEPER_BITS).div_ceil(64);
        Self { next, is_goal, goals, places, words }
    }

    /// The number of cells, the wall not counted.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell; never so.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number that stands for every wall.
    #[must_use]
    pub fn wall(&self) -> u32 {
        number(self.len())
    }

    /// The neighbour in a direction, by its number.
    #[must_use]
    #[inline]
    pub fn next(&self, cell: u32, direction: usize) -> u32 {
        self.next[cell as usize][direction]
    }

    /// All four neighbours.
    #[must_use]
    #[inline]
    pub fn around(&self, cell: u32) -> [u32; 4] {
        self.next[cell as usize]
    }

    /// Whether a cell is a goal.
    #[must_use]
    #[inline]
    pub fn is_goal(&self, cell: u32) -> bool {
        self.is_goal[cell as usize]
    }

    /// The goals, in order.
    #[must_use]
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    /// Row and column of a cell.
    #[must_use]
    pub fn place(&self, cell: u32) -> (i32, i32) {
        self.places[cell as usize]
    }

    /// The width of a packed position in words.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.words
    }

    /// Writes a position with the keeper where it is.
    pub fn pack(&self, position: &Position, row: &mut [u64]) {
        row.fill(0);
        for cell in position.boxes.ones() {
            flip(row, number(cell));
        }
        set_keeper(row, position.keeper.into());
    }

    /// The position of a row.
    #[must_use]
    pub fn position(&self, row: &[u64]) -> Position {
        let mut boxes = fixedbitset::FixedBitSet::with_capacity(self.len());
        for_each_box(row, |cell| boxes.insert(cell as usize));
        Position { boxes, keeper: CellId::from(keeper(row)) }
    }
}

/// A cell's number in 32 bits.
pub(super) fn number(cell: usize) -> u32 {
    u32::try_from(cell).expect("at most a million cells")
}

/// The number of a push: the cell of the box, and the direction.
#[inline]
pub(super) fn push_number(cell: u32, direction: usize) -> u32 {
    cell * 4 + number(direction)
}

/// Takes a box away from a cell of a row, or puts one there.
#[inline]
pub(super) fn flip(row: &mut [u64], cell: u32) {
    row[cell as usize / 64] ^= 1 << (cell % 64);
}

/// The keeper's cell of a row.
#[inline]
#[allow(clippy::cast_possible_truncation)] // Twenty bits.
pub(super) fn keeper(row: &[u64]) -> u32 {
    (row[row.len() - 1] >> (64 - KEEPER_BITS)) as u32
}

/// Writes the keeper's cell.
#[inline]
pub(super) fn set_keeper(row: &mut [u64], cell: u32) {
    let last = row.len() - 1;
    let boxes = row[last] & (u64::MAX >> KEEPER_BITS);
    row[last] = boxes | u64::from(cell) << (64 - KEEPER_BITS);
}

/// Shows the cells of a row that have a box, in order.
#[inline]
pub(super) fn for_each_box(row: &[u64], mut show: impl FnMut(u32)) {
    let last = row.len() - 1;
    let mut base = 0;
    for (index, &word) in row.iter().enumerate() {
        let mut word = if index == last { word & (u64::MAX >> KEEPER_BITS) } else { word };
        while word != 0 {
            show(base + word.trailing_zeros());
            word &= word - 1;
        }
        base += 64;
    }
}

/// A position laid out for work: which cells are solid, the list of boxes, and the region that was found last.
#[derive(Clone, Debug)]
pub struct Table {
    /// Cells with a box, and the wall.
    pub(super) solid: Vec<bool>,
    /// The cells with a box, in order.
    pub(super) boxes: Vec<u32>,
    /// Cells of the region that was found last bear this stamp.
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
}

impl Table {
    /// An empty table for a field.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        let mut solid = vec![false; field.len() + 1];
        solid[field.len()] = true;
        Self { solid, boxes: Vec::new(), stamps: vec![0; field.len() + 1], stamp: 0, queue: Vec::new() }
    }

    /// Lays out the boxes of a row; gives the keeper's cell.
    #[inline]
    pub fn load(&mut self, row: &[u64]) -> u32 {
        for &cell in &self.boxes {
            self.solid[cell as usize] = false;
        }
        self.boxes.clear();
        let Self { solid, boxes, .. } = self;
        for_each_box(row, |cell| {
            solid[cell as usize] = true;
            boxes.push(cell);
        });
        keeper(row)
    }

    /// Finds the region of the player from a cell; gives its first cell.
    #[inline]
    pub fn flood(&mut self, field: &Field, from: u32) -> u32 {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamps[from as usize] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut first = from;
        let mut at = 0;
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            first = first.min(cell);
            for next in field.around(cell) {
                if !self.solid[next as usize] && self.stamps[next as usize] != self.stamp {
                    self.stamps[next as usize] = self.stamp;
                    self.queue.push(next);
                }
            }
        }
        first
    }

    /// Whether the free cells beside a cell are joined through the eight cells around it: then a box there parts nothing.
    #[must_use]
    #[inline]
    pub fn is_joined_around(&self, field: &Field, cell: u32) -> bool {
        // Up, right, down, left, and the corner after each.
        let around = field.around(cell);
        let sides = [around[0], around[3], around[1], around[2]];
        let towards = [3, 1, 2, 0];
        let (mut gaps, mut free) = (0, 0);
        for at in 0..4 {
            let (side, other) = (sides[at], sides[(at + 1) % 4]);
            if self.solid[side as usize] {
                continue;
            }
            free += 1;
            let corner = field.next(side, towards[at]);
            gaps += u32::from(self.solid[other as usize] || self.solid[corner as usize]);
        }
        free <= 1 || gaps <= 1
    }

    /// The two first cells of the region that was found last.
    #[must_use]
    pub fn two_first(&self) -> (u32, u32) {
        self.queue.iter().fold((u32::MAX, u32::MAX), |(first, second), &cell| {
            if cell < first { (cell, first) } else { (first, second.min(cell)) }
        })
    }

    /// Whether a cell is in the region that was found last.
    #[must_use]
    #[inline]
    pub fn reached(&self, cell: u32) -> bool {
        self.stamps[cell as usize] == self.stamp
    }

    /// The cells of the region that was found last, the nearest first.
    #[must_use]
    pub fn region(&self) -> &[u32] {
        &self.queue
    }

    /// Shows the pushes that are possible from the region that was found last to cells that are `allowed`: the box, the direction, and
    /// where the box comes.
    #[inline]
    pub(super) fn for_each_push(
        &self,
        field: &Field,
        allowed: &[bool],
        mut show: impl FnMut(u32, usize, u32),
    ) {
        for &cell in &self.boxes {
            for direction in 0..4 {
                let to = field.next(cell, direction);
                let behind = field.next(cell, direction ^ 1);
                if self.reached(behind) && !self.solid[to as usize] && allowed[to as usize] {
                    show(cell, direction, to);
                }
            }
        }
    }

    /// Moves a box in the layout alone; the list of boxes keeps its old entry.
    #[inline]
    pub(super) fn shift(&mut self, from: u32, to: u32) {
        self.solid[from as usize] = false;
        self.solid[to as usize] = true;
    }
}
