//! `banto game`: the group of commands about games of two players, and what they share.
//!
//! In: arguments. Out: an exit code. Each command has a file of its own.

mod bench;
mod best;
mod load;
mod perft;
mod play;
mod series;
mod setting;
mod solve;
mod typed;

use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

pub(super) use load::{faults, is_read_after_all};

use super::arguments::{LimitArguments, TaskFiles};
use super::exit::Exit;
use super::output::Output;
use super::{names, number, units};

/// The commands of the group.
#[derive(Debug, Subcommand)]
pub(super) enum Games {
    /// Play against the computer, or watch it play
    #[command(override_usage = "banto game play [OPTIONS] [DOMAIN] <PROBLEM>")]
    Play(Play),
    /// Say which move is best, what it is worth, and how the game goes on
    #[command(override_usage = "banto game best [OPTIONS] [DOMAIN] <PROBLEM>")]
    Best(Best),
    /// Prove who wins with best play
    #[command(override_usage = "banto game solve [OPTIONS] [DOMAIN] <PROBLEM>")]
    Solve(Solve),
    /// Let two settings play against each other
    #[command(
        override_usage = "banto game match --one <SETTING> --other <SETTING> [OPTIONS] [DOMAIN] <PROBLEM>"
    )]
    Match(Match),
    /// Count the games of each number of moves
    #[command(override_usage = "banto game perft --depth <N> [OPTIONS] [DOMAIN] <PROBLEM>")]
    Perft(Perft),
    /// Measure the search, beside a board written by hand where there is one
    #[command(override_usage = "banto game bench [OPTIONS] [DOMAIN] <PROBLEM>")]
    Bench(Bench),
}

impl Games {
    /// Whether the result is to be JSON.
    pub(super) const fn is_json(&self) -> bool {
        match self {
            Self::Play(_) => false,
            Self::Best(command) => command.json,
            Self::Solve(command) => command.json,
            Self::Match(command) => command.json,
            Self::Perft(command) => command.json,
            Self::Bench(command) => command.json,
        }
    }
}

/// Where to begin.
#[derive(Debug, Args)]
pub(super) struct From {
    /// Moves to play first, such as "b2, b1, (put first a1)" in tic-tac-toe; numbers count the legal moves from 1
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// How much the computer may think.
#[derive(Debug, Args)]
pub(super) struct Effort {
    /// Look at most this many moves ahead
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::whole::<u32>(1..=1000))]
    pub depth: u32,

    /// Think at most this long about a move
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "2s")]
    pub time: Duration,

    /// How positions are estimated where the search ends before the game
    #[arg(long, value_enum, value_name = "NAME", default_value_t = EstimateName::Auto)]
    pub estimate: EstimateName,

    /// The memory of the table of positions
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "64MiB")]
    pub table: u64,
}

/// Estimates as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EstimateName {
    /// Lines where wins are conjunctions of facts, else distance
    Auto,
    /// Every position counts as a draw
    Nothing,
    /// Winning conjunctions by how much of them is missing
    Lines,
    /// Moves to a win when nothing is taken away
    Distance,
}

/// Who is played by a human.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Human {
    /// The player that is declared first
    First,
    /// The other one
    Second,
    /// Both
    Both,
    /// Nobody
    None,
}

#[derive(Debug, Args)]
pub(super) struct Play {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Who is played by a human
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Human::First)]
    pub human: Human,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub effort: Effort,
}

#[derive(Debug, Args)]
pub(super) struct Best {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    #[command(flatten)]
    pub effort: Effort,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    /// The memory of the table of positions
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "256MiB")]
    pub table: u64,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Debug, Args)]
pub(super) struct Match {
    #[command(flatten)]
    pub files: TaskFiles,

    /// The first setting, such as depth=4,estimate=lines or time=100ms
    #[arg(long, value_name = "SETTING", value_parser = setting::read)]
    pub one: setting::Setting,

    /// The other setting
    #[arg(long, value_name = "SETTING", value_parser = setting::read)]
    pub other: setting::Setting,

    /// How many games; each beginning is played twice, with sides exchanged
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::whole::<u32>(1..))]
    pub games: u32,

    /// How many moves are drawn at random at the beginning of each game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::whole::<u32>(..))]
    pub opening: u32,

    /// The seed of whatever is drawn at random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..))]
    pub seed: u64,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Debug, Args)]
pub(super) struct Perft {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    /// The greatest number of moves, from 1
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(1..))]
    pub depth: u32,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

#[derive(Debug, Args)]
pub(super) struct Bench {
    #[command(flatten)]
    pub files: TaskFiles,

    /// The depth of the search
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::whole::<u32>(1..=1000))]
    pub depth: u32,

    /// The number of moves of the games that are counted
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::whole::<u32>(1..))]
    pub count: u32,

    /// A board written by hand to run beside it; connect-four takes any size, as in connect-four:4x4
    #[arg(long, value_name = "BOARD", value_parser = names::BOARD)]
    pub beside: Option<String>,

    /// The memory of the table of positions
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "64MiB")]
    pub table: u64,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Games, output: &Output) -> Exit {
    let result = match command {
        Games::Play(command) => play::run(command, output),
        Games::Best(command) => best::run(command, output),
        Games::Solve(command) => solve::run(command, output),
        Games::Match(command) => series::run(command, output),
        Games::Perft(command) => perft::run(command, output),
        Games::Bench(command) => bench::run(command, output),
    };
    result.unwrap_or_else(|exit| exit)
}

/// A size of memory as a number of bytes that can be asked for.
fn bytes(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX / 4)
}
