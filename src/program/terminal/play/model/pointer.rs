//! Clicks on the board: on floor the player walks there; on a box, and then on another cell, the box is pushed there.
//!
//! In: a place, and whether the button goes down or up. Out: moves of the player. A box can also be dragged. A key
//! shows what a click on each box would.

use std::sync::Arc;

use super::{Game, Held};
use banto_sokoban::{CellId, push_path, push_targets};

impl Game {
    /// A mouse button goes down at a row and column of the drawing.
    pub fn press(&mut self, place: (usize, usize)) {
        self.helps = false;
        self.message.clear();
        let held = self.held.take();
        let Some(cell) = self.board().cell_at(place.0, place.1) else { return };
        if held.as_ref().is_some_and(|held| held.cell == cell) {
            return;
        }
        if self.position().has_box(cell) {
            self.take_over();
            let targets = push_targets(self.board(), self.position(), cell);
            self.held = Some(Held { cell, targets, is_sought: false });
            self.say("click where to push the box");
        } else if let Some(held) = held {
            self.push(held.cell, place);
        } else if cell != self.position().player {
            match self.board().walk(self.position(), cell) {
                Some(walk) => self.go(&walk),
                None => self.say("the way is blocked"),
            }
        }
    }

    /// The button goes up: a dragged box is pushed.
    pub fn release(&mut self, place: (usize, usize)) {
        let cell = self.board().cell_at(place.0, place.1);
        if let Some(held) = self.held().filter(|held| cell != Some(*held)) {
            self.held = None;
            self.message.clear();
            self.push(held, place);
        }
    }

    /// Marks where the next box after this one can be pushed, among those that can be; nothing after the last.
    pub(super) fn hold_next(&mut self, last: Option<CellId>) {
        self.take_over();
        let (board, position) = (Arc::clone(self.board()), self.position().clone());
        let boxes = board.cells().filter(|cell| position.has_box(*cell) && Some(*cell) > last);
        let mut held = boxes.filter_map(|cell| {
            let targets = push_targets(&board, &position, cell);
            (!targets.is_clear()).then_some(Held { cell, targets, is_sought: true })
        });
        self.held = held.next();
        self.message = match &self.held {
            Some(held_now) => {
                let (row, column) = board.place(held_now.cell);
                let count = held_now.targets.count_ones(..);
                let next = if held.next().is_some() { "shows the next box" } else { "clears the marks" };
                format!("box in row {}, column {}: targets {count}; t {next}", row + 1, column + 1)
            }
            None if last.is_some() => "no box is marked".to_owned(),
            None => "no box can be pushed".to_owned(),
        };
    }

    fn push(&mut self, held: CellId, place: (usize, usize)) {
        let board = Arc::clone(self.board());
        let cell = board.cell_at(place.0, place.1);
        match cell.and_then(|cell| push_path(&board, self.position(), held, cell)) {
            Some(path) => self.go(&path),
            None => self.say("the box cannot be pushed there with the other boxes where they are"),
        }
    }
}
