//! `banto game bench`: positions per second of a game in PDDL and of its native board.
//!
//! In: a game, the name of a native board, a depth. Out: figures. `compare::games` measures and shows them.

use clap::Args;

use super::flags::TABLE;
use super::load::{load, no_room, table_bytes};
use crate::games::{Estimate, Game, Position, TranspositionTable};
use crate::program::compare::games::{self, Effort};
use crate::program::flags::{names, number, units};
use crate::program::{Exit, Output, ResultArguments, TaskFiles, limit};

#[derive(Debug, Args)]
pub(in crate::program) struct Bench {
    #[command(flatten)]
    pub files: TaskFiles,

    /// The depth of the search
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::whole::<u32>(1..=1000))]
    pub depth: u32,

    /// The length of the games to count, in moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::whole::<u32>(1..))]
    pub count: u32,

    /// A native board to compare with; connect-four takes any size, as in connect-four:4x4
    #[arg(long, value_name = "BOARD", value_parser = names::BOARD)]
    pub beside: Option<String>,

    /// The memory of the transposition table [default: 64MiB, or what fits]
    #[arg(long, value_name = "SIZE", value_parser = units::memory)]
    pub table: Option<u64>,

    #[command(flatten)]
    pub result: ResultArguments,
}

pub(super) fn run(command: &Bench, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.result.limits, output);
    let loaded = load(&command.files, "game bench", &run)?;
    // A board of another size is another game.
    let cells = loaded.game.board.cells().count();
    if let Some(name) = &command.beside
        && let Some(other) = games::cells(name).filter(|other| cells > 0 && *other != cells)
    {
        let why = format!("it has {other} cells, but the board of the problem has {cells}");
        return Err(another_game(name, &why, output));
    }
    let mut position = Position::new(&loaded.game.rules);
    // Each search makes its own table. Whether it fits is checked before any games are counted.
    let table_bytes = table_bytes(command.table, TABLE, &run.limits)
        .and_then(|bytes| TranspositionTable::new(position.key_words(), bytes, &run.limits).map(|_| bytes))
        .map_err(|_| no_room(command.table, output))?;
    let stopped = run.stopped("stopped");
    let effort = Effort { count: command.count, depth: command.depth, table_bytes };
    position.estimate_by(Estimate::Nothing);
    let plain = games::measure(&mut position, effort, &run.limits).map_err(stopped)?;
    loaded.check_winners(&position, output)?;
    let mut native = None;
    if let Some(name) = &command.beside
        && let Some(runs) = games::native(name, effort, &run.limits)
    {
        let runs = runs.map_err(stopped)?;
        let (ours, theirs) = (plain.count.nodes, runs.count.nodes);
        if ours != theirs {
            let why = format!("it has {theirs} games of {} moves, not {ours}", command.count);
            return Err(another_game(name, &why, output));
        }
        native = Some(runs);
    }
    if command.result.json {
        let mut object = games::value(&plain, native.as_ref());
        object["status"] = "ok".into();
        object["depth"] = command.depth.into();
        output.object(object);
    } else {
        output.data(&games::table(&plain, native.as_ref()));
    }
    Ok(Exit::Done)
}

/// Refuses to compare two games that are not the same.
fn another_game(name: &str, why: &str, output: &Output) -> Exit {
    output.misused(
        &format!("the board {name} is not the game of the problem: {why}"),
        "--beside takes tic-tac-toe, or connect-four:WIDTHxHEIGHT with the size of the problem",
    )
}
