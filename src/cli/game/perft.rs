//! `banto game perft`: how many games of each number of moves there are.
//!
//! In: a game, moves that were made, a depth. Out: counts, a row as soon as it is known; also those until a limit.

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
    let mut exit = Exit::Done;
    for depth in 1..=command.depth {
        let count = match perft(&mut position, depth, &limits) {
            Ok(count) => count,
            Err(stop) => {
                let moves = if depth == 1 { "move" } else { "moves" };
                exit = limit::stopped(&format!("stopped while counting games of {depth} {moves}"), stop);
                break;
            }
        };
        loaded.honest(&position, output)?;
        if !command.json {
            // Each row takes far longer than those above it.
            Output::data(&format!("{depth:>3}{count:>16}\n"));
        }
        counts.push(count);
    }
    if command.json {
        let mut object = serde_json::json!({ "version": 1, "status": exit.status(), "counts": counts });
        if exit != Exit::Done {
            object["exit"] = exit.code().into();
            object["message"] = Output::why().into();
        }
        Output::object(&object);
    }
    Ok(exit)
}
