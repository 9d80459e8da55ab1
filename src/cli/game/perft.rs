//! `banto game perft`: how many games of each number of moves there are.
//!
//! In: a game, moves that were made, a depth. Out: counts, a row as soon as it is known.

use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Perft, typed};
use crate::game::{Position, perft};

pub(super) fn run(command: &Perft, output: &Output) -> Result<Exit, Exit> {
    let start = Instant::now();
    let loaded = load(&command.files, "game perft", output)?;
    let limits = limit::interruptible(&command.limits, start);
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    typed::play_all(&command.from, &mut position)?;
    let mut counts = Vec::new();
    for depth in 1..=command.depth {
        let count = perft(&mut position, depth, &limits).map_err(|stop| limit::stopped("stopped", stop))?;
        loaded.honest(&position, output)?;
        if !command.json {
            // Each row takes far longer than those above it.
            Output::data(&format!("{depth:>3}{count:>16}\n"));
        }
        counts.push(count);
    }
    if command.json {
        Output::object(&serde_json::json!({ "version": 1, "status": "ok", "counts": counts }));
    }
    Ok(Exit::Done)
}
