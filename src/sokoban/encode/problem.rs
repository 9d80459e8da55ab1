//! The problem of a level: its cells as objects, their contents as facts, and the goal.
//!
//! In: a level and its board. Out: a PDDL text, in the vocabulary of the domain files in `domains/sokoban/`, which
//! explain it.

use std::fmt::Write;

use fixedbitset::FixedBitSet;

use super::{Encoding, cell_name, filter};
use crate::{Alphabet, Board, CellId, Direction, Level, Position, draw};
use banto_base::limits::{Limits, Stop};
use banto_base::source::printable;

/// The names of the directions, in the order of [`Direction::ALL`].
pub(super) const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];

/// A stand-in object for kinds of facts that this level does not have.
const NOWHERE: &str = "nowhere";

pub(super) fn write(
    encoding: Encoding,
    level: &Level,
    board: &Board,
    start: &Position,
    limits: &Limits,
) -> Result<String, Stop> {
    let names: Vec<String> = board.cells().map(|cell| cell_name(board.place(cell))).collect();
    let mut writer = Writer {
        board,
        start,
        names: &names,
        outside: outside(level, board),
        init: String::with_capacity(1 << 12),
        nowhere: false,
        limits,
        stop: None,
    };
    let goal = match encoding {
        Encoding::Basic => writer.basic(),
        Encoding::Filtered => writer.filtered(),
        Encoding::Typed => writer.typed(),
        Encoding::Pushes => writer.pushes(),
    };
    if let Some(stop) = writer.stop {
        return Err(stop);
    }
    let objects = writer.objects(encoding);
    limits.check_allocation(writer.init.len() + objects.len() + goal.len())?;
    Ok(format!(
        "{}(define (problem {}) (:domain sokoban-{}) {objects} (:init {}) (:goal {goal}) {})",
        heading(level),
        problem_name(level),
        encoding.row().name,
        writer.init,
        if encoding == Encoding::Typed { "(:metric minimize (total-cost))" } else { "" },
    ))
}

/// Boxes that the player can never reach and that are not on goals: they make the level unsolvable.
fn outside(level: &Level, board: &Board) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (row, cells) in level.rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if cell.has_box() && !cell.is_goal() && board.cell_at(row, column).is_none() {
                places.push((row, column));
            }
        }
    }
    places
}

/// The level as comments.
fn heading(level: &Level) -> String {
    let mut out = String::new();
    if let Some(title) = &level.title {
        let author =
            level.author.as_ref().map(|author| format!(", by {}", printable(author))).unwrap_or_default();
        let _ = writeln!(out, "; {}{author}\n;", printable(title));
    }
    for row in draw::level(level, Alphabet::Xsb).lines() {
        let _ = writeln!(out, "{}", format!(";   {row}").trim_end());
    }
    out
}

/// A name made from the title: letters and digits, with dashes between words.
fn problem_name(level: &Level) -> String {
    let mut name = String::from("level");
    let title = level.title.as_deref().unwrap_or_default().to_ascii_lowercase();
    for word in title.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        let _ = write!(name, "-{word}");
    }
    name
}

struct Writer<'a> {
    board: &'a Board,
    start: &'a Position,
    names: &'a [String],
    outside: Vec<(usize, usize)>,
    init: String,
    nowhere: bool,
    limits: &'a Limits,
    /// The limit that was reached: no more facts are written.
    stop: Option<Stop>,
}

impl<'a> Writer<'a> {
    fn basic(&mut self) -> String {
        self.player("keeper");
        self.boxes("box", "box-on-goal");
        self.fixed("goal", self.board.goals());
        self.facts("free", &self.without_box());
        self.drawing("next");
        self.boxes_home("box-on-goal", "box")
    }

    fn filtered(&mut self) -> String {
        // A cell with a box at the start is not marked, so that no box ever stands on a marked cell.
        let mut lost = filter::lost_cells(self.board);
        lost.difference_with(&self.start.boxes);
        let kept_off = lost.contains(self.start.player.index());
        self.player(if kept_off { "Keeper_On_Box_Not_Allowed" } else { "Keeper_On_Box_Allowed" });
        self.boxes("Box_On", "Box_On_Goal");
        self.fixed("Goal", self.board.goals());
        let mut free = self.without_box();
        free.difference_with(&lost);
        self.facts("Free", &free);
        self.fixed("Not_Free_For_Box", &lost);
        self.drawing("Next");
        self.boxes_home("Box_On_Goal", "Box_On")
    }

    fn typed(&mut self) -> String {
        self.fact(&["at", "keeper", self.name(self.start.player)]);
        for (index, place) in self.stones().enumerate() {
            let stone = format!("stone-{}", index + 1);
            self.fact(&["at", &stone, &cell_name(place)]);
            let cell = self.board.cell_at(place.0, place.1);
            if cell.is_some_and(|cell| self.board.goals().contains(cell.index())) {
                self.fact(&["at-goal", &stone]);
            }
        }
        self.group();
        self.fixed("is-goal", self.board.goals());
        self.facts("clear", &self.without_box());
        self.drawing("move-dir");
        self.init.push_str("(= (total-cost) 0)");
        "(forall (?stone - stone) (at-goal ?stone))".to_owned()
    }

    fn pushes(&mut self) -> String {
        self.player("keeper");
        self.boxes("box", "box");
        self.facts("free", &self.without_box());
        self.drawing("next");
        self.filled_goals("box").unwrap_or_else(|| {
            let floor = self.board.cells().filter(|cell| !self.board.goals().contains(cell.index()));
            let places = floor.map(|cell| self.board.place(cell)).chain(self.outside.iter().copied());
            let not = |goal: String, place| goal + &format!(" (not (box {}))", cell_name(place));
            places.fold(String::from("(and"), not) + ")"
        })
    }

    /// The goal that all boxes are home. If it can name every goal, it does, which tells a planner more.
    fn boxes_home(&self, home: &str, astray: &str) -> String {
        let all = || format!("(forall (?cell - cell) (not ({astray} ?cell)))");
        self.filled_goals(home).unwrap_or_else(all)
    }

    /// The goal that every goal has a box, if exactly that solves the level.
    fn filled_goals(&self, home: &str) -> Option<String> {
        let goals = self.board.goals();
        let fills_all = self.outside.is_empty() && self.start.boxes.count_ones(..) == goals.count_ones(..);
        let filled = |goal: String, cell: usize| goal + &format!(" ({home} {})", self.name(cell.into()));
        fills_all.then(|| goals.ones().fold(String::from("(and"), filled) + ")")
    }

    // --- facts ---

    fn player(&mut self, predicate: &str) {
        self.fact(&[predicate, self.name(self.start.player)]);
        self.group();
    }

    fn boxes(&mut self, astray: &str, home: &str) {
        for cell in self.start.boxes.ones() {
            let is_home = self.board.goals().contains(cell);
            self.fact(&[if is_home { home } else { astray }, self.name(cell.into())]);
        }
        for index in 0..self.outside.len() {
            self.fact(&[astray, &cell_name(self.outside[index])]);
        }
        self.group();
    }

    fn facts(&mut self, predicate: &str, cells: &FixedBitSet) {
        for cell in cells.ones() {
            self.fact(&[predicate, self.name(cell.into())]);
        }
        self.group();
    }

    /// Facts that nothing changes. If there are none, one about a stand-in cell shows that the predicate is not
    /// misspelled.
    fn fixed(&mut self, predicate: &str, cells: &FixedBitSet) {
        if cells.is_clear() {
            self.nowhere = true;
            self.fact(&[predicate, NOWHERE]);
        }
        self.facts(predicate, cells);
    }

    /// Which cells are adjacent.
    fn drawing(&mut self, predicate: &str) {
        let mut alone = true;
        for cell in self.board.cells() {
            if self.stop.is_some() {
                return;
            }
            let from = self.name(cell);
            for direction in Direction::ALL {
                let Some(next) = self.board.neighbor(cell, direction) else { continue };
                let to = self.name(next);
                self.fact(&[predicate, from, to, DIRECTIONS[direction.index()]]);
                alone = false;
            }
        }
        if alone {
            self.nowhere = true;
            self.fact(&[predicate, NOWHERE, NOWHERE, DIRECTIONS[0]]);
        }
        self.group();
    }

    fn fact(&mut self, words: &[&str]) {
        let length = words.iter().map(|word| word.len() + 1).sum::<usize>() + 2;
        self.stop = self.stop.or(self.limits.check_text_reserve(&self.init, length).err());
        if self.stop.is_none() {
            for (index, word) in words.iter().enumerate() {
                self.init.push(if index == 0 { '(' } else { ' ' });
                self.init.push_str(word);
            }
            self.init.push_str(")\n");
        }
    }

    /// A blank line between facts of different kinds.
    fn group(&mut self) {
        if !self.init.ends_with("\n\n") {
            self.init.push('\n');
        }
    }

    // --- objects ---

    fn objects(&self, encoding: Encoding) -> String {
        let mut out = String::from("(:objects ");
        let is_typed = encoding == Encoding::Typed;
        if is_typed {
            out.push_str("keeper - player ");
            let stones = self.stones().count();
            for index in 1..=stones {
                let _ = write!(out, "stone-{index} ");
            }
            if stones > 0 {
                out.push_str("- stone ");
            }
        }
        for cell in self.board.cells() {
            out.push_str(self.name(cell));
            out.push(' ');
        }
        for place in &self.outside {
            out.push_str(&cell_name(*place));
            out.push(' ');
        }
        if self.nowhere {
            out.push_str(NOWHERE);
            out.push(' ');
        }
        let kind = if is_typed { "location" } else { "cell" };
        let _ = write!(out, "- {kind} {} - direction)", DIRECTIONS.join(" "));
        out
    }

    /// Where the boxes are, including those that nobody can reach.
    fn stones(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let inside = self.start.boxes.ones().map(|cell| self.board.place(cell.into()));
        inside.chain(self.outside.iter().copied()).collect::<Vec<_>>().into_iter()
    }

    fn name(&self, cell: CellId) -> &'a str {
        &self.names[cell.index()]
    }

    fn without_box(&self) -> FixedBitSet {
        let mut free = self.start.boxes.clone();
        free.grow(self.board.len());
        free.toggle_range(..);
        free
    }
}
