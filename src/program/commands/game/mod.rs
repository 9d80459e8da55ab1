//! `banto game`: the commands about two-player games.
//!
//! In: arguments. Out: an exit code. Each command has a file of its own.

mod best;
mod flags;
mod load;
mod play;
mod solve;
mod typed;

use clap::Subcommand;

pub(in crate::program) use load::faults;

use crate::program::{Exit, Output};

/// The commands of the group.
#[derive(Debug, Subcommand)]
pub(crate) enum Game {
    /// Play against the computer, or watch it play
    #[command(override_usage = "banto game play [OPTIONS] [DOMAIN] <PROBLEM>")]
    Play(play::Play),
    /// Find the best move, its value, and the expected continuation
    #[command(override_usage = "banto game best [OPTIONS] [DOMAIN] <PROBLEM>")]
    Best(best::Best),
    /// Prove who wins with best play
    #[command(override_usage = "banto game solve [OPTIONS] [DOMAIN] <PROBLEM>")]
    Solve(solve::Solve),
}

pub(crate) fn run(command: &Game, output: &Output) -> Result<Exit, Exit> {
    match command {
        Game::Play(command) => play::run(command, output),
        Game::Best(command) => best::run(command, output),
        Game::Solve(command) => solve::run(command, output),
    }
}
