//! Dead squares of the `filtered` encoding: cells from which a box never reaches a goal, as far as corners and straight
//! walls show.
//!
//! In: a board. Out: cells without goals. A box on any of them loses the level; finding all such cells would take a
//! search.

use fixedbitset::FixedBitSet;

use crate::board::Board;
use crate::direct::field::Field;
use crate::direct::spaces::simple::no_corners_and_lines;

/// Corners that are not goals, and lines along a wall between two such corners without a goal on them: a box on such a
/// line can only move along it, since nobody can stand in the wall to push it away.
///
/// ```
/// use banto::sokoban::encode::lost_cells;
/// use banto::sokoban::{Board, Level};
///
/// let level: Level = "######\n#    #\n# $@.#\n######".parse().unwrap();
/// let (board, _) = Board::new(&level).unwrap();
/// let lost = lost_cells(&board);
/// assert!(lost.contains(board.cell_at(1, 1).unwrap().index()), "a corner");
/// assert!(!lost.contains(board.cell_at(2, 4).unwrap().index()), "a goal");
/// ```
pub fn lost_cells(board: &Board) -> FixedBitSet {
    let allowed = no_corners_and_lines(&Field::new(board));
    (0..board.len()).filter(|&cell| !allowed[cell]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CellId;
    use crate::level;
    use banto_base::source::SourceText;

    /// Lost cells are drawn as `x` in the wanted picture.
    fn check(drawing: &str, wanted: &str) {
        let source = SourceText::new("a.xsb", drawing);
        let reading = level::read(&source, None);
        let (board, _) = Board::new(&reading.collection.levels[0]).unwrap();
        let mut rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().collect()).collect();
        for cell in lost_cells(&board).ones() {
            let (row, column) = board.place(CellId::from(cell));
            rows[row][column] = 'x';
        }
        let found: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        assert_eq!(found.join("\n"), wanted.trim_end());
    }

    #[test]
    fn corners_and_lines() {
        check(
            "########\n#      #\n# @$ . #\n#      #\n########\n",
            "########\n#xxxxxx#\n#x@$ .x#\n#xxxxxx#\n########\n",
        );
    }

    #[test]
    fn a_goal_or_a_gap_on_a_line_saves_it() {
        check(
            "#########\n#   .   #\n#  @$   #\n#       #\n### #####\n  # #\n  ###\n",
            "#########\n#x  .  x#\n#x @$  x#\n#x     x#\n### #####\n  #x#\n  ###\n",
        );
    }

    #[test]
    fn a_corridor_has_two_walls() {
        check("#######\n#@$  .#\n#######\n", "#######\n#@$  .#\n#######\n".replace('@', "x").as_str());
    }
}
