//! `banto game bench`: positions a second, and beside them those of a board written by hand.
//!
//! What is measured, and how it is shown, stands in `compare::games`.
//!
//! In: a game, a board by its name, a depth. Out: figures.

use std::time::Instant;

use clap::Args;

use super::super::exit::Exit;
use super::super::flags::{LimitArguments, TaskFiles};
use super::super::output::Output;
use super::super::{limit, names, number, units};
use super::flags::bytes;
use super::load::load;
use crate::compare::games::{self, Effort};
use crate::game::{Estimate, Position};
use crate::limits::Stop;

#[derive(Debug, Args)]
pub(in crate::cli) struct Bench {
    #[command(flatten)]
    pub files: TaskFiles,

    /// The depth of the search
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::whole::<u32>(1..=1000))]
    pub depth: u32,

    /// The number of moves of the games that are counted
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::whole::<u32>(1..))]
    pub count: u32,

    /// A board written by hand to run beside it; connect-four takes any size, as in connect-four:4x4
    #[arg(long, value_name = "BOARD", value_parser = names::BOARD)]
    pub beside: Option<String>,

    /// The memory of the table of positions
    #[arg(long, value_name = "SIZE", value_parser = units::memory, default_value = "64MiB")]
    pub table: u64,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Bench, output: &Output) -> Result<Exit, Exit> {
    let stopped = |stop: Stop| limit::stopped(output, "stopped", stop);
    let loaded = load(&command.files, "game bench", output)?;
    // A board of another size is another game: nothing could be compared.
    let cells = loaded.board.cells().count();
    if let Some(name) = &command.beside
        && let Some(other) = games::cells(name).filter(|other| cells > 0 && *other != cells)
    {
        return Err(another_game(
            name,
            &format!("it has {other} cells, and the board of the problem {cells}"),
            output,
        ));
    }
    let limits = limit::interruptible(&command.limits, Instant::now());
    let rules = loaded.rules(&limits, output)?;
    let mut position = Position::new(&rules);
    position.estimate_by(Estimate::Nothing);
    let effort = Effort { count: command.count, depth: command.depth, table_bytes: bytes(command.table) };
    let plain = games::measure(&mut position, effort, &limits).map_err(stopped)?;
    loaded.honest(&position, output)?;
    let mut direct = None;
    if let Some(name) = &command.beside
        && let Some(runs) = games::by_hand(name, effort, &limits)
    {
        let runs = runs.map_err(stopped)?;
        let (ours, theirs) = (plain.count.nodes, runs.count.nodes);
        if ours != theirs {
            let count = command.count;
            return Err(another_game(
                name,
                &format!("of {count} moves it has {theirs} games, and not {ours}"),
                output,
            ));
        }
        direct = Some(runs);
    }
    if command.json {
        let mut object = games::value(&plain, direct.as_ref());
        object["version"] = 1.into();
        object["status"] = "ok".into();
        object["depth"] = command.depth.into();
        output.object(&object);
    } else {
        output.data(&games::table(&plain, direct.as_ref()));
    }
    Ok(Exit::Done)
}

/// Refuses to compare two games that are not the same.
fn another_game(name: &str, why: &str, output: &Output) -> Exit {
    output.error(&format!("the board {name} is another game than the problem: {why}"));
    output.help("--beside takes tic-tac-toe, or connect-four:WIDTHxHEIGHT with the size of the problem");
    Exit::Usage
}
