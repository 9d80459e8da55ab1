//! How one player thinks, as `banto game match` reads it: `depth=4,time=100ms,estimate=lines`.
//!
//! In: text, or flags. Out: a [`Setting`] that thinks. Knows no other player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::ValueEnum;

use super::super::{names, units};
use super::flags::{Effort, EstimateName, bytes};
use crate::game::{Estimate, Game, Position, Table, Thought, think};
use crate::limits::Limits;

/// How one player thinks.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Setting {
    pub(super) depth: u32,
    pub(super) time: Option<Duration>,
    pub(super) estimate: EstimateName,
    pub(super) table: usize,
}

/// Memory of the table where nothing else is said.
const TABLE: usize = 16 << 20;

/// Reads a setting.
pub(super) fn read(text: &str) -> Result<Setting, String> {
    let mut setting = Setting { depth: 200, time: None, estimate: EstimateName::Auto, table: TABLE };
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) =
            part.split_once('=').ok_or_else(|| format!("{part} has no value; write depth=4"))?;
        match name {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=1000).contains(depth));
                setting.depth = depth.ok_or("a depth is a number from 1 to 1000")?;
            }
            "time" => setting.time = Some(units::time(value)?),
            "estimate" => {
                let names = ["auto", "nothing", "lines", "distance"];
                setting.estimate = EstimateName::from_str(value, true)
                    .map_err(|_| names::unknown("estimate", value, names.into_iter()))?;
            }
            "table" => setting.table = bytes(units::memory(value)?),
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
            table: bytes(effort.table),
        }
    }

    /// Thinks about a position.
    pub(super) fn think(
        &self,
        position: &mut Position<'_, '_>,
        table: &mut Table,
        cancel: &Arc<AtomicBool>,
    ) -> Thought {
        position.estimate_by(match self.estimate {
            EstimateName::Auto => position.rules().estimate(),
            EstimateName::Nothing => Estimate::Nothing,
            EstimateName::Lines => Estimate::Lines,
            EstimateName::Distance => Estimate::Distance,
        });
        let mut limits = Limits::none().with_cancel_flag(Arc::clone(cancel));
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        think(position, self.depth, table, &limits)
    }

    /// A table for a game.
    pub(super) fn new_table(&self, position: &Position<'_, '_>) -> Table {
        Table::new(position.key_words(), self.table)
    }
}
