//! `banto game solve`: who wins with best play, proven.
//!
//! In: a game, moves to play first, limits. Out: the value if it was proven, and the cost of the search.

use std::time::Instant;

use clap::Args;

use super::flags::From;
use super::load::{load, new_table};
use super::typed;
use crate::flags::units;
use crate::{Exit, Output, ResultArguments, TaskFiles, limit};
use banto_games::{Unfinished, solve};

/// The default size of the transposition table.
const TABLE: usize = 256 << 20;

/// Prove who wins with best play
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub from: From,

    /// The memory of the transposition table [default: 256MiB, or what fits]
    #[arg(long, value_name = "SIZE", value_parser = units::memory)]
    pub table: Option<u64>,

    #[command(flatten)]
    pub result: ResultArguments,
}

pub(super) fn run(command: &Solve, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.result.limits, output);
    let loaded = load(&command.files, "game solve", &run)?;
    let rules = &loaded.game.rules;
    let mut position = loaded.position(&command.from, output)?;
    let mut table = new_table(&position, command.table, TABLE, &run)?;
    let began = Instant::now();
    let solved = solve(&mut position, &mut table, &run.limits);
    let seconds = began.elapsed().as_secs_f64();
    let solved = match solved {
        Ok(solved) => solved,
        Err(Unfinished { stop, nodes }) => {
            let exit = run.stopped(&format!("stopped after {nodes} nodes and {seconds:.3}s"))(stop);
            if command.result.json {
                let object = serde_json::json!({ "value": null, "nodes": nodes, "seconds": seconds });
                output.object_so_far(object, exit);
            }
            return Err(exit);
        }
    };
    loaded.check_winners(&position, output)?;
    let value = solved.value.map(|ending| typed::show_ending(rules, ending));
    let unknown = "not known: no search so far has proven it";
    if command.result.json {
        output.object(serde_json::json!({
            "status": if value.is_some() { "ok" } else { "unknown" },
            "message": if value.is_some() { None } else { Some(unknown) },
            "value": value,
            "nodes": solved.nodes,
            "seconds": seconds,
        }));
    } else if let Some(value) = &value {
        output.data(&format!("value: {value}\nnodes: {}\ntime: {seconds:.3}s\n", solved.nodes));
    } else {
        output.talk(unknown);
    }
    Ok(if value.is_some() { Exit::Done } else { Exit::Unsolved })
}
