//! The normal form of a level: the same for levels that differ only by rotation, reflection, or what is outside.
//!
//! In: a level. Out: rows of XSB with the walls around the cells that the player could ever reach, and a mapping of
//! moves.

use crate::{Alphabet, Board, Cell, Direction, Level};

/// A rotation or reflection of a board: first rows and columns may be exchanged, then each may be reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    transposes: bool,
    rows: bool,
    columns: bool,
}

impl Turn {
    /// All eight.
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { transposes: bits & 1 != 0, rows: bits & 2 != 0, columns: bits & 4 != 0 })
    }

    const fn place(self, (row, column): (isize, isize)) -> (isize, isize) {
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        (if self.rows { -row } else { row }, if self.columns { -column } else { column })
    }
}

/// A level in its normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normal {
    /// Its rows, each with its line end.
    pub rows: String,
    turn: Turn,
}

impl Normal {
    /// The normal form; `None` if the level has no player or is not enclosed.
    ///
    /// ```
    /// use banto::sokoban::{Direction, Level, Normal};
    ///
    /// let level = |text: &str| text.parse::<Level>().unwrap();
    /// let (one, other) = (level("#####\n#@$.#\n#####"), level("####\n#.###\n#$# #\n#@###\n####"));
    /// let (one, other) = (Normal::new(&one).unwrap(), Normal::new(&other).unwrap());
    /// assert_eq!(one.rows, other.rows);
    /// assert_eq!(one.direction(Direction::Right), other.direction(Direction::Up));
    /// ```
    pub fn new(level: &Level) -> Option<Self> {
        let (board, _) = Board::new(level)?;
        let signed = |number: usize| isize::try_from(number).unwrap_or(0);
        let cells: Vec<((isize, isize), Cell)> = board
            .cells()
            .map(|id| {
                let (row, column) = board.place(id);
                ((signed(row), signed(column)), level.cell(row, column))
            })
            .collect();
        let forms = Turn::all().map(|turn| Self { rows: drawn(&cells, turn), turn });
        forms.min_by(|one, other| one.rows.cmp(&other.rows))
    }

    /// Maps a direction on the level to one on its normal form.
    pub fn direction(&self, direction: Direction) -> Direction {
        let turned = self.turn.place(direction.delta());
        Direction::ALL.into_iter().find(|one| one.delta() == turned).unwrap_or(direction)
    }
}

/// The cells with walls around them.
fn drawn(cells: &[((isize, isize), Cell)], turn: Turn) -> String {
    let places = || cells.iter().map(|(place, _)| turn.place(*place));
    let ends = |of: fn((isize, isize)) -> isize| {
        let (least, most) = (places().map(of).min(), places().map(of).max());
        (least.unwrap_or(0) - 1, most.unwrap_or(0) + 1)
    };
    let ((top, bottom), (left, right)) = (ends(|place| place.0), ends(|place| place.1));
    let side = |from: isize, to: isize| usize::try_from(to - from + 1).unwrap_or(0);
    let (height, width) = (side(top, bottom), side(left, right));
    let mut rows = vec![vec![' '; width]; height];
    let index = |at: isize, from: isize| usize::try_from(at - from).unwrap_or(0);
    for (row, column) in places() {
        let (row, column) = (index(row, top), index(column, left));
        for around in &mut rows[row - 1..=row + 1] {
            around[column - 1..=column + 1].fill('#');
        }
    }
    for ((row, column), (_, cell)) in places().zip(cells) {
        rows[index(row, top)][index(column, left)] = Alphabet::Xsb.character(*cell);
    }
    let line = |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned() + "\n";
    rows.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use banto_search::Random;

    /// Each rotation and reflection of a level gives the same form, and its moves do the same there.
    #[test]
    fn turned_levels_have_one_form() {
        let level: Level = "  #####\n###   #\n#@$ #.#\n#  $ .#\n#   # #\n#######".parse().unwrap();
        let (board, _) = Board::new(&level).unwrap();
        let signed = |number: usize| isize::try_from(number).unwrap();
        let places = board.cells().map(|id| board.place(id));
        let cells: Vec<_> =
            places.map(|(row, column)| ((signed(row), signed(column)), level.cell(row, column))).collect();
        let wanted = Normal::new(&level).unwrap().rows;
        let normal: Level = wanted.parse().unwrap();
        let mut random = Random::new(1);
        for turn in Turn::all() {
            let turned: Level = drawn(&cells, turn).parse().unwrap();
            let form = Normal::new(&turned).unwrap();
            assert_eq!(form.rows, wanted, "{turn:?}");
            let (board, mut here) = Board::new(&turned).unwrap();
            let (other, mut there) = Board::new(&normal).unwrap();
            let mut pushes = 0;
            for _ in 0..300 {
                let direction = Direction::ALL[random.below_index(4)];
                let made = board.step(&mut here, direction).map(|made| made.push);
                let same = other.step(&mut there, form.direction(direction)).map(|made| made.push);
                assert_eq!(made, same, "{turn:?}");
                pushes += usize::from(made == Some(true));
            }
            assert!(pushes > 0);
        }
    }
}
