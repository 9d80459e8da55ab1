//! Connect Four on two words: the stones of the side to move, and all stones (bitboards as in Tromp's Fhourstones).
//!
//! Columns follow one another, each one bit higher than the board, so that shifted boards never run into the next
//! column. Moves are columns, counted from the left.
//!
//! In: columns and rows. Out: a [`Game`].

use banto::games::{Ending, Game, Move, Side};

/// A position of Connect Four.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    width: u32,
    height: u32,
    /// The lowest cell of every column, and every cell.
    bottom: u64,
    board: u64,
    /// The stones of the side to move, and those of both.
    mine: u64,
    all: u64,
    played: Vec<Move>,
    estimates: bool,
}

impl ConnectFour {
    /// An empty board; `None` if its columns do not fit into a word.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        if width == 0 || height == 0 || width.checked_mul(height + 1)? > u64::BITS {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        let board = (0..height).fold(0, |bits, row| bits | bottom << row);
        Some(Self { width, height, bottom, board, mine: 0, all: 0, played: Vec::new(), estimates: true })
    }

    /// From now on, every open position counts as a draw.
    #[allow(dead_code, reason = "used by the benchmark")]
    pub fn estimate_nothing(&mut self) {
        self.estimates = false;
    }

    /// The cells where a stone can land.
    fn open(&self) -> u64 {
        (self.all + self.bottom) & self.board
    }

    /// Whether these stones contain four in a row.
    fn has_four(&self, stones: u64) -> bool {
        let up = self.height + 1;
        [1, up, up - 1, up + 1].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The empty cells that would complete four in a row for these stones.
    fn threats(&self, stones: u64) -> u64 {
        let up = self.height + 1;
        // Above three in a column.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [up, up - 1, up + 1] {
            let pairs = stones << step & stones << (2 * step);
            cells |= pairs & stones << (3 * step);
            cells |= pairs & stones >> step;
            let pairs = stones >> step & stones >> (2 * step);
            cells |= pairs & stones << step;
            cells |= pairs & stones >> (3 * step);
        }
        cells & self.board & !self.all
    }

    fn column(&self, one: Move) -> u64 {
        ((1 << self.height) - 1) << (one * (self.height + 1))
    }

    fn column_of(&self, cell: u64) -> Move {
        cell.trailing_zeros() / (self.height + 1)
    }

    fn mirror(&self, stones: u64) -> u64 {
        (0..self.width).fold(0, |bits, column| {
            let rows = stones >> (column * (self.height + 1)) & ((1 << (self.height + 1)) - 1);
            bits | rows << ((self.width - 1 - column) * (self.height + 1))
        })
    }
}

impl Game for ConnectFour {
    fn mover(&self) -> Side {
        if self.played.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn ending(&self) -> Option<Ending> {
        if self.has_four(self.mine ^ self.all) {
            return Some(Ending::Won(self.mover().other()));
        }
        (self.all == self.board).then_some(Ending::Drawn)
    }

    fn moves(&self, list: &mut Vec<Move>) {
        let open = self.open();
        list.extend((0..self.width).filter(|column| open & self.column(*column) != 0));
    }

    fn play(&mut self, one: Move) {
        let cell = self.open() & self.column(one);
        self.mine ^= self.all;
        self.all |= cell;
        self.played.push(one);
    }

    fn undo(&mut self) {
        if let Some(one) = self.played.pop() {
            let column = self.all & self.column(one);
            let top = 1u64 << (u64::BITS - 1 - column.leading_zeros());
            self.all &= !top;
            self.mine ^= self.all;
        }
    }

    fn move_count(&self) -> usize {
        self.width as usize
    }

    fn key_words(&self) -> usize {
        1
    }

    fn key(&self, key: &mut [u64]) -> u32 {
        // The sum marks the lowest free cell of each column: one word holds both boards (Tromp).
        let plain = self.mine + self.all + self.bottom;
        let mirrored = self.mirror(self.mine) + self.mirror(self.all) + self.bottom;
        key[0] = plain.min(mirrored);
        u32::from(mirrored < plain)
    }

    fn apply_symmetry(&self, symmetry: u32, one: Move) -> Move {
        if symmetry == 0 { one } else { self.width - 1 - one }
    }

    fn revert_symmetry(&self, symmetry: u32, one: Move) -> Move {
        self.apply_symmetry(symmetry, one)
    }

    fn winning_move(&self) -> Option<Move> {
        let cell = self.threats(self.mine) & self.open();
        (cell != 0).then(|| self.column_of(cell))
    }

    fn drop_losing(&self, list: &mut Vec<Move>, start: usize) -> bool {
        let threats = self.threats(self.mine ^ self.all);
        let open = self.open();
        let forced = threats & open;
        let mut kept = start;
        for at in start..list.len() {
            let cell = open & self.column(list[at]);
            // Every threat must be stopped, and no stone may be put below another one.
            if forced & !cell == 0 && cell << 1 & threats == 0 {
                list[kept] = list[at];
                kept += 1;
            }
        }
        let any = kept < list.len();
        list.truncate(kept);
        any
    }

    fn order(&self, one: Move) -> i32 {
        let cell = self.open() & self.column(one);
        let threats = i32::try_from(self.threats(self.mine | cell).count_ones()).unwrap_or(0);
        let middle = i32::try_from(one.min(self.width - 1 - one)).unwrap_or(0);
        threats * 32 + middle * 4
    }

    fn estimate(&self) -> i32 {
        if !self.estimates {
            return 0;
        }
        let count = |stones: u64| i32::try_from(self.threats(stones).count_ones()).unwrap_or(0);
        (count(self.mine) - count(self.mine ^ self.all)) * 40
    }

    fn longest(&self) -> Option<u32> {
        Some((self.board & !self.all).count_ones())
    }

    fn symmetries(&self) -> usize {
        2
    }
}
