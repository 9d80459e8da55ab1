//! `banto game perft`: the number of games of each length.
//!
//! In: a game, moves to play first, a depth. Out: counts, each row as soon as it is known, up to a limit.

use clap::Args;

use super::flags::From;
use super::load::load;
use crate::games::perft::perft;
use crate::program::compare::figures::counted;
use crate::program::flags::number;
use crate::program::{Exit, Output, ResultArguments, TaskFiles, limit};

#[derive(Debug, Args)]
pub(in crate::program) struct Perft {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    /// The greatest number of moves, from 1
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(1..))]
    pub depth: u32,

    #[command(flatten)]
    pub result: ResultArguments,
}

pub(super) fn run(command: &Perft, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.result.limits, output);
    let loaded = load(&command.files, "game perft", &run)?;
    let mut position = loaded.position(&command.from, output)?;
    let mut counts = Vec::new();
    let mut exit = Exit::Done;
    for depth in 1..=command.depth {
        let what = format!("stopped while counting games of {}", counted(depth, "move", "moves"));
        // Where all games have ended, none is longer.
        let all_have_ended = counts.last() == Some(&0);
        let count = if all_have_ended {
            run.limits.check().map(|()| 0)
        } else {
            perft(&mut position, depth, &run.limits)
        };
        let count = match count.map_err(run.stopped(&what)) {
            Ok(count) => count,
            Err(stopped) => {
                exit = stopped;
                break;
            }
        };
        loaded.check_winners(&position, output)?;
        if !command.result.json {
            // Each row takes far longer than those above it.
            output.data(&format!("{depth:>3}{count:>16}\n"));
        }
        counts.push(count);
    }
    if command.result.json {
        output.object_so_far(serde_json::json!({ "counts": counts }), exit);
    }
    Ok(exit)
}
