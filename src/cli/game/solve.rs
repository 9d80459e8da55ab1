//! `banto game solve`: who wins with best play, proven.
//!
//! In: a game, moves that were made, limits. Out: a value, or that none was proven, and what the search took. How it is proven is
//! not known here.

use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Solve, bytes, typed};
use crate::game::{Position, Unfinished, solve};

pub(super) fn run(command: &Solve, output: &Output) -> Result<Exit, Exit> {
    let start = Instant::now();
    let loaded = load(&command.files, "game solve", output)?;
    let limits = limit::interruptible(&command.limits, start);
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    typed::play_all(&command.from, &mut position)?;
    let began = Instant::now();
    let solved = solve(&mut position, bytes(command.table), &limits);
    let time = began.elapsed();
    let solved = match solved {
        Ok(solved) => solved,
        Err(Unfinished { stop, nodes }) => {
            let seconds = time.as_secs_f64();
            let exit = limit::stopped(&format!("stopped after {nodes} nodes and {seconds:.3}s"), stop);
            if command.json {
                Output::object(&serde_json::json!({
                    "version": 1,
                    "status": exit.status(),
                    "exit": exit.code(),
                    "message": Output::why(),
                    "value": None::<String>,
                    "nodes": nodes,
                    "seconds": seconds,
                }));
            }
            return Err(exit);
        }
    };
    loaded.honest(&position, output)?;
    let value = solved.value.map(|ending| typed::show_ending(&rules, ending));
    let unknown = "not known: no depth that was searched brought a proof";
    if command.json {
        Output::object(&serde_json::json!({
            "version": 1,
            "status": if value.is_some() { "ok" } else { "unknown" },
            "message": if value.is_some() { None } else { Some(unknown) },
            "value": value,
            "nodes": solved.nodes,
            "seconds": time.as_secs_f64(),
        }));
    } else if let Some(value) = &value {
        let seconds = time.as_secs_f64();
        Output::data(&format!("value: {value}\nnodes: {}\ntime: {seconds:.3}s\n", solved.nodes));
    } else {
        Output::talk(unknown);
    }
    Ok(if value.is_some() { Exit::Done } else { Exit::Unsolved })
}
