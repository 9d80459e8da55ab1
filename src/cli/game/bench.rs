//! `banto game bench`: positions a second, and beside them those of a board written by hand.
//!
//! Two things are measured on both: counting games (the same positions on both), and the search of the best move.

use std::fmt::Write;
use std::time::Instant;

use super::super::exit::Exit;
use super::super::limit;
use super::super::output::Output;
use super::load::load;
use super::{Bench, bytes};
use crate::game::direct::{ConnectFour, TicTacToe};
use crate::game::speed::{self, Run};
use crate::game::{Estimate, Game, Position};
use crate::limits::{Limits, Stop};

/// Counting and searching.
struct Runs {
    count: Run,
    search: Run,
}

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
    let plain = runs(&mut position, command, &limits).map_err(stopped)?;
    loaded.honest(&position, output)?;
    let direct = match &command.beside {
        None => None,
        Some(name) => match beside(name, command, &limits) {
            Some(runs) => Some(runs.map_err(stopped)?),
            None => {
                Output::talk(&format!("error: there is no board {name}"));
                Output::talk("help: there are tic-tac-toe and connect-four:WIDTHxHEIGHT");
                return Err(Exit::Usage);
            }
        },
    };
    let text =
        if command.json { json(command, &plain, direct.as_ref()) } else { table(&plain, direct.as_ref()) };
    Output::data(&text);
    Ok(Exit::Done)
}

fn runs(game: &mut impl Game, command: &Bench, limits: &Limits) -> Result<Runs, Stop> {
    Ok(Runs {
        count: speed::count(game, command.count, limits)?,
        search: speed::run(game, command.depth, bytes(command.table), limits)?,
    })
}

/// Runs a board written by hand; none where there is no such board.
fn beside(name: &str, command: &Bench, limits: &Limits) -> Option<Result<Runs, Stop>> {
    if name == "tic-tac-toe" {
        return Some(runs(&mut TicTacToe::new(), command, limits));
    }
    let (width, height) = name.strip_prefix("connect-four:")?.split_once('x')?;
    let mut game = ConnectFour::new(width.parse().ok()?, height.parse().ok()?)?;
    game.estimate_nothing();
    Some(runs(&mut game, command, limits))
}

fn table(plain: &Runs, direct: Option<&Runs>) -> String {
    let mut out = String::new();
    for (what, pick) in [("count", (|runs| runs.count) as fn(&Runs) -> Run), ("search", |runs| runs.search)] {
        let mut line = |name: &str, run: Run| {
            let (seconds, speed) = (run.time.as_secs_f64(), run.speed());
            let _ = writeln!(
                out,
                "{what:<8}{name:<8}{:>12} nodes{seconds:>10.3}s{speed:>12.0} nodes/s",
                run.nodes
            );
        };
        line("pddl", pick(plain));
        if let Some(direct) = direct {
            line("direct", pick(direct));
            let ratio = pick(direct).speed() / pick(plain).speed();
            let _ = writeln!(out, "{what:<8}{:<8}{ratio:>12.2}", "ratio");
        }
    }
    out
}

fn json(command: &Bench, plain: &Runs, direct: Option<&Runs>) -> String {
    let show = |run: &Run| {
        serde_json::json!({
            "value": run.value,
            "nodes": run.nodes,
            "seconds": run.time.as_secs_f64(),
            "nodes_per_second": run.speed(),
        })
    };
    let both = |runs: &Runs| serde_json::json!({ "count": show(&runs.count), "search": show(&runs.search) });
    let ratio = |pick: fn(&Runs) -> Run| direct.map(|direct| pick(direct).speed() / pick(plain).speed());
    let object = serde_json::json!({
        "version": 1,
        "status": "ok",
        "depth": command.depth,
        "pddl": both(plain),
        "direct": direct.map(both),
        "ratio": { "count": ratio(|runs| runs.count), "search": ratio(|runs| runs.search) },
    });
    format!("{object}\n")
}
