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
        let turned = self.place(direction.delta());
        Direction::ALL.into_iter().find(|one| one.delta() == turned).unwrap_or(direction)
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
        let mut met = Met::default();
        assert!(met.again(&level, 1).is_none());
        let normal: Level = wanted.parse().unwrap();
        let mut random = Random::new(1);
        for turn in Turn::all() {
            let turned: Level = drawn(&cells, turn).parse().unwrap();
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
