//! Boards for the tests of direct search, hand-written or random.

use crate::{Alphabet, Board, Cell, Level, Position, draw, level};
use banto_base::limits::Limits;
use banto_base::source::SourceText;
use banto_search::Random;

use super::super::context::Context;
use super::super::field::Field;
use super::plain::Plain;

/// How many times as large as usual random tests are: `BANTO_LONG=1` is the long mode.
pub fn scale() -> usize {
    if std::env::var_os("BANTO_LONG").is_some_and(|value| value == "1") { 140 } else { 1 }
}

pub fn levels(text: &str) -> Vec<Level> {
    let reading = level::read(&SourceText::new("a.xsb", text), None);
    assert!(reading.is_playable(), "{text}\n{:#?}", reading.diagnostics);
    reading.collection.levels
}

/// A level's board, its position, and the distances.
pub fn measured(level: &Level) -> (Board, Position, Context) {
    let (board, position) = Board::new(level).unwrap();
    let context = Context::new(Field::new(&board), &Limits::none()).unwrap();
    (board, position, context)
}

/// A room with some inner walls. Boxes start on the goals and are then pulled around, so that the level can be solved.
pub fn random_level(random: &mut Random) -> Level {
    loop {
        let (width, height) = (3 + random.below_index(4), 3 + random.below_index(3));
        let mut grid = vec![vec!['#'; width + 2]; height + 2];
        for row in &mut grid[1..=height] {
            for cell in &mut row[1..=width] {
                *cell = if random.below(100) < 25 { '#' } else { ' ' };
            }
        }
        let mut free = |grid: &mut Vec<Vec<char>>, to: char| {
            for _ in 0..20 {
                let (row, column) = (1 + random.below_index(height), 1 + random.below_index(width));
                if grid[row][column] == ' ' {
                    grid[row][column] = to;
                    return true;
                }
            }
            false
        };
        let count = 1 + (width * height) % 3;
        if !(0..count).all(|_| free(&mut grid, '*')) || !free(&mut grid, '@') {
            continue;
        }
        let text: String = grid.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let reading = level::read(&SourceText::new("a", text.as_str()), None);
        let mut level = reading.collection.levels[0].clone();
        let mut plain = Plain::new(&level);
        if plain.boxes.len() != count {
            continue;
        }
        for _ in 0..random.below_index(60) {
            // Pull where there is a box behind, occasionally.
            let direction = random.below_index(4);
            let Some(to) = plain.next[plain.player][direction].filter(|to| !plain.boxes.contains(to)) else {
                continue;
            };
            let behind = plain.next[plain.player][direction ^ 1];
            let pulled = plain.boxes.iter().position(|&cell| Some(cell) == behind);
            if let Some(index) = pulled.filter(|_| random.below(100) < 70) {
                plain.boxes[index] = plain.player;
            }
            plain.player = to;
        }
        let (board, _) = Board::new(&level).unwrap();
        for index in 0..plain.next.len() {
            let (row, column) = board.place(index.into());
            let (has_box, has_player) = (plain.boxes.contains(&index), plain.player == index);
            level.rows[row][column] = Cell::of(plain.goals[index], has_box, has_player);
        }
        return level;
    }
}

pub fn drawn(level: &Level) -> String {
    draw::level(level, Alphabet::Xsb)
}
