//! The board: the relevant cells of a level, numbered, with their neighbors in flat arrays; and the rules of play.
//!
//! In: a level. Out: a [`Board`], which never changes, and a [`Position`], which does. The same board is played in a
//! terminal and searched by solvers.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use crate::{Cell, Direction, Level, Move};
use banto_base::limits::{Limits, Stop};

banto_base::define_id! {
    /// A cell inside the walls that the player could reach if there were no boxes. Cells are numbered row by row.
    CellId
}

const NONE: u32 = u32::MAX;

/// The unchanging part of a level.
#[derive(Clone, Debug)]
pub struct Board {
    /// Row and column of each cell in the level's drawing.
    places: Vec<(u32, u32)>,
    /// Four entries per cell, in the order of [`Direction::ALL`].
    neighbors: Vec<u32>,
    goals: FixedBitSet,
    width: usize,
    /// For each place in the drawing, its cell.
    cells: Vec<u32>,
    /// Boxes outside that are not on a goal: if there are any, the level is never solved.
    boxes_outside: usize,
}

/// The changing part of a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cells with a box.
    pub boxes: FixedBitSet,
    /// The cell of the player.
    pub player: CellId,
}

impl Board {
    /// The board of a level and the position at the start; `None` if there is no player, or if walls do not enclose it.
    ///
    /// ```
    /// use banto::sokoban::{Board, Direction, Level};
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
    /// let (board, mut position) = Board::new(&level).unwrap();
    /// for direction in [Direction::Right; 3] {
    ///     board.step(&mut position, direction).unwrap();
    /// }
    /// assert!(board.is_solved(&position));
    /// assert!(board.step(&mut position, Direction::Right).is_none(), "a wall");
    /// ```
    pub fn new(level: &Level) -> Option<(Self, Position)> {
        Self::within(level, &Limits::none()).expect("without limits nothing stops")
    }

    /// As [`Self::new`], within limits.
    pub fn within(level: &Level, limits: &Limits) -> Result<Option<(Self, Position)>, Stop> {
        // The memory of a board for each cell of the drawing.
        const CELL_BYTES: usize = 32;
        limits.check_allocation(level.width() * level.height() * CELL_BYTES)?;
        Ok(Self::made(level))
    }

    fn made(level: &Level) -> Option<(Self, Position)> {
        let start = level.player()?;
        let (width, height) = (level.width(), level.height());
        let mut inside = vec![false; width * height];
        inside[start.0 * width + start.1] = true;
        let mut queue = vec![start];
        while let Some((row, column)) = queue.pop() {
            for direction in Direction::ALL {
                let (down, right) = direction.delta();
                let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
                if column >= *level.rows.get(row).map(Vec::len).as_ref()? {
                    return None;
                }
                if level.cell(row, column) != Cell::Wall && !inside[row * width + column] {
                    inside[row * width + column] = true;
                    queue.push((row, column));
                }
            }
        }
        drop(queue);
        let mut board = Self {
            places: Vec::new(),
            neighbors: Vec::new(),
            goals: FixedBitSet::new(),
            width,
            cells: vec![NONE; width * height],
            boxes_outside: 0,
        };
        board.number(level, &inside);
        let mut boxes = FixedBitSet::with_capacity(board.len());
        for id in 0..board.len() {
            boxes.set(id, board.drawn(level, id).has_box());
        }
        let all = level.count(|cell| cell.has_box() && !cell.is_goal());
        let here = boxes.ones().filter(|id| !board.goals.contains(*id)).count();
        board.boxes_outside = all - here;
        let player = board.cell_at(start.0, start.1)?;
        Some((board, Position { boxes, player }))
    }

    fn number(&mut self, level: &Level, inside: &[bool]) {
        let width = self.width;
        let count = inside.iter().filter(|inside| **inside).count();
        self.places.reserve_exact(count);
        self.neighbors.reserve_exact(4 * count);
        for (at, _) in inside.iter().enumerate().filter(|(_, inside)| **inside) {
            let id = u32::try_from(self.places.len()).expect("at most a million cells");
            self.cells[at] = id;
            let place = |number: usize| u32::try_from(number).expect("at most a thousand rows and columns");
            self.places.push((place(at / width), place(at % width)));
        }
        for &(row, column) in &self.places {
            let at = row as usize * width + column as usize;
            // Cells inside are never at the edge, so all four neighbors exist.
            self.neighbors.extend([at - width, at + width, at - 1, at + 1].map(|at| self.cells[at]));
        }
        self.goals = FixedBitSet::with_capacity(self.len());
        for id in 0..self.len() {
            self.goals.set(id, self.drawn(level, id).is_goal());
        }
    }

    fn drawn(&self, level: &Level, id: usize) -> Cell {
        let (row, column) = self.places[id];
        level.cell(row as usize, column as usize)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell; always false, as the player has one.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.len()).map(CellId::from)
    }

    /// The goals.
    pub fn goals(&self) -> &FixedBitSet {
        &self.goals
    }

    /// Row and column of a cell in the level's drawing, from 0.
    pub fn place(&self, cell: CellId) -> (usize, usize) {
        let (row, column) = self.places[cell.index()];
        (row as usize, column as usize)
    }

    /// The cell at a row and column of the drawing; `None` for walls and the ground outside.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<CellId> {
        if column >= self.width {
            return None;
        }
        self.cells.get(row * self.width + column).copied().filter(|id| *id != NONE).map(CellId)
    }

    /// The cell next to a cell, unless that is a wall.
    pub fn neighbor(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        let id = self.neighbors[cell.index() * 4 + direction.index()];
        (id != NONE).then_some(CellId(id))
    }

    /// The move in a direction, if the rules allow it; the position is not changed.
    pub fn allowed(&self, position: &Position, direction: Direction) -> Option<Move> {
        let ahead = self.neighbor(position.player, direction)?;
        let push = position.has_box(ahead);
        if push && self.neighbor(ahead, direction).is_none_or(|beyond| position.has_box(beyond)) {
            return None;
        }
        Some(Move { direction, push })
    }

    /// Makes the move in a direction, if the rules allow it, and returns it.
    pub fn step(&self, position: &mut Position, direction: Direction) -> Option<Move> {
        let made = self.allowed(position, direction)?;
        let ahead = self.neighbor(position.player, direction)?;
        if made.push {
            let beyond = self.neighbor(ahead, direction)?;
            position.boxes.set(ahead.index(), false);
            position.boxes.insert(beyond.index());
        }
        position.player = ahead;
        Some(made)
    }

    /// Takes back a move, which must be the last one made.
    ///
    /// ```
    /// use banto::sokoban::{Board, Direction, Level};
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
    /// let (board, start) = Board::new(&level).unwrap();
    /// let mut position = start.clone();
    /// let made = board.step(&mut position, Direction::Right).unwrap();
    /// board.undo(&mut position, made);
    /// assert_eq!(position, start);
    /// ```
    pub fn undo(&self, position: &mut Position, made: Move) {
        let here = position.player;
        if made.push
            && let Some(ahead) = self.neighbor(here, made.direction)
        {
            position.boxes.set(ahead.index(), false);
            position.boxes.insert(here.index());
        }
        if let Some(back) = self.neighbor(here, made.direction.opposite()) {
            position.player = back;
        }
    }

    /// How many boxes are not on a goal.
    pub fn boxes_left(&self, position: &Position) -> usize {
        position.boxes.difference_count(&self.goals) + self.boxes_outside
    }

    /// Whether a box that the player cannot reach is off goal.
    pub(super) const fn is_out_of_reach(&self) -> bool {
        self.boxes_outside > 0
    }

    /// Whether every box is on a goal.
    pub fn is_solved(&self, position: &Position) -> bool {
        !self.is_out_of_reach() && position.boxes.is_subset(&self.goals)
    }

    /// The cells that the player can walk to.
    ///
    /// ```
    /// use banto::sokoban::{Board, Level};
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
    /// let (board, position) = Board::new(&level).unwrap();
    /// let reached = board.reach(&position);
    /// assert!(reached.contains(board.cell_at(1, 2).unwrap().index()));
    /// assert!(!reached.contains(board.cell_at(1, 4).unwrap().index()), "behind the box");
    /// ```
    pub fn reach(&self, position: &Position) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.len());
        reached.insert(position.player.index());
        let mut queue = vec![position.player];
        while let Some(cell) = queue.pop() {
            for next in Direction::ALL.into_iter().filter_map(|direction| self.neighbor(cell, direction)) {
                if !position.has_box(next) && !reached.put(next.index()) {
                    queue.push(next);
                }
            }
        }
        reached
    }

    /// A shortest walk to a cell, if there is one.
    ///
    /// ```
    /// use banto::sokoban::{Board, Level};
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
    /// let (board, position) = Board::new(&level).unwrap();
    /// let before_the_box = board.cell_at(1, 2).unwrap();
    /// assert_eq!(board.walk(&position, before_the_box).unwrap().len(), 1);
    /// let behind_it = board.cell_at(1, 4).unwrap();
    /// assert!(board.walk(&position, behind_it).is_none());
    /// ```
    pub fn walk(&self, position: &Position, goal: CellId) -> Option<Vec<Direction>> {
        let mut came: Vec<Option<Direction>> = vec![None; self.len()];
        let mut queue = VecDeque::from([position.player]);
        while let Some(cell) = queue.pop_front() {
            if cell == goal {
                return Some(self.steps_to(goal, position.player, &came));
            }
            for direction in Direction::ALL {
                let Some(next) = self.neighbor(cell, direction) else { continue };
                if next != position.player && !position.has_box(next) && came[next.index()].is_none() {
                    came[next.index()] = Some(direction);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn steps_to(&self, goal: CellId, start: CellId, came: &[Option<Direction>]) -> Vec<Direction> {
        let (mut steps, mut at) = (Vec::new(), goal);
        while at != start {
            let Some(direction) = came[at.index()] else { break };
            steps.push(direction);
            let Some(before) = self.neighbor(at, direction.opposite()) else { break };
            at = before;
        }
        steps.reverse();
        steps
    }
}

impl Position {
    /// Whether a box stands on a cell.
    pub fn has_box(&self, cell: CellId) -> bool {
        self.boxes.contains(cell.index())
    }
}
