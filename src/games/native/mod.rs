//! Native boards: games whose rules are written in Rust, to compare with the same games in PDDL. They share nothing
//! with the rules of tasks.

mod connect_four;
mod tic_tac_toe;

pub use connect_four::ConnectFour;
pub use tic_tac_toe::TicTacToe;
