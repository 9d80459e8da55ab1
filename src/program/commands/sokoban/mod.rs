//! `banto sokoban`: the group of commands about levels, and what they share.
//!
//! In: arguments. Out: an exit code. Each command has a file of its own.

mod animate;
mod best;
pub(in crate::program) mod best_solutions;
mod check;
mod convert;
mod decode;
mod draw;
mod encode;
mod generate;
mod improve;
mod play;
mod show;
mod solve;
pub(in crate::program) mod unfinished;
mod validate;

use clap::Subcommand;

use crate::program::{Exit, Output};

/// The commands of the group.
#[derive(Debug, Subcommand)]
pub(crate) enum Sokoban {
    /// Check level files and the solutions in them, and report all errors
    Check(check::Check),
    /// Write the levels of a file in another format
    Convert(convert::Convert),
    /// Print the levels of a file as characters, each below a line with its name
    Show(show::Show),
    /// Find solutions, and validate each before it is shown
    #[command(override_usage = "banto sokoban solve [OPTIONS] <FILE>\n       banto sokoban solve --list")]
    Solve(solve::Solve),
    /// Draw levels: on the terminal, as SVG or PNG, as a GIF of a solution, or as a page to play on
    Draw(draw::Draw),
    /// Write a level as a planning problem
    Encode(encode::Encode),
    /// Turn a plan of an encoded level into moves
    Decode(decode::Decode),
    /// Make new levels, each with its solution
    Generate(generate::Generate),
    /// Play levels in the terminal, with hints and a solver to ask
    Play(play::Play),
    /// List, show, replay and export your own best solutions
    Best(best::Best),
    /// Replay a solution by the rules of the game, and say whether it solves the level
    #[command(visible_alias = "verify")]
    Validate(validate::Validate),
}

pub(crate) fn run(command: &Sokoban, output: &Output) -> Result<Exit, Exit> {
    match command {
        Sokoban::Check(command) => Ok(check::run(command, output)),
        Sokoban::Convert(command) => convert::run(command, output),
        Sokoban::Show(command) => show::run(command, output),
        Sokoban::Solve(command) => solve::run(command, output),
        Sokoban::Draw(command) => draw::run(command, output),
        Sokoban::Encode(command) => encode::run(command, output),
        Sokoban::Decode(command) => decode::run(command, output),
        Sokoban::Generate(command) => generate::run(command, output),
        Sokoban::Play(command) => play::run(command, output),
        Sokoban::Best(command) => best::run(command, output),
        Sokoban::Validate(command) => validate::run(command, output),
    }
}
