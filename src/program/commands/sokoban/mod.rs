//! `banto sokoban`: the group of commands about levels, and what they share.
//!
//! In: flags. Out: an exit code. Each command has a file of its own, a page beside it, and a row of the table.

mod animate;
mod best;
pub(crate) mod best_solutions;
mod check;
mod convert;
mod decode;
mod draw;
mod encode;
mod generate;
mod improve;
mod level_report;
mod play;
mod results;
mod show;
mod solve;
pub(crate) mod unfinished;
mod validate;

use crate::command::{Row, row};

/// The commands of the group, in the order of help.
pub(crate) const ROWS: &[Row] = &[
    row!("check", "check.txt", check::Check, check::run),
    row!("convert", "convert.txt", convert::Convert, convert::run),
    row!("show", "show.txt", show::Show, show::run),
    row!("solve", "solve.txt", solve::Solve, solve::run),
    row!("draw", "draw.txt", draw::Draw, draw::run),
    row!("encode", "encode.txt", encode::Encode, encode::run),
    row!("decode", "decode.txt", decode::Decode, decode::run),
    row!("generate", "generate.txt", generate::Generate, generate::run),
    row!("play", "play.txt", play::Play, play::run),
    row!("best", "best.txt", best::Best, best::run),
    row!("validate", "validate.txt", validate::Validate, validate::run),
];
