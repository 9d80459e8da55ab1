//! `banto sokoban generate`: new levels, each with a solution.
//!
//! In: a size, a number of boxes, bands of difficulty, a seed, a count. Out: levels as text or JSON as they are made,
//! including those made before Ctrl-C or a time limit. No two are the same but for rotation and reflection.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::json;

use super::convert::{promised, ready, write};
use crate::compare::figures::counted;
use crate::files::save;
use crate::flags::{Telling, number};
use crate::{Exit, LimitArguments, Output, Progress, Run, formats, limit};
use banto_base::limits::Limits;
use banto_sokoban::direct::Promise;
use banto_sokoban::generate::{Band, Difficulty, Generated, Impossible, Quality, Request, generate};
use banto_sokoban::{Alphabet, Collection, Format, Normal, draw, level};

/// After so many seeds in a row whose levels were made before, there are taken to be no others.
const REPEATED: usize = 100;

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

    /// Make levels whose fewest pushes, which are proven, lie in this band, such as 20..30
    #[arg(long, value_name = "BAND", value_parser = str::parse::<Band>, allow_hyphen_values = true)]
    pub difficulty: Option<Band>,

    /// Make levels for which the solver bfs stores as many states, such as 1000..5000
    #[arg(long, value_name = "BAND", value_parser = str::parse::<Band>, allow_hyphen_values = true)]
    pub states: Option<Band>,

    /// The seed for random choices; the same seed gives the same level
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..))]
    pub seed: u64,

    /// How many levels, from 1 to 1000000; each takes the seed after the one before, and is new up to rotation and
    /// reflection
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u32>(1..=1_000_000))]
    pub count: u32,

    /// The format to write; by default the one in which the name of -o ends, or xsb
    #[arg(long, value_name = "FORMAT", value_parser = formats(), conflicts_with_all = ["json", "events"])]
    pub to: Option<Format>,

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

/// What is said of a level.
fn note(boxes: usize, quality: &Quality, is_proven: bool, states: Option<u64>) -> String {
    let states = states.map(|states| format!(", {} for bfs", counted(states, "state", "states")));
    format!(
        "{}, {} in {}, {} to another box{}",
        counted(boxes, "box", "boxes"),
        counted(quality.pushes, "push", "pushes"),
        if is_proven { "this solution and no fewer in any" } else { "this solution" },
        counted(quality.changes, "change", "changes"),
        states.unwrap_or_default(),
    )
}

pub(super) fn run(command: &Generate, output: &Output) -> Result<Exit, Exit> {
    output.tell_events(command.telling.events);
    let is_json = command.telling.is_for_programs();
    let run = limit::interruptible(&command.limits, output);
    let format = command.to.or_else(|| promised(command.output.as_deref()?)).unwrap_or(Format::Xsb);
    ready(&run, &[("-o", save::LEVELS, &command.output)], format, command.force, [])?;
    // XML wraps its levels, and a file appears whole; anything else is printed as it is made.
    let is_stream = format != Format::Slc && command.output.as_deref().is_none_or(save::is_standard);
    let ((width, height), boxes) = (command.size, command.boxes);
    let difficulty = Difficulty { pushes: command.difficulty, states: command.states };
    let progress = Progress::new(command.telling.progress, command.quiet, output);
    let mut request = Request { width, height, boxes, seed: command.seed, difficulty };
    // The levels so far, in their normal form.
    let (mut collection, mut known, mut count) = (Collection::default(), HashSet::new(), 0_usize);
    let (mut tried, mut repeated) = (0, 0);
    while tried < command.count && repeated < REPEATED && !output.cancel_flag().load(Ordering::Relaxed) {
        progress.begin(&format!("made {count} of {}", command.count));
        let (seed, made) = (request.seed, generate(&request, &run.limits));
        request.seed = seed.wrapping_add(1);
        progress.clear();
        let mut is_new = |level| Normal::new(level).is_none_or(|normal| known.insert(normal.rows));
        if made.as_ref().is_ok_and(|made| !is_new(&made.level)) {
            repeated += 1;
            continue;
        }
        (tried, repeated) = (tried + 1, 0);
        let Generated { mut level, quality, states } = match made {
            Ok(made) => made,
            Err(Impossible::Stopped(_)) => break,
            // Other seeds may yield one.
            Err(error @ (Impossible::NotFound(..) | Impossible::NotWithin(..))) => {
                let message = format!("seed {seed}: {error}");
                if !command.quiet {
                    output.ended(&message);
                }
                if is_json {
                    output.failed(Exit::Unsolved, &message);
                }
                continue;
            }
            Err(error) => {
                let exit = output.usage(&error.to_string());
                if is_json {
                    output.failure(exit);
                }
                return Err(exit);
            }
        };
        level.title = Some(format!("Seed {seed}"));
        let is_proven = difficulty != Difficulty::default();
        level.notes.push(note(boxes, &quality, is_proven, states));
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
                "promise": is_proven.then(|| Promise::Pushes.words()),
                "states": states,
                "solution": level.solutions.first().map(|solution| &solution.moves),
            }));
        } else if is_stream {
            let between = if count == 0 { "" } else { "\n" };
            let one = Collection { levels: vec![level.clone()], ..Collection::default() };
            output.data(&format!("{between}{}", level::write(&one, format)));
        }
        count += 1;
        if !is_json && !is_stream {
            collection.levels.push(level);
        }
    }
    if count < command.count as usize {
        let stop = run.limits.look().err();
        let all = counted(command.count as usize, "level", "levels");
        let has_no_other = repeated == REPEATED;
        let again = || format!("{REPEATED} seeds in a row gave no other level: ");
        let why =
            stop.map(|stop| format!("{stop}: ")).or_else(|| has_no_other.then(again)).unwrap_or_default();
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
