//! Sokoban: level files, boards to play and to search, and a validator of solutions.
//!
//! In: the text of a level file, in any of the usual formats. Out: levels, a [`Board`] with a [`Position`], moves,
//! verdicts. Invariant: nothing here prints, and the validator ([`validate`]) shares nothing with the board.

#![cfg_attr(not(feature = "program"), allow(dead_code, reason = "animations are made by the program alone"))]

pub(crate) mod board;
pub mod direct;
pub mod draw;
pub mod encode;
#[doc(hidden)]
pub mod fit;
pub mod generate;
pub mod level;
pub mod lurd;
pub(crate) mod moves;
mod normal;
pub mod picture;
pub mod validate;

pub use board::{Board, CellId, Position};
pub use level::{Alphabet, Cell, Collection, Format, Level};
pub use moves::{Direction, Move};
#[doc(hidden)]
pub use normal::Met;
pub use normal::Normal;
