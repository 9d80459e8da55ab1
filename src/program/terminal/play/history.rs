//! The moves played on one level, with undo, redo and restarts.
//!
//! In: a board, its start, and moves. Out: the position, the moves that lead to it, their counts, and whether the
//! player made them all.

use std::sync::Arc;

use crate::compare::figures::counted;
use banto_sokoban::{Board, Direction, Move, Position};

/// The length of a line of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// Moves: walks and pushes.
    pub moves: usize,
    /// Pushes alone.
    pub pushes: usize,
}

impl Count {
    /// The length of these moves.
    pub fn of(moves: &[Move]) -> Self {
        Self { moves: moves.len(), pushes: moves.iter().filter(|made| made.push).count() }
    }

    /// For comparing by pushes first.
    pub const fn by_pushes(self) -> (usize, usize) {
        (self.pushes, self.moves)
    }

    /// Both, in words.
    pub fn words(self) -> String {
        format!("{}, {}", counted(self.moves, "move", "moves"), counted(self.pushes, "push", "pushes"))
    }
}

/// Something that can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// A move, and whether the solver made it.
    Moved(Move, bool),
    Restarted,
}

/// A position with its past, and the future that was undone.
#[derive(Clone, Debug)]
pub struct History {
    pub board: Arc<Board>,
    start: Position,
    pub position: Position,
    done: Vec<Event>,
    undone: Vec<Event>,
}

impl History {
    /// An empty history.
    pub fn new(board: Arc<Board>, start: Position) -> Self {
        Self { board, position: start.clone(), start, done: Vec::new(), undone: Vec::new() }
    }

    /// The moves since the start or the last restart.
    fn moves(&self) -> impl Iterator<Item = (Move, bool)> {
        let events = self.done.rsplit(|event| *event == Event::Restarted).next().unwrap_or_default();
        events.iter().filter_map(|event| match event {
            Event::Moved(made, by_solver) => Some((*made, *by_solver)),
            Event::Restarted => None,
        })
    }

    /// The moves from the start to the position.
    pub fn line(&self) -> Vec<Move> {
        self.moves().map(|one| one.0).collect()
    }

    /// Whether the solver made any of them.
    pub fn is_helped(&self) -> bool {
        self.moves().any(|one| one.1)
    }

    /// How many moves and pushes there are.
    pub fn count(&self) -> Count {
        Count::of(&self.line())
    }

    /// Makes a move of the player's, if the rules allow it.
    pub fn go(&mut self, direction: Direction) -> bool {
        self.go_by(direction, false)
    }

    /// Makes a move, if the rules allow it. Undone moves are forgotten, unless the next of them is this move.
    pub(super) fn go_by(&mut self, direction: Direction, by_solver: bool) -> bool {
        let Some(made) = self.board.allowed(&self.position, direction) else { return false };
        if matches!(self.undone.last(), Some(Event::Moved(next, _)) if *next == made) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.make(Event::Moved(made, by_solver));
        true
    }

    /// Goes back to the start, which can be undone like a move. False if nothing was moved.
    pub fn restart(&mut self) -> bool {
        let has_moved = self.moves().next().is_some();
        if has_moved {
            self.make(Event::Restarted);
            self.undone.clear();
        }
        has_moved
    }

    /// Undoes the last move or restart, if there is one.
    pub fn undo(&mut self) -> bool {
        let Some(event) = self.done.pop() else { return false };
        self.undone.push(event);
        match event {
            Event::Moved(made, _) => self.board.undo(&mut self.position, made),
            Event::Restarted => {
                for made in self.line() {
                    self.board.step(&mut self.position, made.direction);
                }
            }
        }
        true
    }

    /// Undoes the last push with the walk after it; or the last restart, or the walk since the start.
    pub fn undo_push(&mut self) -> bool {
        let was_walk = |event: Option<&Event>| matches!(event, Some(Event::Moved(made, _)) if !made.push);
        let mut has_gone = false;
        while was_walk(self.done.last()) {
            has_gone |= self.undo();
        }
        self.undo() || has_gone
    }

    /// Redoes what was undone last.
    pub fn redo(&mut self) -> bool {
        self.undone.pop().map(|event| self.make(event)).is_some()
    }

    /// All that was done, and after `^` what was undone: moves in LURD, `|` for a restart, `!` where moves of the
    /// solver begin or end.
    pub fn written(&self) -> String {
        let mut out = String::new();
        let mut is_solver = false;
        let mut write = |event: &Event, out: &mut String| {
            if let Event::Moved(_, by_solver) = event
                && std::mem::replace(&mut is_solver, *by_solver) != *by_solver
            {
                out.push('!');
            }
            out.push(if let Event::Moved(made, _) = event { made.letter() } else { '|' });
        };
        self.done.iter().for_each(|event| write(event, &mut out));
        out.push('^');
        self.undone.iter().rev().for_each(|event| write(event, &mut out));
        out
    }

    /// Does again what was written, from the start. False where that is not possible.
    pub fn read(&mut self, written: &str) -> bool {
        let (mut is_solver, mut undone) = (false, None);
        for one in written.chars() {
            let is_done = match (one, Direction::from_letter(one)) {
                ('!', _) => {
                    is_solver = !is_solver;
                    continue;
                }
                // Earlier versions marked replays so.
                ('=', _) => continue,
                ('^', _) => undone.replace(0).is_none(),
                ('|', _) => {
                    self.make(Event::Restarted);
                    true
                }
                (_, Some(direction)) => self.go_by(direction, is_solver),
                _ => false,
            };
            if !is_done {
                return false;
            }
            undone = undone.map(|count| count + usize::from(one != '^'));
        }
        (0..undone.unwrap_or(0)).all(|_| self.undo())
    }

    /// Goes where these moves lead from the start: what they do not begin with is undone. False if one is not possible.
    pub fn follow(&mut self, moves: &[Direction]) -> bool {
        loop {
            let line = self.line();
            let same = line.iter().zip(moves).take_while(|(made, wanted)| made.direction == **wanted).count();
            if same == line.len() {
                return moves[same..].iter().all(|direction| self.go(*direction));
            }
            (same..line.len()).for_each(|_| _ = self.undo());
        }
    }

    fn make(&mut self, event: Event) {
        match event {
            Event::Moved(made, _) => _ = self.board.step(&mut self.position, made.direction),
            Event::Restarted => self.position = self.start.clone(),
        }
        self.done.push(event);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::model::tests::level;
    use super::*;

    fn history(rows: &[&str]) -> History {
        let (board, start) = Board::new(&level(rows)).unwrap();
        History::new(Arc::new(board), start)
    }

    #[test]
    fn a_restart_is_taken_back_like_a_move() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        assert!(one.go(Direction::Right) && one.go(Direction::Right) && one.go(Direction::Left));
        let there = one.position.clone();
        assert!(one.restart());
        assert_eq!(one.count(), Count::default());
        assert!(one.undo());
        assert_eq!((&one.position, one.count()), (&there, Count { moves: 3, pushes: 2 }));
        assert!(one.redo());
        assert_eq!(one.count().moves, 0);
        assert!(one.go(Direction::Right));
        assert!(one.undo() && one.undo());
        assert_eq!(&one.position, &there);
    }

    #[test]
    fn a_push_is_taken_back_with_the_walk_behind_it() {
        let mut one = history(&["#######", "#@$  .#", "#######"]);
        for direction in [Direction::Right, Direction::Right, Direction::Left, Direction::Left] {
            assert!(one.go(direction));
        }
        assert!(one.undo_push());
        assert_eq!(one.count(), Count { moves: 1, pushes: 1 });
        assert!(one.restart() && one.undo_push(), "a restart");
        assert_eq!(one.count().pushes, 1);
        assert!(one.undo_push() && !one.undo_push());
        while one.redo() {}
        assert_eq!(one.count().moves, 0, "done again, the restart is the last");
    }

    #[test]
    fn the_same_move_again_keeps_what_was_taken_back() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        one.go(Direction::Right);
        one.go(Direction::Right);
        one.undo();
        one.undo();
        one.go(Direction::Right);
        assert!(one.redo(), "the second move is still there");
        one.undo();
        one.go(Direction::Left);
        assert!(!one.redo(), "another move forgets it");
    }

    #[test]
    fn moves_are_followed_from_where_they_part() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        assert!(one.go_by(Direction::Right, true) && one.go(Direction::Left));
        assert!(one.follow(&[Direction::Right, Direction::Right]));
        assert_eq!((one.written().as_str(), one.is_helped()), ("!R!R^", true));
        assert!(!one.follow(&[Direction::Right, Direction::Up]));
    }

    #[test]
    fn moves_of_the_solver_stay_its_own() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        assert!(one.go_by(Direction::Right, true) && one.go(Direction::Right) && one.is_helped());
        assert!(one.undo() && one.undo() && !one.is_helped());
        assert!(one.redo() && one.is_helped(), "done again, it is still the solver's");
        assert!(one.restart() && !one.is_helped() && one.undo() && one.is_helped());
        assert!(one.restart() && one.go(Direction::Right) && !one.is_helped());
    }

    proptest! {
        /// Whatever is done: undoing everything gives the start, redoing everything the end.
        #[test]
        fn all_back_and_all_again(keys in prop::collection::vec(0..7u8, 0..80)) {
            let mut one = history(&["#######", "#  .  #", "# $@$ #", "#  .  #", "#######"]);
            for key in keys {
                let by_solver = (one.done.len() / 2).is_multiple_of(3);
                _ = match key {
                    0..4 => one.go_by(Direction::ALL[key as usize], by_solver),
                    4 => one.undo(),
                    5 => one.redo(),
                    _ => one.restart(),
                };
            }
            let mut again = one.clone();
            while again.undo() {}
            again = History::new(Arc::clone(&again.board), again.position.clone());
            prop_assert!(again.read(&one.written()));
            prop_assert_eq!((&again.position, again.written()), (&one.position, one.written()));
            while one.redo() {}
            let (end, count) = (one.position.clone(), one.count());
            while one.undo() {}
            prop_assert_eq!(&one.position, &one.start);
            prop_assert_eq!(one.count(), Count::default());
            while one.redo() {}
            prop_assert_eq!((&one.position, one.count()), (&end, count));
        }
    }
}
