//! Rooms: walls around a floor of some shape, and places for goals.
//!
//! In: a size and random numbers. Out: a level without boxes that fills the size, and cells.

use super::Request;
use crate::{Board, Cell, CellId, Direction, Level};
use banto_search::Random;

/// A room; `None` if this draw gave a poor one.
pub(super) fn room(request: &Request, random: &mut Random) -> Option<Level> {
    let (width, height) = (request.width, request.height);
    let mut rows = vec![vec![Cell::Wall; width]; height];
    let inside = (width - 2) * (height - 2);
    // Chambers that overlap or touch, until about two thirds are floor.
    let wanted = (inside * (55 + random.below_index(20)) / 100).max(4 * request.boxes + 3).min(inside);
    let mut floor = 0;
    for _ in 0..inside {
        if floor >= wanted {
            break;
        }
        floor += chamber(&mut rows, random);
    }
    pillars(&mut rows, random);
    let start = first_floor(&rows)?;
    rows[start.0][start.1] = Cell::Player;
    let level = Level { rows, ..Level::default() };
    let (board, _) = Board::new(&level)?;
    let (rows, columns): (Vec<usize>, Vec<usize>) = board.cells().map(|cell| board.place(cell)).unzip();
    let spans = |places: &[usize], side: usize| {
        places.iter().min() == Some(&1) && places.iter().max() == Some(&(side - 2))
    };
    let floor = level.count(|cell| cell != Cell::Wall);
    let whole = board.len() == floor && spans(&rows, height) && spans(&columns, width);
    (whole && floor >= 4 * request.boxes + 3).then_some(level)
}

/// Digs a chamber or a passage that touches existing ones; returns how many cells it added.
fn chamber(rows: &mut [Vec<Cell>], random: &mut Random) -> usize {
    let (height, width) = (rows.len() - 2, rows[0].len() - 2);
    let (high, wide) = match random.below(5) {
        0 => (1, 2 + random.below_index(3)),
        1 => (2 + random.below_index(3), 1),
        _ => (2 + random.below_index(2), 2 + random.below_index(3)),
    };
    let (high, wide) = (high.min(height), wide.min(width));
    let top = 1 + random.below_index(height - high + 1);
    let left = 1 + random.below_index(width - wide + 1);
    let dug = |row: usize, column: usize| rows[row][column] != Cell::Wall;
    let touches = (top..top + high).any(|row| {
        (left..left + wide).any(|column| {
            dug(row, column)
                || dug(row - 1, column)
                || dug(row + 1, column)
                || dug(row, column - 1)
                || dug(row, column + 1)
        })
    });
    if !touches && first_floor(rows).is_some() {
        return 0;
    }
    let mut made = 0;
    for row in &mut rows[top..top + high] {
        for cell in &mut row[left..left + wide] {
            made += usize::from(*cell == Cell::Wall);
            *cell = Cell::Floor;
        }
    }
    made
}

/// Puts walls in the middle of open places.
fn pillars(rows: &mut [Vec<Cell>], random: &mut Random) {
    for row in 2..rows.len() - 2 {
        for column in 2..rows[0].len() - 2 {
            let open = (row - 1..=row + 1)
                .all(|row| rows[row][column - 1..=column + 1].iter().all(|cell| *cell == Cell::Floor));
            if open && random.below(3) == 0 {
                rows[row][column] = Cell::Wall;
            }
        }
    }
}

fn first_floor(rows: &[Vec<Cell>]) -> Option<(usize, usize)> {
    let find = |cells: &Vec<Cell>| cells.iter().position(|cell| *cell != Cell::Wall);
    rows.iter().enumerate().find_map(|(row, cells)| find(cells).map(|column| (row, column)))
}

/// Removes the walls that touch no floor.
pub(super) fn trim(level: &mut Level) {
    let solid = |level: &Level, row: usize, column: usize| {
        (row.saturating_sub(1)..=row + 1).all(|row| {
            (column.saturating_sub(1)..=column + 1).all(|column| {
                let drawn = level.rows.get(row).and_then(|cells| cells.get(column));
                drawn.is_none_or(|cell| *cell == Cell::Wall)
            })
        })
    };
    let before = level.clone();
    for (row, cells) in level.rows.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            if solid(&before, row, column) {
                *cell = Cell::Floor;
            }
        }
        while cells.last() == Some(&Cell::Floor) {
            cells.pop();
        }
    }
}

/// Cells for goals, more often in groups than alone.
pub(super) fn goals(board: &Board, count: usize, random: &mut Random) -> Option<Vec<CellId>> {
    let cells: Vec<CellId> = board.cells().collect();
    let mut goals: Vec<CellId> = Vec::new();
    for _ in 0..count * 20 {
        if goals.len() == count {
            return Some(goals);
        }
        let cell = match goals.last() {
            Some(last) if random.below(3) > 0 => {
                let direction = Direction::ALL[random.below_index(4)];
                board.neighbor(*last, direction).unwrap_or(*last)
            }
            _ => cells[random.below_index(cells.len())],
        };
        if !goals.contains(&cell) {
            goals.push(cell);
        }
    }
    None
}
