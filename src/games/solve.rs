//! The value of a position, proven.
//!
//! In: a game, a transposition table, limits. Out: [`Solved`]: who wins with best play, or that nobody does. Games of
//! bounded length are searched to their ends in null windows; others by iterative deepening, until the answer depends
//! on no estimate.

use super::alpha_beta::AlphaBeta;
use crate::{Ending, Game, Scoring, TranspositionTable};
use banto_base::limits::{Limits, Stop};

/// The greatest depth of a search.
const DEEPEST: u32 = 1000;

/// A proven value and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The winner with best play, or a draw; `None` if games may go on forever and no depth gave a proof.
    pub value: Option<Ending>,
    /// The positions that were searched.
    pub nodes: u64,
}

/// A proof that a limit cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Which limit.
    pub stop: Stop,
    /// The positions that were searched.
    pub nodes: u64,
}

/// Proves the value of the position that a game is in. The table must not come from a search with another scoring.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::games::{Ending, Game, Position, TranspositionTable, read, solve};
/// use banto::limits::Limits;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/tic-tac-toe.pddl"), text("problems/games/tic-tac-toe.pddl"));
/// let limits = Limits::none();
/// let game = read(&domain, &problem, &limits).unwrap();
/// let mut position = Position::new(&game.rules);
/// let mut table = TranspositionTable::new(position.key_words(), 1 << 20, &limits).unwrap();
/// assert_eq!(solve(&mut position, &mut table, &limits).unwrap().value, Some(Ending::Drawn));
/// ```
pub fn solve(
    game: &mut impl Game,
    table: &mut TranspositionTable,
    limits: &Limits,
) -> Result<Solved, Unfinished> {
    let mover = game.mover();
    let longest = game.longest().filter(|longest| *longest < DEEPEST);
    let mut search = AlphaBeta::new(game, table, Scoring::Value, limits);
    let mut depth = longest.map_or(1, |longest| longest + 1);
    loop {
        let wins = search.search(depth, 0, 1).map_err(|stop| Unfinished { stop, nodes: search.nodes })?;
        if wins.value > 0 {
            return Ok(Solved { value: Some(Ending::Won(mover)), nodes: search.nodes });
        }
        let loses = search.search(depth, -1, 0).map_err(|stop| Unfinished { stop, nodes: search.nodes })?;
        if loses.value < 0 {
            return Ok(Solved { value: Some(Ending::Won(mover.other())), nodes: search.nodes });
        }
        if wins.complete && loses.complete {
            return Ok(Solved { value: Some(Ending::Drawn), nodes: search.nodes });
        }
        if depth >= DEEPEST {
            return Ok(Solved { value: None, nodes: search.nodes });
        }
        depth += 1;
    }
}
