//! Flags that several game commands take, and the search that they ask for.

use std::time::Duration;

use clap::Args;

use crate::flags::{names, number, units};
use banto_base::limits::Limits;
use banto_games::{self as games, Analysis, Estimate, Position, TranspositionTable};

/// The position to start from.
#[derive(Debug, Args)]
pub(crate) struct From {
    /// Moves to make first, such as "b2, b1, (put first a1)" in tic-tac-toe; numbers count the legal moves from 1
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

/// The default size of a player's transposition table.
pub(super) const TABLE: usize = 64 << 20;

/// How long and how deep the computer may think.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Look at most this many moves ahead
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::whole::<u32>(1..=1000))]
    pub depth: u32,

    /// Think at most this long about a move
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "2s")]
    pub time: Duration,

    /// How positions are estimated if the search ends before the game
    #[arg(long, value_name = "NAME", value_parser = names::choice(ESTIMATES), default_value = "auto")]
    pub estimate: Estimates,

    /// The memory of the transposition table [default: 64MiB, or what fits]
    #[arg(long, value_name = "SIZE", value_parser = units::memory)]
    pub table: Option<u64>,
}

/// How positions are estimated; `None` as the rules suggest.
type Estimates = Option<Estimate>;

/// Estimates as the command line names them.
const ESTIMATES: &[(&str, Estimates, &str)] = &[
    ("auto", None, "Lines if wins are conjunctions of facts, else distance"),
    ("nothing", Some(Estimate::Nothing), "Every position counts as a draw"),
    ("lines", Some(Estimate::Lines), "Winning conjunctions, by how many facts each lacks"),
    ("distance", Some(Estimate::Distance), "Moves to a win if nothing is ever deleted"),
];

impl Effort {
    /// The best move of a position, within these bounds and those of the whole command.
    pub(super) fn best_move(
        &self,
        position: &mut Position<'_>,
        table: &mut TranspositionTable,
        limits: &Limits,
    ) -> Analysis {
        position.estimate_by(self.estimate.unwrap_or_else(|| position.rules().estimate()));
        let left = limits.time().map(|time| time.saturating_sub(limits.elapsed()));
        let own = Limits::none().within_machine().with_cancel_flag(limits.cancel_flag());
        let own = own.with(Some(left.map_or(self.time, |left| left.min(self.time))), limits.memory());
        games::best_move(position, self.depth, table, &own)
    }
}
