//! `banto game bench`: positions a second, and beside them those of a board written by hand.
//!
//! What is measured, and how it is shown, stands in `compare::games`.

use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Bench, bytes};
use crate::compare::games::{self, Effort};
use crate::game::{Estimate, Position};
use crate::limits::Stop;

pub(super) fn run(command: &Bench, output: &Output) -> Result<Exit, Exit> {
    let stopped = |stop: Stop| {
        Output::talk(&format!("stopped: {stop}"));
        limit::exit(stop)
    };
    let loaded = load(&command.files, output)?;
    let limits = limit::interruptible(&command.limits, Instant::now());
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    position.estimate_by(Estimate::Nothing);
    let effort = Effort { count: command.count, depth: command.depth, table_bytes: bytes(command.table) };
    let plain = games::measure(&mut position, effort, &limits).map_err(stopped)?;
    loaded.honest(&position, output)?;
    let direct = match &command.beside {
        None => None,
        Some(name) => match games::by_hand(name, effort, &limits) {
            Some(runs) => Some(runs.map_err(stopped)?),
            None => {
                Output::talk(&format!("error: there is no board {name}"));
                Output::talk("help: there are tic-tac-toe and connect-four:WIDTHxHEIGHT");
                return Err(Exit::Usage);
            }
        },
    };
    if command.json {
        let mut object = games::value(&plain, direct.as_ref());
        object["version"] = 1.into();
        object["status"] = "ok".into();
        object["depth"] = command.depth.into();
        Output::data(&format!("{object}\n"));
    } else {
        Output::data(&games::table(&plain, direct.as_ref()));
    }
    Ok(Exit::Done)
}
