//! Native boards: games whose rules are written in Rust, as oracles of the same games in PDDL and to measure beside
//! them. They share nothing with the rules of tasks.

mod connect_four;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use tic_tac_toe::TicTacToe;
