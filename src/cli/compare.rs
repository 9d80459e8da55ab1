//! `banto compare`: levels and solvers in; tables, CSV, JSON and a page out. Nothing is measured or drawn here.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::arguments::{LimitArguments, ShowProgress};
use super::exit::Exit;
use super::output::Output;
use super::progress::Progress;
use super::sokoban::{FormatName, playable};
use super::{input, limit, save};
use crate::compare::figures::counted;
use crate::compare::games::{GAMES, table, value};
use crate::compare::{self, Allowed, Comparison, Entry, SolverName, Watcher, csv, html, json};

/// The solvers that run where none are named: the strong one, two as they are taught, and general planning.
const DEFAULT_SOLVERS: &str = "direct,astar,bfs,strips:filtered";

const EXAMPLES: &str = "\
Limits hold for each solver on each level. With several threads, runs share the processor and the
memory limit: times are then less exact.
`banto sokoban solve --list` names the solvers.

  banto compare levels.xsb --time-limit 10s --html report.html
  banto compare levels.xsb --solvers bfs,astar --level 3
  banto compare levels.xsb --solvers direct,strips:basic:gbfs,strips:typed:optimal --csv figures.csv
  banto compare --game";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Compare {
    /// Level files, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "game")]
    pub files: Vec<PathBuf>,

    /// The solvers, by their names, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = DEFAULT_SOLVERS)]
    pub solvers: Vec<String>,

    /// The number of one level of each file, from 1, or all
    #[arg(long, value_name = "N", default_value = "all")]
    pub level: String,

    /// The format of the files; recognised when left out
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// How many runs go on at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,

    /// Write every run to this file as CSV, too; - for standard output in place of the tables
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write a page with plots and solutions to step through to this file, too
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Print everything as one JSON object in place of the tables
    #[arg(long)]
    pub json: bool,

    /// Measure games in PDDL beside boards written by hand, in place of levels
    #[arg(long, conflicts_with_all = ["files", "csv", "html", "level", "solvers", "format", "threads"])]
    pub game: bool,

    /// When to show a live line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ShowProgress::Auto)]
    pub progress: ShowProgress,

    /// For each solver on each level
    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Compare, output: &Output) -> Exit {
    let result = if command.game { games(command) } else { levels(command, output) };
    result.unwrap_or_else(|exit| exit)
}

fn levels(command: &Compare, output: &Output) -> Result<Exit, Exit> {
    let is_output = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    if is_output(&command.html) || (command.json && is_output(&command.csv)) {
        return Err(usage("standard output takes one result: tables, --json or --csv -"));
    }
    let solvers = solvers(&command.solvers)?;
    let entries = entries(command, output)?;
    let allowed = Allowed {
        time: command.limits.time_limit,
        memory: command.limits.memory_limit,
        cancel: Arc::default(),
    };
    limit::catch_signals(&allowed.cancel);
    let mut voice = Voice { progress: Progress::new(command.progress, false), now: String::new() };
    let comparison = compare::run(entries, solvers, allowed, usize::from(command.threads), &mut voice);
    voice.progress.clear();
    if command.json {
        Output::data(&format!("{}\n", json::value(&comparison)));
    } else if is_output(&command.csv) {
        Output::data(&csv::text(&comparison));
    } else {
        Output::data(&compare::table::text(&comparison));
    }
    if let Some(path) = command.csv.as_ref().filter(|_| !is_output(&command.csv)) {
        write(path, &csv::text(&comparison))?;
    }
    if let Some(path) = &command.html {
        write(path, &html::page(&comparison))?;
        Output::talk(&format!("wrote {}", path.display()));
    }
    Ok(exit(&comparison))
}

fn exit(comparison: &Comparison) -> Exit {
    let mut exit = Exit::Done;
    if !comparison.is_whole() {
        Output::talk("interrupted: not every solver was run on every level");
        exit = Exit::Unsolved;
    }
    for (entry, solver, words) in comparison.faults() {
        Output::talk(&format!("fault: {} level {}, {}: {words}", entry.file, entry.number, solver.name()));
        Output::talk("this is a fault of banto; please report it with the level");
        exit = Exit::Fault;
    }
    exit
}

fn usage(message: &str) -> Exit {
    Output::talk(&format!("error: {message}"));
    Exit::Usage
}

fn solvers(names: &[String]) -> Result<Vec<SolverName>, Exit> {
    let mut solvers: Vec<SolverName> = Vec::new();
    for name in names {
        let solver = SolverName::read(name.trim()).map_err(|message| usage(&message))?;
        if solvers.iter().any(|other| other.name() == solver.name()) {
            return Err(usage(&format!("{} is named twice", solver.name())));
        }
        solvers.push(solver);
    }
    Ok(solvers)
}

/// The levels of all files; every file is looked at before the first level is run.
fn entries(command: &Compare, output: &Output) -> Result<Vec<Entry>, Exit> {
    let wanted = match command.level.as_str() {
        "all" => None,
        text => match text.parse::<usize>() {
            Ok(number) => Some(number),
            Err(_) => return Err(usage(&format!("--level takes a number or all, not {text}"))),
        },
    };
    let mut entries = Vec::new();
    let mut worst = None;
    for path in &command.files {
        let (source, collection) = match playable(path, command.format, output) {
            Ok(found) => found,
            Err(exit) => {
                worst = Some(exit);
                continue;
            }
        };
        let count = collection.levels.len();
        if let Some(number) = wanted.filter(|number| !(1..=count).contains(number)) {
            let levels = counted(count, "level", "levels");
            return Err(usage(&format!("{} has no level {number}: it has {levels}", source.name())));
        }
        let numbered = collection.levels.into_iter().enumerate();
        entries.extend(
            numbered
                .map(|(index, level)| Entry { file: source.name().to_owned(), number: index + 1, level })
                .filter(|entry| wanted.is_none_or(|number| number == entry.number)),
        );
    }
    worst.map_or(Ok(entries), Err)
}

fn write(path: &Path, text: &str) -> Result<(), Exit> {
    save::whole(path, text).map_err(|error| {
        Output::talk(&format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
        Exit::Input
    })
}

/// Says which run goes on.
struct Voice {
    progress: Progress,
    now: String,
}

impl Watcher for Voice {
    fn begins(&mut self, done: usize, total: usize, entry: &Entry, solver: &SolverName) {
        self.now = format!("{done} of {total} runs done; {} by {}", entry.title(), solver.name());
        self.progress.stage(&self.now);
    }

    fn progress(&mut self, progress: &crate::search::Progress) {
        let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.counts.expanded);
        self.progress.stage(&format!("{}: {seconds:.1}s, expanded {expanded}", self.now));
    }
}

/// Every game that is there twice.
fn games(command: &Compare) -> Result<Exit, Exit> {
    let limits = limit::interruptible(&command.limits, Instant::now());
    let mut objects = Vec::new();
    for game in GAMES {
        let (in_pddl, by_hand) = game.run(&limits).map_err(|stop| {
            Output::talk(&format!("{}: stopped: {stop}", game.name));
            limit::exit(stop)
        })?;
        if command.json {
            let mut object = value(&in_pddl, Some(&by_hand));
            object["game"] = game.name.into();
            object["depth"] = game.effort().depth.into();
            objects.push(object);
        } else {
            Output::data(&format!("{}\n{}", game.name, table(&in_pddl, Some(&by_hand))));
        }
    }
    if command.json {
        Output::data(&format!("{}\n", serde_json::json!({ "version": 1, "status": "ok", "games": objects })));
    }
    Ok(Exit::Done)
}
