//! The board in the form that searches need: neighbors in one flat array, and positions packed into words.
//!
//! In: a [`Board`] and its positions. Out: a [`Field`], and rows of `u64` for the engine: one bit per cell for the
//! boxes, then the player's cell in the top bits of the last word. All walls share one extra cell number, so that
//! neighbors need no `Option`.

pub(super) mod articulation;
pub(super) mod box_reach;
pub(crate) mod distances;
pub(super) mod flood;
pub(super) mod freeze;
pub(crate) mod layout;
pub(super) mod marks;
pub(super) mod player_distances;
pub(super) mod regions;
pub(super) mod rooms;
pub(super) mod sides;
pub(crate) mod solution;
pub(super) mod symmetries;

use fixedbitset::FixedBitSet;

use crate::{Board, Direction, Position};

/// Bits for the player's cell, at the top of the last word of a row.
const PLAYER_BITS: usize = 20;

/// The static part of a level: cells, neighbors, goals. Cells have the same numbers as on the board.
#[derive(Clone, Debug)]
pub struct Field {
    /// The four neighbors of each cell, in the order of [`Direction::ALL`]; [`Field::wall`] stands for any wall. The
    /// wall has an entry too.
    next: Vec<[u32; 4]>,
    is_goal: Vec<bool>,
    /// The goals, in order.
    pub goals: Vec<u32>,
    places: Vec<(i32, i32)>,
    /// The width of a packed position in words.
    pub words: usize,
}

impl Field {
    pub fn new(board: &Board) -> Self {
        let wall = number(board.len());
        // Chained on: pushing the wall after collecting would reallocate, which takes twice the memory.
        let around = |cell| Direction::ALL.map(|to| board.neighbor(cell, to).map_or(wall, u32::from));
        let next = board.cells().map(around).chain(std::iter::once([wall; 4])).collect();
        let is_goal = (0..=board.len()).map(|cell| board.goals().contains(cell)).collect();
        let goals = board.goals().ones().map(number).collect();
        let signed = |(row, column): (usize, usize)| {
            (i32::try_from(row).unwrap_or(i32::MAX), i32::try_from(column).unwrap_or(i32::MAX))
        };
        let places = board.cells().map(|cell| signed(board.place(cell))).collect();
        let words = (board.len() + PLAYER_BITS).div_ceil(64);
        Self { next, is_goal, goals, places, words }
    }

    /// A field of these cells with other goals, which are given in order.
    pub(super) fn with_goals(&self, goals: Vec<u32>) -> Self {
        let mut is_goal = vec![false; self.is_goal.len()];
        goals.iter().for_each(|&goal| is_goal[goal as usize] = true);
        let (next, places) = (self.next.clone(), self.places.clone());
        Self { next, is_goal, goals, places, words: self.words }
    }

    /// A field of these cells of which some are walls; they stay cells that nothing leads to.
    pub(super) fn with_walls(&self, walls: &[u32]) -> Self {
        let mut field = self.clone();
        for &cell in walls {
            for (direction, next) in self.around(cell).into_iter().enumerate() {
                field.next[next as usize][direction ^ 1] = self.wall();
            }
            field.next[cell as usize] = [self.wall(); 4];
        }
        field
    }

    /// The number of cells, not counting the wall.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// The number that stands for every wall.
    pub fn wall(&self) -> u32 {
        number(self.len())
    }

    /// The neighbor in a direction, by its number.
    #[inline]
    pub fn next(&self, cell: u32, direction: usize) -> u32 {
        self.next[cell as usize][direction]
    }

    /// All four neighbors.
    #[inline]
    pub fn around(&self, cell: u32) -> [u32; 4] {
        self.next[cell as usize]
    }

    #[inline]
    pub fn is_goal(&self, cell: u32) -> bool {
        self.is_goal[cell as usize]
    }

    /// Row and column of a cell.
    pub fn place(&self, cell: u32) -> (i32, i32) {
        self.places[cell as usize]
    }
}

/// Writes a position into a row, with the exact cell of the player.
pub(super) fn pack(position: &Position, row: &mut [u64]) {
    row.fill(0);
    for cell in position.boxes.ones() {
        flip(row, number(cell));
    }
    set_player(row, position.player.into());
}

pub(crate) fn unpack(field: &Field, row: &[u64]) -> Position {
    let mut boxes = FixedBitSet::with_capacity(field.len());
    for_each_box(row, |cell| boxes.insert(cell as usize));
    Position { boxes, player: player(row).into() }
}

/// A cell's number in 32 bits.
pub(crate) fn number(cell: usize) -> u32 {
    u32::try_from(cell).expect("at most a million cells")
}

/// The number of a push or pull: the box's cell and the direction.
#[inline]
pub(crate) fn push_number(cell: u32, direction: usize) -> u32 {
    cell * 4 + number(direction)
}

/// Removes a box from a cell of a row, or puts one there.
#[inline]
pub(crate) fn flip(row: &mut [u64], cell: u32) {
    row[cell as usize / 64] ^= 1 << (cell % 64);
}

/// The player's cell of a row.
#[inline]
pub(super) fn player(row: &[u64]) -> u32 {
    (row[row.len() - 1] >> (64 - PLAYER_BITS)) as u32
}

/// Writes the player's cell.
#[inline]
pub(crate) fn set_player(row: &mut [u64], cell: u32) {
    let last = row.len() - 1;
    let boxes = row[last] & (u64::MAX >> PLAYER_BITS);
    row[last] = boxes | u64::from(cell) << (64 - PLAYER_BITS);
}

/// Visits the cells of a row that hold a box, in order.
#[inline]
pub(crate) fn for_each_box(row: &[u64], mut show: impl FnMut(u32)) {
    let last = row.len() - 1;
    let mut base = 0;
    for (index, &word) in row.iter().enumerate() {
        let mut word = if index == last { word & (u64::MAX >> PLAYER_BITS) } else { word };
        while word != 0 {
            show(base + word.trailing_zeros());
            word &= word - 1;
        }
        base += 64;
    }
}
