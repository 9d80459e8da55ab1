//! The best move within limits, by iterative deepening (Slate and Atkin 1977): the last finished search counts.
//!
//! In: a game, a depth, a transposition table, limits. Out: an [`Analysis`]: the move, its value, the principal
//! variation, and whether the value is proven.

use super::alpha_beta::AlphaBeta;
use crate::{Game, Move, Scoring, TranspositionTable, WIN};
use banto_base::limits::{Limits, Stop};

/// The best move and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value for the side to move, by distance.
    pub value: i32,
    /// Whether the value depends on no estimate.
    pub proven: bool,
    /// The depth of the last finished search.
    pub depth: u32,
    /// The principal variation: the first moves of best play on both sides.
    pub line: Vec<Move>,
    /// The positions that were searched.
    pub nodes: u64,
    /// The reason for ending before the depth was reached, if any.
    pub stopped: Option<Stop>,
}

/// Searches to depth 1, 2, 3, ... up to `depth`. The table may be that of earlier searches of the same game.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::games::{Game, Position, TranspositionTable, best_move, read};
/// use banto::limits::Limits;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/nim.pddl"), text("problems/games/nim-3-4-5.pddl"));
/// let limits = Limits::none();
/// let game = read(&domain, &problem, &limits).unwrap();
/// let mut position = Position::new(&game.rules);
/// let mut table = TranspositionTable::new(position.key_words(), 1 << 20, &limits).unwrap();
/// let analysis = best_move(&mut position, 20, &mut table, &limits);
/// assert!(analysis.proven && analysis.best.is_some());
/// ```
pub fn best_move(
    game: &mut impl Game,
    depth: u32,
    table: &mut TranspositionTable,
    limits: &Limits,
) -> Analysis {
    let mut analysis =
        Analysis { best: None, value: 0, proven: false, depth: 0, line: Vec::new(), nodes: 0, stopped: None };
    let mut moves = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut moves);
    }
    // If there is no time for even one search, any move is better than none.
    analysis.best = moves.first().copied();
    let mut search = AlphaBeta::new(game, table, Scoring::Distance, limits);
    for depth in 1..=depth.max(1) {
        match search.search(depth, -WIN, WIN) {
            Ok(found) => {
                analysis.value = found.value;
                analysis.depth = depth;
                analysis.best = search.best_at_root.or(analysis.best);
                analysis.proven = found.complete || Scoring::Distance.is_decided(found.value);
            }
            Err(stop) => {
                analysis.stopped = Some(stop);
                break;
            }
        }
        if analysis.proven {
            break;
        }
    }
    analysis.nodes = search.nodes;
    analysis.line = line(game, table, &analysis);
    analysis
}

/// The principal variation, up to where it was dropped from the table.
fn line(game: &mut impl Game, table: &TranspositionTable, analysis: &Analysis) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = analysis.best;
    let mut key = vec![0; game.key_words()];
    while let Some(one) = next {
        game.play(one);
        line.push(one);
        next = None;
        if game.ending().is_none() && line.len() < analysis.depth as usize {
            let symmetry = game.key(&mut key);
            let known = table.find(&key).and_then(|known| known.best);
            next = game.winning_move().or(known.map(|one| game.revert_symmetry(symmetry, one)));
        }
    }
    line.iter().for_each(|_| game.undo());
    line
}
