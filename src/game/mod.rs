//! Games of two players who see everything: PDDL domains with `turn`, `wins` and `draw`, and boards written in Rust beside them.
//!
//! In: a ground task with its [`Convention`], or a board. Out: best moves, proven values, counts of games, pictures of positions.
//! Invariant: the searches know no game, only the trait [`Game`]; what makes them fast is found in the task. `source` and
//! `pddl` are imported for diagnostics that point at the text.

mod alpha_beta;
mod board;
mod change;
mod convention;
pub mod direct;
mod fates;
mod inspect;
mod keys;
mod masks;
mod minimax;
mod moving;
mod play;
mod position;
mod relaxed;
mod rules;
mod score;
mod solve;
pub mod speed;
mod symmetry;
mod table;
mod think;
mod turns;

pub use alpha_beta::{AlphaBeta, Found};
pub use board::{Board, board};
pub use convention::{Convention, convention, read_by_games};
pub use inspect::{inspect, two_winners};
pub use minimax::{minimax, perft};
pub use play::{ESTIMATE_LIMIT, Ending, Game, Move, Side};
pub use position::{Estimate, Position};
pub use rules::Rules;
pub use score::{Scoring, WIN};
pub use solve::{Solved, Unfinished, solve};
pub use table::Table;
pub use think::{Thought, think};
