//! The settings of one player, as `banto game match` reads them: `depth=4,time=100ms,estimate=lines`.
//!
//! In: text, or flags. Out: a [`Setting`].

use std::time::Duration;

use super::flags::{self, ESTIMATES, Effort, Estimates};
use super::load;
use crate::base::limits::Limits;
use crate::games::{self, Analysis, Position, TranspositionTable};
use crate::program::flags::{names, units};
use crate::program::{Exit, Run};

/// The settings of one player.
#[derive(Clone, Copy, Debug)]
pub(in crate::program) struct Setting {
    pub(super) depth: u32,
    pub(super) time: Option<Duration>,
    pub(super) estimate: Estimates,
    /// The requested size of the transposition table, or the default.
    table: Option<u64>,
    default_table: usize,
}

/// The default size of the transposition table of a player in a match.
const TABLE: usize = 16 << 20;

pub(super) fn read(text: &str) -> Result<Setting, String> {
    let mut setting = Setting { depth: 200, time: None, estimate: None, table: None, default_table: TABLE };
    let mut given = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) =
            part.split_once('=').ok_or_else(|| format!("{part} has no value; write depth=4"))?;
        if given.contains(&name) {
            return Err(format!("{name} is given twice"));
        }
        given.push(name);
        match name {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=1000).contains(depth));
                setting.depth = depth.ok_or("a depth is a number from 1 to 1000")?;
            }
            "time" => setting.time = Some(units::time(value)?),
            "estimate" => {
                let row = ESTIMATES.iter().find(|row| row.0.eq_ignore_ascii_case(value));
                let unknown = || names::unknown("estimate", value, ESTIMATES.iter().map(|row| row.0));
                setting.estimate = row.ok_or_else(unknown)?.1;
            }
            "table" => setting.table = Some(units::memory(value)?),
            _ => {
                let names = ["depth", "time", "estimate", "table"];
                return Err(names::unknown("part", name, names.into_iter()));
            }
        }
    }
    if setting.time.is_none() && setting.depth == 200 {
        return Err("a setting needs a depth or a time, such as depth=4".to_owned());
    }
    Ok(setting)
}

impl Setting {
    pub(super) fn of(effort: &Effort) -> Self {
        Self {
            depth: effort.depth,
            time: Some(effort.time),
            estimate: effort.estimate,
            table: effort.table,
            default_table: flags::TABLE,
        }
    }

    /// The best move of a position, within the bounds of the player and of the whole command.
    pub(super) fn best_move(
        &self,
        position: &mut Position<'_>,
        table: &mut TranspositionTable,
        limits: &Limits,
    ) -> Analysis {
        position.estimate_by(self.estimate.unwrap_or_else(|| position.rules().estimate()));
        let left = limits.time().map(|time| time.saturating_sub(limits.elapsed()));
        let own = Limits::none().within_machine().with_cancel_flag(limits.cancel_flag());
        let own = own.with(self.time.into_iter().chain(left).min(), limits.memory());
        games::best_move(position, self.depth, table, &own)
    }

    pub(super) fn new_table(
        &self,
        position: &Position<'_>,
        run: &Run<'_>,
    ) -> Result<TranspositionTable, Exit> {
        load::new_table(position, self.table, self.default_table, run)
    }
}
