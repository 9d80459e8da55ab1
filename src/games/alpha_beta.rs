//! Alpha-beta (Knuth and Moore 1975) with null windows after the first move (principal variation search, Marsland and
//! Campbell 1982) and a transposition table. Move ordering: the move from the table, what the game says, killers (Akl
//! and Newborn 1977), history (Schaeffer 1989).
//!
//! In: a game, a depth, a window, limits. Out: the value that minimax returns, or a bound on it.

use super::transposition::{Bound, Known};
use crate::{Ending, Game, Move, Scoring, TranspositionTable};
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::to_u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value for the side to move; outside the window, a bound on it.
    pub value: i32,
    /// Whether the value depends on no estimate: it then also holds at every greater depth.
    pub complete: bool,
}

const fn sure(value: i32) -> Found {
    Found { value, complete: true }
}

const FROM_TABLE: i32 = i32::MAX;
const KILLER: i32 = 1 << 12;
/// History counts up to this.
const HISTORY: i32 = 1 << 11;
/// The weight of a point of the game's own move ordering relative to history.
const ORDER: i32 = 1 << 5;

/// A search of one game, with its memory.
pub struct AlphaBeta<'a, G> {
    /// The game; between searches it is in the root position.
    pub game: &'a mut G,
    table: &'a mut TranspositionTable,
    scoring: Scoring,
    limits: Limits,
    /// The positions that were searched.
    pub nodes: u64,
    killers: Vec<[Move; 2]>,
    history: Vec<i32>,
    /// The moves of all positions on the path, one list after the other, and the priorities of those moves.
    list: Vec<Move>,
    priorities: Vec<i32>,
    keys: Vec<u64>,
    /// The best move of the last search that was not cut short.
    pub best_at_root: Option<Move>,
}

impl<'a, G: Game> AlphaBeta<'a, G> {
    /// A search. The table may come from an earlier search of the same game with the same scoring.
    pub fn new(
        game: &'a mut G,
        table: &'a mut TranspositionTable,
        scoring: Scoring,
        limits: &Limits,
    ) -> Self {
        let history = vec![0; game.move_count()];
        Self {
            game,
            table,
            scoring,
            limits: limits.clone(),
            nodes: 0,
            killers: Vec::new(),
            history,
            list: Vec::new(),
            priorities: Vec::new(),
            keys: Vec::new(),
            best_at_root: None,
        }
    }

    /// Searches to a depth for a value between `alpha` and `beta`.
    ///
    /// # Errors
    /// If a limit is reached; the game is then back in its original position.
    pub fn search(&mut self, depth: u32, alpha: i32, beta: i32) -> Result<Found, Stop> {
        self.list.clear();
        self.priorities.clear();
        self.best_at_root = None;
        self.visit(depth, 0, alpha, beta)
    }

    fn visit(&mut self, depth: u32, ply: usize, mut alpha: i32, beta: i32) -> Result<Found, Stop> {
        self.nodes += 1;
        self.limits.check()?;
        if let Some(found) = self.settled(depth, ply, alpha, beta) {
            return Ok(found);
        }
        let distance = to_u32(ply);
        let words = self.game.key_words();
        if self.keys.len() < (ply + 1) * words {
            self.keys.resize((ply + 1) * words, 0);
            self.killers.resize(ply + 1, [Move::MAX; 2]);
        }
        let place = ply * words..(ply + 1) * words;
        let symmetry = self.game.key(&mut self.keys[place.clone()]);
        let mut from_table = None;
        if let Some(known) = self.table.find(&self.keys[place.clone()]) {
            from_table = known.best.map(|one| self.game.revert_symmetry(symmetry, one));
            if ply > 0
                && let Some(found) = self.usable(known, depth, ply, alpha, beta)
            {
                return Ok(found);
            }
        }
        let before = self.nodes;
        let start = self.list.len();
        self.game.moves(&mut self.list);
        if self.list.len() == start {
            return Ok(sure(0));
        }
        let first = self.list[start];
        let mut best = Found { value: i32::MIN, complete: true };
        let mut best_move = None;
        if depth >= 2 && self.game.drop_losing(&mut self.list, start) {
            // The dropped moves lose in two moves.
            best.value = -self.scoring.win(distance + 2);
            best_move = Some(first);
        }
        self.prioritize(start, ply, from_table);
        let start_alpha = alpha;
        alpha = alpha.max(best.value);
        let end = self.list.len();
        for at in start..end {
            if alpha >= beta {
                break;
            }
            let one = self.take_best(at, end);
            let found = self.child(one, depth, ply, alpha, beta, at == start);
            let found = match found {
                Ok(found) => found,
                Err(stop) => {
                    self.list.truncate(start);
                    self.priorities.truncate(start);
                    return Err(stop);
                }
            };
            best.complete &= found.complete;
            if found.value > best.value {
                best.value = found.value;
                best_move = Some(one);
                alpha = alpha.max(found.value);
            }
            if found.value >= beta {
                best.complete = found.complete;
                self.reward(start, at, ply, depth);
                break;
            }
        }
        self.list.truncate(start);
        self.priorities.truncate(start);
        if ply == 0 {
            self.best_at_root = best_move;
        }
        let bound = if best.value >= beta {
            Bound::Lower
        } else if best.value <= start_alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let known = Known {
            value: self.scoring.shift(best.value, i32::try_from(ply).unwrap_or(0)),
            bound,
            depth,
            complete: best.complete,
            best: best_move.map(|one| self.game.apply_symmetry(symmetry, one)),
            work: (self.nodes - before).checked_ilog2().unwrap_or(0),
        };
        self.table.store(&self.keys[place], known);
        Ok(best)
    }

    /// The value of a position that needs no search.
    fn settled(&mut self, depth: u32, ply: usize, alpha: i32, beta: i32) -> Option<Found> {
        let mover = self.game.mover();
        let distance = to_u32(ply);
        match self.game.ending() {
            Some(Ending::Won(side)) if side == mover => return Some(sure(self.scoring.win(distance))),
            Some(Ending::Won(_)) => return Some(sure(-self.scoring.win(distance))),
            Some(Ending::Drawn) => return Some(sure(0)),
            None => {}
        }
        if depth == 0 {
            return Some(Found { value: self.scoring.estimate(self.game), complete: false });
        }
        if let Some(one) = self.game.winning_move() {
            if ply == 0 {
                self.best_at_root = Some(one);
            }
            return Some(sure(self.scoring.win(distance + 1)));
        }
        if ply == 0 { None } else { self.hopeless(alpha, beta) }
    }

    /// A draw if nobody can win any more, or a bound that ends the search if one side cannot.
    fn hopeless(&self, alpha: i32, beta: i32) -> Option<Found> {
        let mover = self.game.mover();
        let (mine, theirs) = (self.game.can_win(mover), self.game.can_win(mover.other()));
        ((!mine && (!theirs || alpha >= 0)) || (!theirs && beta <= 0)).then(|| sure(0))
    }

    /// The table's entry, if it answers this search.
    fn usable(&self, known: Known, depth: u32, ply: usize, alpha: i32, beta: i32) -> Option<Found> {
        // A value that depends on estimates counts only at its own depth, as in minimax.
        if known.depth != depth && !(known.complete && known.depth < depth) {
            return None;
        }
        let value = self.scoring.shift(known.value, -i32::try_from(ply).unwrap_or(0));
        let cut = match known.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        cut.then_some(Found { value, complete: known.complete })
    }

    fn child(
        &mut self,
        one: Move,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> Result<Found, Stop> {
        let mover = self.game.mover();
        self.game.play(one);
        let same = self.game.mover() == mover;
        let look = |search: &mut Self, alpha: i32, beta: i32| {
            if same {
                return search.visit(depth - 1, ply + 1, alpha, beta);
            }
            let found = search.visit(depth - 1, ply + 1, -beta, -alpha)?;
            Ok(Found { value: -found.value, complete: found.complete })
        };
        // All moves but the first have to prove in a null window that they are better.
        let result = if is_first || beta - alpha <= 1 {
            look(self, alpha, beta)
        } else {
            match look(self, alpha, alpha + 1) {
                Ok(found) if found.value > alpha && found.value < beta => look(self, found.value - 1, beta),
                other => other,
            }
        };
        self.game.undo();
        result
    }

    fn prioritize(&mut self, start: usize, ply: usize, from_table: Option<Move>) {
        let killers = self.killers[ply];
        for one in &self.list[start..] {
            let priority = if Some(*one) == from_table {
                FROM_TABLE
            } else {
                let killer = if killers.contains(one) { KILLER } else { 0 };
                self.game.order(*one) * ORDER + killer + self.history[*one as usize]
            };
            self.priorities.push(priority);
        }
    }

    /// Brings the best of the remaining moves to the front; ties go to the earliest.
    fn take_best(&mut self, at: usize, end: usize) -> Move {
        let mut best = at;
        for other in at + 1..end {
            if self.priorities[other] > self.priorities[best] {
                best = other;
            }
        }
        // The order of the others stays as it was.
        self.list[at..=best].rotate_right(1);
        self.priorities[at..=best].rotate_right(1);
        self.list[at]
    }

    /// Rewards a move that caused a cut-off, and punishes those tried before it.
    fn reward(&mut self, start: usize, at: usize, ply: usize, depth: u32) {
        let one = self.list[at];
        let killers = &mut self.killers[ply];
        if killers[0] != one {
            *killers = [one, killers[0]];
        }
        let bonus = i32::try_from(depth.min(16)).unwrap_or(16);
        let history = &mut self.history;
        let mut change = |one: Move, by: i32| {
            let value = &mut history[one as usize];
            *value += by * 8 - *value * by.abs() / 64;
            *value = (*value).clamp(-HISTORY, HISTORY);
        };
        self.list[start..at].iter().for_each(|other| change(*other, -bonus));
        change(one, bonus);
    }
}
