//! `banto game solve`: who wins with best play, proven.
//!
//! In: a game, moves that were made, limits. Out: a value, or that none was proven. How it is proven is not known here.

use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Solve, bytes, typed};
use crate::game::{Position, solve};

pub(super) fn run(command: &Solve, output: &Output) -> Result<Exit, Exit> {
    let start = Instant::now();
    let loaded = load(&command.files, "game solve", output)?;
    let limits = limit::interruptible(&command.limits, start);
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    typed::play_all(&command.from, &mut position)?;
    let began = Instant::now();
    let solved = solve(&mut position, bytes(command.table), &limits)
        .map_err(|stop| limit::stopped("stopped", stop))?;
    let time = began.elapsed();
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
