//! The moves played on one level, with undo, redo and restarts.
//!
//! In: a board, its start, and moves, each with who makes it. Out: the position, the moves that lead to it, their
//! counts, and whether the player made them all.

use std::sync::Arc;

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
}

/// Who made a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hand {
    /// The player.
    Player,
    /// The player, in an earlier game: it was replayed.
    Best,
    /// The solver, or whoever found the solution in the file.
    Solver,
}

impl Hand {
    /// The mark in [`History::written`] where its moves begin or end; `None` for the player.
    const fn sign(self) -> Option<char> {
        match self {
            Self::Player => None,
            Self::Best => Some('='),
            Self::Solver => Some('!'),
        }
    }
}

/// Something that can be undone.
#[derive(Clone, Debug)]
enum Event {
    Moved(Move, Hand),
    /// A restart, with the moves that it discarded; not by the player, if a solution is shown from the start.
    Restarted(Vec<(Move, Hand)>, Hand),
}

/// A position with its past, and the future that was undone.
#[derive(Clone, Debug)]
pub struct History {
    pub board: Arc<Board>,
    start: Position,
    pub position: Position,
    /// The moves from the start to the position.
    pub line: Vec<Move>,
    /// Who made each of them.
    hands: Vec<Hand>,
    pushes: usize,
    done: Vec<Event>,
    undone: Vec<Event>,
}

impl History {
    /// An empty history.
    pub fn new(board: Arc<Board>, start: Position) -> Self {
        let position = start.clone();
        Self {
            board,
            start,
            position,
            line: Vec::new(),
            hands: Vec::new(),
            pushes: 0,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// Whose work these moves are: the solver's if it made any, the replayed solution's if that made the last.
    pub fn hand(&self) -> Hand {
        if self.hands.contains(&Hand::Solver) {
            return Hand::Solver;
        }
        self.hands.last().copied().unwrap_or(Hand::Player)
    }

    /// How many moves and pushes there are.
    pub const fn count(&self) -> Count {
        Count { moves: self.line.len(), pushes: self.pushes }
    }

    /// Makes a move, if the rules allow it. Undone moves are forgotten, unless the next of them is this move.
    pub fn go(&mut self, direction: Direction) -> bool {
        self.go_by(direction, Hand::Player)
    }

    /// As [`Self::go`], with who makes the move.
    pub(super) fn go_by(&mut self, direction: Direction, hand: Hand) -> bool {
        let Some(made) = self.board.allowed(&self.position, direction) else { return false };
        if matches!(self.undone.last(), Some(Event::Moved(next, _)) if *next == made) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.make(made, hand);
        self.done.push(Event::Moved(made, hand));
        true
    }

    /// Goes back to the start, which can be undone like a move. False if nothing was moved.
    pub fn restart(&mut self) -> bool {
        if self.line.is_empty() {
            return false;
        }
        self.restart_by(Hand::Player);
        true
    }

    /// As [`Self::restart`], with who goes back, also where nothing was moved.
    pub(super) fn restart_by(&mut self, hand: Hand) {
        let left = self.exchange(Vec::new());
        self.done.push(Event::Restarted(left, hand));
        self.undone.clear();
    }

    /// Takes back what was shown last: moves that are not the player's, up to a restart that is not. True if there was
    /// such a restart.
    pub(super) fn leave_shown(&mut self) -> bool {
        loop {
            let is_restart = match self.done.last() {
                Some(Event::Moved(_, hand)) if *hand != Hand::Player => false,
                Some(Event::Restarted(_, hand)) if *hand != Hand::Player => true,
                _ => return false,
            };
            self.undo();
            self.undone.clear();
            if is_restart {
                return true;
            }
        }
    }

    /// The game without the solutions that were shown from the start last. What the solver played on stays.
    pub fn own(&self) -> Self {
        let (mut own, mut before) = (self.clone(), self.clone());
        while before.leave_shown() {
            own.clone_from(&before);
        }
        own
    }

    /// Undoes the last move or restart, if there is one.
    pub fn undo(&mut self) -> bool {
        let Some(event) = self.done.pop() else { return false };
        let event = match event {
            Event::Moved(made, hand) => {
                self.board.undo(&mut self.position, made);
                self.line.pop();
                self.hands.pop();
                self.pushes -= usize::from(made.push);
                Event::Moved(made, hand)
            }
            Event::Restarted(left, hand) => Event::Restarted(self.exchange(left), hand),
        };
        self.undone.push(event);
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
        let Some(event) = self.undone.pop() else { return false };
        let event = match event {
            Event::Moved(made, hand) => {
                self.make(made, hand);
                Event::Moved(made, hand)
            }
            Event::Restarted(line, hand) => Event::Restarted(self.exchange(line), hand),
        };
        self.done.push(event);
        true
    }

    /// All that was done, and after `^` what was undone: moves in LURD, `|` for a restart, `!` where moves of the
    /// solver begin or end, and `=` where those of a replayed solution do.
    pub fn written(&self) -> String {
        let mut out = String::new();
        let mut now = Hand::Player;
        let mut write = |event: &Event, out: &mut String| {
            let (letter, hand) = match event {
                Event::Moved(made, hand) => (made.letter(), *hand),
                Event::Restarted(_, hand) => ('|', *hand),
            };
            let before = std::mem::replace(&mut now, hand);
            if before != hand {
                out.extend([before, hand].into_iter().filter_map(Hand::sign));
            }
            out.push(letter);
        };
        self.done.iter().for_each(|event| write(event, &mut out));
        out.push('^');
        self.undone.iter().rev().for_each(|event| write(event, &mut out));
        out
    }

    /// Does again what was written, from the start. False where that is not possible.
    pub fn read(&mut self, written: &str) -> bool {
        let mut hand = Hand::Player;
        let mut undone = None;
        for one in written.chars() {
            let is_done = match (one, Direction::from_letter(one)) {
                ('!' | '=', _) => {
                    let meant = if one == '!' { Hand::Solver } else { Hand::Best };
                    hand = if hand == meant { Hand::Player } else { meant };
                    continue;
                }
                ('^', _) => undone.replace(0).is_none(),
                ('|', _) => {
                    self.restart_by(hand);
                    true
                }
                (_, Some(direction)) => self.go_by(direction, hand),
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
            let made = self.line.iter().map(|made| made.direction);
            let same = made.zip(moves).take_while(|(made, wanted)| made == *wanted).count();
            if same == self.line.len() {
                break;
            }
            for _ in same..self.line.len() {
                self.undo();
            }
        }
        let rest = &moves[self.line.len()..];
        rest.iter().all(|direction| self.go(*direction))
    }

    fn make(&mut self, made: Move, hand: Hand) {
        self.board.step(&mut self.position, made.direction);
        self.line.push(made);
        self.hands.push(hand);
        self.pushes += usize::from(made.push);
    }

    /// Replaces this line of play by another from the start, and returns it.
    fn exchange(&mut self, line: Vec<(Move, Hand)>) -> Vec<(Move, Hand)> {
        self.position = self.start.clone();
        self.pushes = 0;
        let left = self.line.drain(..).zip(self.hands.drain(..)).collect();
        for (made, hand) in line {
            self.make(made, hand);
        }
        left
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
        assert!(one.go_by(Direction::Right, Hand::Best) && one.go(Direction::Left));
        assert!(one.follow(&[Direction::Right, Direction::Right]));
        assert_eq!((one.written().as_str(), one.hand()), ("=R=R^", Hand::Player));
        assert!(!one.follow(&[Direction::Right, Direction::Up]));
    }

    /// What was shown is left at once where the player has not gone on, and is no part of the player's game.
    #[test]
    fn a_shown_solution_is_left() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        assert!(one.go(Direction::Right) && one.go_by(Direction::Right, Hand::Solver));
        one.restart_by(Hand::Best);
        one.go_by(Direction::Right, Hand::Best);
        assert_eq!((one.written().as_str(), one.own().written().as_str()), ("R!R!=|R^", "R!R^"));
        assert!(one.leave_shown() && one.written() == "R!R^" && !one.leave_shown());
        one.restart_by(Hand::Best);
        assert!(one.go_by(Direction::Right, Hand::Best) && one.go(Direction::Left));
        assert_eq!(one.own().written(), one.written(), "the player has gone on");
    }

    #[test]
    fn moves_of_the_solver_stay_its_own() {
        let mut one = history(&["######", "#@$ .#", "######"]);
        assert!(one.go_by(Direction::Right, Hand::Solver) && one.go(Direction::Right));
        let has_help = |one: &History| one.hand() == Hand::Solver;
        assert!(has_help(&one));
        assert!(one.undo() && one.undo() && !has_help(&one));
        assert!(one.redo() && has_help(&one), "done again, it is still the solver's");
        assert!(one.restart() && !has_help(&one) && one.undo() && has_help(&one));
        assert!(one.restart() && one.go(Direction::Right) && !has_help(&one));
    }

    proptest! {
        /// Whatever is done: undoing everything gives the start, redoing everything the end.
        #[test]
        fn all_back_and_all_again(keys in prop::collection::vec(0..7u8, 0..80)) {
            let mut one = history(&["#######", "#  .  #", "# $@$ #", "#  .  #", "#######"]);
            for key in keys {
                let hand = [Hand::Player, Hand::Best, Hand::Solver][one.done.len() / 2 % 3];
                match key {
                    0..4 => drop(one.go_by(Direction::ALL[key as usize], hand)),
                    4 => drop(one.undo()),
                    5 => drop(one.redo()),
                    _ => one.restart_by(hand),
                }
            }
            let mut again = one.clone();
            while again.undo() {}
            again = History::new(Arc::clone(&again.board), again.position.clone());
            prop_assert!(again.read(&one.written()));
            prop_assert_eq!((&again.position, again.written()), (&one.position, one.written()));
            while one.redo() {}
            let (end, count) = (one.position.clone(), one.count());
            prop_assert_eq!(count.pushes, one.line.iter().filter(|made| made.push).count());
            while one.undo() {}
            prop_assert_eq!(&one.position, &one.start);
            prop_assert_eq!(one.count(), Count::default());
            while one.redo() {}
            prop_assert_eq!((&one.position, one.count()), (&end, count));
        }
    }
}
