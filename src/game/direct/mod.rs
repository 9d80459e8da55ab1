//! Games whose rules are written in Rust, on boards of bits: what the same search does without PDDL.
//!
//! In: sizes. Out: implementations of [`Game`](super::Game). They share nothing with the rules of tasks.

mod connect_four;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use tic_tac_toe::TicTacToe;
