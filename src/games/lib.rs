//! Games of two players with perfect information: PDDL domains with `turn`, `wins` and `draw`.
//!
//! In: two texts. Out: best moves, proven values, pictures of positions.
//! [`read()`] turns two texts into rules in one call. Invariant: the searches see a game only through the trait
//! [`Game`]; whatever makes them fast is found in the task.

#[doc(hidden)]
pub mod alpha_beta;
mod convention;
mod dead_wins;
mod deepening;
mod drawing;
mod error;
mod inspect;
mod interference;
mod keys;
mod move_rules;
mod play;
mod position;
mod read;
mod relaxed;
mod rules;
mod score;
mod search_aids;
mod side_to_move;
mod solve;
mod transitions;
mod transposition;
mod win_rules;

pub use deepening::{Analysis, best_move};
pub use drawing::{Board, board};
pub use error::GameError;
pub use inspect::inspect;
#[doc(hidden)]
pub use inspect::two_winners;
pub use play::{ESTIMATE_LIMIT, Ending, Game, Move, Side};
pub use position::Position;
pub use read::{GameTask, read};
pub use rules::{Estimate, Rules};
pub use score::{Scoring, WIN};
pub use solve::{Solved, Unfinished, solve};
pub use transposition::TranspositionTable;
