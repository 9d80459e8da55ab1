//! `banto game`: the commands about two-player games.
//!
//! In: arguments. Out: an exit code. Each command has a file of its own.

mod best;
mod flags;
mod load;
mod perft;
mod play;
mod series;
mod setting;
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
    /// Let two settings play against each other
    #[command(
        override_usage = "banto game match --one <SETTING> --other <SETTING> [OPTIONS] [DOMAIN] <PROBLEM>"
    )]
    Match(series::Match),
    /// Count the games of each length
    #[command(override_usage = "banto game perft --depth <N> [OPTIONS] [DOMAIN] <PROBLEM>")]
    Perft(perft::Perft),
}

pub(crate) fn run(command: &Game, output: &Output) -> Result<Exit, Exit> {
    match command {
        Game::Play(command) => play::run(command, output),
        Game::Best(command) => best::run(command, output),
        Game::Solve(command) => solve::run(command, output),
        Game::Match(command) => series::run(command, output),
        Game::Perft(command) => perft::run(command, output),
    }
}
