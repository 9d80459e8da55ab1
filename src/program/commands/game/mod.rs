//! `banto game`: the commands about two-player games.
//!
//! In: flags. Out: an exit code. Each command has a file of its own, a page beside it, and a row of the table.

mod best;
mod flags;
mod load;
mod play;
mod solve;
mod typed;

pub(crate) use load::faults;

use crate::command::{Row, row};

/// The commands of the group, in the order of help.
pub(crate) const ROWS: &[Row] = &[
    row!("play", "play.txt", play::Play, play::run),
    row!("best", "best.txt", best::Best, best::run),
    row!("solve", "solve.txt", solve::Solve, solve::run),
];
