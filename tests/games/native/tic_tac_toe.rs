//! Tic-tac-toe on two words of nine bits. Moves are cells, row by row from the bottom.

use banto::games::{Ending, Game, Move, Side};

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const FULL: u16 = 0o777;

/// A position of tic-tac-toe.
#[derive(Clone, Debug, Default)]
pub struct TicTacToe {
    marks: [u16; 2],
    played: Vec<Move>,
}

impl TicTacToe {
    /// The empty board.
    pub fn new() -> Self {
        Self::default()
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks[side.index()] & line == *line)
    }

    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }
}

impl Game for TicTacToe {
    fn mover(&self) -> Side {
        if self.played.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn ending(&self) -> Option<Ending> {
        match Side::BOTH.into_iter().find(|side| self.has_line(*side)) {
            Some(side) => Some(Ending::Won(side)),
            None => (self.empty() == 0).then_some(Ending::Drawn),
        }
    }

    fn moves(&self, list: &mut Vec<Move>) {
        list.extend((0..9).filter(|cell| self.empty() >> cell & 1 == 1));
    }

    fn play(&mut self, one: Move) {
        self.marks[self.mover().index()] |= 1 << one;
        self.played.push(one);
    }

    fn undo(&mut self) {
        if let Some(one) = self.played.pop() {
            self.marks[self.mover().index()] &= !(1 << one);
        }
    }

    fn move_count(&self) -> usize {
        9
    }

    fn key_words(&self) -> usize {
        1
    }

    fn key(&self, key: &mut [u64]) -> u32 {
        key[0] = u64::from(self.marks[0]) | u64::from(self.marks[1]) << 9;
        0
    }

    fn longest(&self) -> Option<u32> {
        Some(self.empty().count_ones())
    }
}
