//! Native boards: games whose rules are written in Rust, as oracles of the same games in PDDL and to measure beside
//! them. They share nothing with the rules of tasks. `perft` counts the games of
//! either.

mod connect_four;
mod perft;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use perft::perft;
pub use tic_tac_toe::TicTacToe;
