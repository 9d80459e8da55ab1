//! `banto game bench`: positions a second of the search, and beside it the same search on a board written by hand.

use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Bench, bytes};
use crate::game::direct::{ConnectFour, TicTacToe};
use crate::game::speed::{self, Run};
use crate::game::Position;
use crate::limits::{Limits, Stop};

pub(super) fn run(command: &Bench, output: &Output) -> Result<Exit, Exit> {
    let stopped = |stop: Stop| {
        Output::talk(&format!("stopped: {stop}"));
        limit::exit(stop)
    };
    let loaded = load(&command.files, output)?;
    let limits = limit::interruptible(&command.limits, Instant::now());
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    let table = bytes(command.table);
    let plain = speed::run(&mut position, command.depth, table, &limits).map_err(stopped)?;
    loaded.honest(&position, output)?;
    let direct = match &command.beside {
        None => None,
        Some(name) => match beside(name, command.depth, table, &limits) {
            Some(run) => Some(run.map_err(stopped)?),
            None => {
                Output::talk(&format!("error: there is no board {name}"));
                Output::talk("help: there are tic-tac-toe and connect-four:WIDTHxHEIGHT");
                return Err(Exit::Usage);
            }
        },
    };
    let ratio = direct.map(|direct| direct.speed() / plain.speed());
    if command.json {
        let show = |run: &Run| {
            serde_json::json!({
                "value": run.value,
                "nodes": run.nodes,
                "seconds": run.time.as_secs_f64(),
                "nodes_per_second": run.speed(),
            })
        };
        let object = serde_json::json!({
            "version": 1,
            "status": "ok",
            "depth": command.depth,
            "pddl": show(&plain),
            "direct": direct.as_ref().map(show),
            "ratio": ratio,
        });
        Output::data(&format!("{object}\n"));
        return Ok(Exit::Done);
    }
    let line = |name: &str, run: &Run| {
        format!(
            "{name:<8}{:>12} nodes{:>10.3}s{:>12.0} nodes/s   value {}\n",
            run.nodes,
            run.time.as_secs_f64(),
            run.speed(),
            run.value
        )
    };
    Output::data(&line("pddl", &plain));
    if let (Some(direct), Some(ratio)) = (&direct, ratio) {
        Output::data(&line("direct", direct));
        Output::data(&format!("ratio   {ratio:>12.1}\n"));
    }
    Ok(Exit::Done)
}

/// Runs the search on a board written by hand; none where there is no such board.
fn beside(name: &str, depth: u32, table: usize, limits: &Limits) -> Option<Result<Run, Stop>> {
    if name == "tic-tac-toe" {
        return Some(speed::run(&mut TicTacToe::new(), depth, table, limits));
    }
    let (width, height) = name.strip_prefix("connect-four:")?.split_once('x')?;
    let mut game = ConnectFour::new(width.parse().ok()?, height.parse().ok()?)?;
    Some(speed::run(&mut game, depth, table, limits))
}
