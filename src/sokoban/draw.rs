//! Positions as text, in any alphabet.
//!
//! In: a level, or a level with its board and a position. Out: rows of characters.

use crate::{Alphabet, Board, Cell, Level, Position};

/// A level as it was drawn, one line per row.
///
/// ```
/// use banto::sokoban::{Alphabet, Level, draw};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// assert_eq!(draw::level(&level, Alphabet::Article), "#####\n#@OX#\n#####\n");
/// ```
pub fn level(level: &Level, alphabet: Alphabet) -> String {
    rows(level, alphabet, |row, column| level.cell(row, column))
}

/// A position on the board of a level, one line per row.
///
/// ```
/// use banto::sokoban::{Alphabet, Board, Direction, Level, draw};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let (board, mut position) = Board::new(&level).unwrap();
/// board.step(&mut position, Direction::Right);
/// assert_eq!(draw::position(&level, &board, &position, Alphabet::Xsb), "#####\n# @*#\n#####\n");
/// ```
pub fn position(drawing: &Level, board: &Board, position: &Position, alphabet: Alphabet) -> String {
    rows(drawing, alphabet, |row, column| match board.cell_at(row, column) {
        Some(cell) => {
            let goal = board.goals().contains(cell.index());
            Cell::of(goal, position.has_box(cell), position.player == cell)
        }
        None => drawing.cell(row, column),
    })
}

/// The ground left of the first wall is blank in every alphabet.
fn rows(level: &Level, alphabet: Alphabet, cell: impl Fn(usize, usize) -> Cell) -> String {
    let mut out = String::new();
    for (row, cells) in level.rows.iter().enumerate() {
        let outside = cells.iter().take_while(|cell| **cell == Cell::Floor).count();
        out.extend(std::iter::repeat_n(' ', outside));
        out.extend((outside..cells.len()).map(|column| alphabet.character(cell(row, column))));
        out.push('\n');
    }
    out
}
