//! `banto sokoban generate`: new levels, each with a solution.
//!
//! In: a size, a number of boxes, a seed, a count. Out: levels as text or JSON, also those made until Ctrl-C. How a level is
//! made is not known here.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{limit, number, save};
use super::FormatName;
use super::convert::write;
use crate::compare::figures::counted;
use crate::limits::Limits;
use crate::sokoban::generate::{Generated, Impossible, Request, generate};
use crate::sokoban::{Alphabet, Collection, draw};

#[derive(Debug, Args)]
pub(in crate::cli) struct Generate {
    /// How many boxes a level has
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::whole::<usize>(..))]
    pub boxes: usize,

    /// Columns and rows, walls included
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "9x8", value_parser = size)]
    pub size: (usize, usize),

    /// Which of the many levels; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..))]
    pub seed: u64,

    /// How many levels; each takes the seed after the one before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u32>(1..=10_000))]
    pub count: u32,

    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = FormatName::Xsb)]
    pub to: FormatName,

    /// The file to write; standard output when left out, or -
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    pub output: Option<PathBuf>,

    /// Print one JSON object a level
    #[arg(long, conflicts_with = "to")]
    pub json: bool,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    sides.ok_or_else(|| "columns and rows are expected, such as 9x8".to_owned())
}

pub(super) fn run(command: &Generate) -> Result<Exit, Exit> {
    if let Some(path) = &command.output {
        save::probe(path)?;
    }
    let limits = Limits::none();
    limit::catch_signals(&limits.cancel_flag());
    let mut collection = Collection::default();
    for (seed, made) in made(command, &limits) {
        let Generated { mut level, interest } = match made {
            Ok(made) => made,
            Err(error) => {
                let exit = impossible(&error, seed);
                if command.json {
                    // Levels that were made before stand on lines of their own.
                    Output::failure(exit);
                }
                return Err(exit);
            }
        };
        level.title = Some(format!("Seed {seed}"));
        level.notes.push(format!(
            "{}, {} in this solution, {} to another box",
            counted(command.boxes, "box", "boxes"),
            counted(interest.pushes, "push", "pushes"),
            counted(interest.changes, "change", "changes"),
        ));
        if command.json {
            let board = draw::level(&level, Alphabet::Xsb);
            Output::object(&serde_json::json!({
                "version": 1,
                "status": "ok",
                "seed": seed,
                "columns": level.width(),
                "rows": level.height(),
                "boxes": command.boxes,
                "board": board.lines().collect::<Vec<_>>(),
                "pushes": interest.pushes,
                "changes": interest.changes,
                "solution": level.solution,
            }));
        }
        collection.levels.push(level);
    }
    let count = collection.levels.len();
    if limits.look().is_err() && count < command.count as usize {
        Output::ended(&format!(
            "interrupted: made {count} of {}",
            counted(command.count as usize, "level", "levels")
        ));
        if count == 0 {
            return Err(Exit::Unsolved);
        }
    }
    if command.json {
        return Ok(Exit::Done);
    }
    write(&collection, command.to.into(), command.output.as_deref())
}

/// The levels that are asked for, each with its seed, as they are made; their end where the user ends it. A level can take
/// long, so another thread makes them, and is left alone at the end.
fn made(command: &Generate, limits: &Limits) -> impl Iterator<Item = (u64, Result<Generated, Impossible>)> {
    /// How often the flag is looked at.
    const PERIOD: Duration = Duration::from_millis(50);
    let (sender, receiver) = mpsc::channel();
    let ((width, height), boxes) = (command.size, command.boxes);
    let (first, count, cancel) = (command.seed, u64::from(command.count), limits.cancel_flag());
    let worker = std::thread::spawn(move || {
        for number in 0..count {
            let seed = first.wrapping_add(number);
            let level = generate(&Request { width, height, boxes, seed });
            if cancel.load(Ordering::Relaxed) || sender.send((seed, level)).is_err() {
                return;
            }
        }
    });
    let cancel = limits.cancel_flag();
    let mut worker = Some(worker);
    std::iter::from_fn(move || {
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(level) => return Some(level),
                Err(RecvTimeoutError::Timeout) if !cancel.load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    if let Some(Err(panic)) = worker.take().map(JoinHandle::join) {
                        std::panic::resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    })
}

/// What cannot be made at all is a fault of the command line; what was not found may be there.
fn impossible(error: &Impossible, seed: u64) -> Exit {
    match error {
        Impossible::NotFound => {
            Output::ended(&format!("seed {seed}: {error}"));
            Exit::Unsolved
        }
        _ => Output::usage(&error.to_string()),
    }
}
