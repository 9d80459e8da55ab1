//! The normal form of a level: the same for levels that differ only by rotation, reflection, or what is outside.
//!
//! In: a level. Out: rows of XSB with the walls around the cells that the player could ever reach, and a mapping of
//! moves; and which of several levels are the same.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::lurd::Written;
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

    fn direction(self, direction: Direction) -> Direction {
        let (row, column) = direction.delta();
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        let turned = (if self.rows { -row } else { row }, if self.columns { -column } else { column });
        Direction::ALL.into_iter().find(|one| one.delta() == turned).unwrap_or(direction)
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
        let cells: Vec<(usize, usize)> = board.cells().map(|id| board.place(id)).collect();
        let forms = Turn::all().map(|turn| Self { rows: drawn(level, &cells, turn), turn });
        forms.min_by(|one, other| one.rows.cmp(&other.rows))
    }

    /// Maps a direction on the level to one on its normal form.
    pub fn direction(&self, direction: Direction) -> Direction {
        self.turn.direction(direction)
    }

    /// Maps a direction on the level to one on another level with the same normal form.
    #[doc(hidden)]
    pub fn carried(&self, direction: Direction, other: &Self) -> Direction {
        let normal = self.direction(direction);
        Direction::ALL.into_iter().find(|one| other.direction(*one) == normal).unwrap_or(direction)
    }

    /// How the level lies beside another with the same normal form: nothing is said if its cells lie as there.
    fn beside(&self, other: &Self) -> &'static str {
        let (right, up) = (self.carried(Direction::Right, other), self.carried(Direction::Up, other));
        let ((right_row, right_column), (up_row, up_column)) = (right.delta(), up.delta());
        match right_column * up_row - right_row * up_column {
            _ if (right, up) == (Direction::Right, Direction::Up) => "",
            -1 => ", turned",
            _ => ", mirrored",
        }
    }
}

/// Moves as they are on a level that is turned or mirrored, in each of the eight ways; first as they are.
pub(crate) fn turned(moves: &[Written]) -> impl Iterator<Item = Vec<Written>> {
    let made = |turn: Turn| {
        moves.iter().map(move |one| Written { direction: turn.direction(one.direction), ..*one }).collect()
    };
    Turn::all().map(made)
}

/// Levels that were met, each with a name, to find those that are met again.
#[doc(hidden)]
#[derive(Debug)]
pub struct Met<T> {
    by_form: HashMap<String, (Normal, Vec<Vec<Cell>>, T)>,
}

impl<T> Default for Met<T> {
    fn default() -> Self {
        Self { by_form: HashMap::new() }
    }
}

impl<T> Met<T> {
    /// The name under which a level was met before, and how it differs from that one; `None` if it is new, or not
    /// enclosed.
    pub fn again(&mut self, level: &Level, name: T) -> Option<(&T, &'static str)> {
        let form = Normal::new(level)?;
        match self.by_form.entry(form.rows.clone()) {
            Entry::Occupied(known) => {
                let (other, rows, name) = known.into_mut();
                let lies = form.beside(other);
                let is_drawn_otherwise = lies.is_empty() && *rows != level.rows;
                Some((name, if is_drawn_otherwise { ", drawn differently outside its walls" } else { lies }))
            }
            Entry::Vacant(new) => {
                new.insert((form, level.rows.clone(), name));
                None
            }
        }
    }
}

/// The cells with walls around them.
fn drawn(level: &Level, cells: &[(usize, usize)], turn: Turn) -> String {
    let turned = |(row, column)| if turn.transposes { (column, row) } else { (row, column) };
    let places = || cells.iter().copied().map(turned);
    let ends = |of: fn((usize, usize)) -> usize| {
        (places().map(of).min().unwrap_or(0), places().map(of).max().unwrap_or(0))
    };
    let ((top, bottom), (left, right)) = (ends(|place| place.0), ends(|place| place.1));
    let mut rows = vec![vec![' '; right - left + 3]; bottom - top + 3];
    let index = |at: usize, (first, last): (usize, usize), is_reversed: bool| {
        1 + if is_reversed { last - at } else { at - first }
    };
    let place =
        |(row, column)| (index(row, (top, bottom), turn.rows), index(column, (left, right), turn.columns));
    for (row, column) in places().map(place) {
        for around in &mut rows[row - 1..=row + 1] {
            around[column - 1..=column + 1].fill('#');
        }
    }
    for ((row, column), cell) in places().map(place).zip(cells) {
        rows[row][column] = Alphabet::Xsb.character(level.cell(cell.0, cell.1));
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
        let cells: Vec<_> = board.cells().map(|id| board.place(id)).collect();
        let wanted = Normal::new(&level).unwrap().rows;
        let mut met = Met::default();
        assert!(met.again(&level, 1).is_none());
        let normal: Level = wanted.parse().unwrap();
        let mut random = Random::new(1);
        for turn in Turn::all() {
            let turned: Level = drawn(&level, &cells, turn).parse().unwrap();
            let form = Normal::new(&turned).unwrap();
            assert_eq!(form.rows, wanted, "{turn:?}");
            let flips = [turn.transposes, turn.rows, turn.columns].into_iter().filter(|flips| *flips).count();
            let lies = if flips % 2 == 1 { ", mirrored" } else { ", turned" };
            let (first, said) = met.again(&turned, 2).unwrap();
            assert!(*first == 1 && (flips == 0 || said == lies), "{turn:?} {said}");
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
