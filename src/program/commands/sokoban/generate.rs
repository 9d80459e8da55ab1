//! `banto sokoban generate`: new levels, each with a solution.
//!
//! In: a size, a number of boxes, a seed, a count. Out: levels as text or JSON as they are made, including those made
//! before Ctrl-C or a time limit.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use serde_json::json;

use super::convert::{ready, write};
use crate::compare::figures::counted;
use crate::compare::run_jobs;
use crate::files::save;
use crate::flags::{Telling, number};
use crate::{Exit, LimitArguments, Output, Progress, Run, formats, limit};
use banto_base::limits::Limits;
use banto_sokoban::generate::{Generated, Impossible, Request, generate};
use banto_sokoban::{Alphabet, Collection, Format, draw, level};

/// Make new levels, each with its solution
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Generate {
    /// How many boxes a level has, from 1 to 30; many can take minutes: after 10 million positions it gives up
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::whole::<usize>(..))]
    pub boxes: usize,

    /// Columns and rows, walls included, from 6x6, 5x8 or 8x5 to 50x50
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "9x8", value_parser = size)]
    pub size: (usize, usize),

    /// The seed for random choices; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..))]
    pub seed: u64,

    /// How many levels, from 1 to 10000; each takes the seed after the one before
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u32>(1..=10_000))]
    pub count: u32,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats(), default_value = "xsb", conflicts_with_all = ["json", "events"])]
    pub to: Format,

    /// The file to write, in place of a level file if there is one; standard output by default, or with -
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["json", "events"])]
    pub output: Option<PathBuf>,

    /// Let -o replace a file without levels
    #[arg(long, requires = "output")]
    pub force: bool,

    /// Print the levels, and nothing about how it went
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten)]
    pub telling: Telling,

    #[command(flatten)]
    pub limits: LimitArguments,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    sides.ok_or_else(|| "columns and rows are expected, such as 9x8".to_owned())
}

pub(super) fn run(command: &Generate, output: &Output) -> Result<Exit, Exit> {
    output.tell_events(command.telling.events);
    let is_json = command.telling.is_for_programs();
    let run = limit::interruptible(&command.limits, output);
    ready(&run, &[("-o", save::LEVELS, &command.output)], command.to, command.force, [])?;
    let format = command.to;
    // XML wraps its levels, and a file appears whole; anything else is printed as it is made.
    let is_stream = format != Format::Slc && command.output.as_deref().is_none_or(save::is_standard);
    let ((width, height), boxes) = (command.size, command.boxes);
    let progress = Progress::new(command.telling.progress, command.quiet, output);
    let made = AtomicUsize::new(0);
    let work = |number: usize, _: usize| {
        progress.begin(&format!("made {} of {}", made.load(Ordering::Relaxed), command.count));
        let seed = command.seed.wrapping_add(number as u64);
        let level = generate(&Request { width, height, boxes, seed }, &run.limits);
        made.fetch_add(usize::from(level.is_ok()), Ordering::Relaxed);
        (seed, level)
    };
    let (mut collection, mut refused) = (Collection::default(), None);
    run_jobs(command.count as usize, 1, &run.limits, &work, &mut |_, (seed, made)| {
        progress.clear();
        let Generated { mut level, quality } = match made {
            Ok(made) => made,
            Err(Impossible::Stopped(_)) => return,
            // Other seeds may yield one.
            Err(error @ Impossible::NotFound(..)) => {
                let message = format!("seed {seed}: {error}");
                if !command.quiet {
                    output.ended(&message);
                }
                if is_json {
                    output.failed(Exit::Unsolved, &message);
                }
                return;
            }
            Err(error) => {
                if refused.is_none() {
                    let exit = *refused.insert(output.usage(&error.to_string()));
                    if is_json {
                        output.failure(exit);
                    }
                }
                return;
            }
        };
        level.title = Some(format!("Seed {seed}"));
        level.notes.push(format!(
            "{}, {} in this solution, {} to another box",
            counted(command.boxes, "box", "boxes"),
            counted(quality.pushes, "push", "pushes"),
            counted(quality.changes, "change", "changes"),
        ));
        if is_json {
            let board = draw::level(&level, Alphabet::Xsb);
            output.object(json!({
                "status": "ok",
                "seed": seed,
                "columns": level.width(),
                "rows": level.height(),
                "boxes": command.boxes,
                "board": board.lines().collect::<Vec<_>>(),
                "pushes": quality.pushes,
                "changes": quality.changes,
                "solution": level.solutions.first().map(|solution| &solution.moves),
            }));
        } else if is_stream {
            let between = if collection.levels.is_empty() { "" } else { "\n" };
            let one = Collection { levels: vec![level.clone()], ..Collection::default() };
            output.data(&format!("{between}{}", level::write(&one, format)));
        }
        collection.levels.push(level);
    });
    if let Some(exit) = refused {
        return Err(exit);
    }
    let count = collection.levels.len();
    if count < command.count as usize {
        let stop = run.limits.look().err();
        let all = counted(command.count as usize, "level", "levels");
        let why = stop.map(|stop| format!("{stop}: ")).unwrap_or_default();
        if !command.quiet {
            output.ended(&format!("{why}made {count} of {all}"));
        }
        if count == 0 {
            return Err(stop.map_or(Exit::Unsolved, limit::exit));
        }
    }
    if is_json || is_stream {
        return Ok(Exit::Done);
    }
    // The levels made before a limit are still written.
    let run = Run { limits: Limits::none(), output };
    write(&collection, format, command.output.as_deref(), command.quiet, &run).map(|_| Exit::Done)
}
