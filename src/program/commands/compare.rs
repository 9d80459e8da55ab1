//! `banto compare`: levels or tasks, and solvers, in; tables, CSV, JSON and a page out. `compare` measures and draws.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;

use crate::compare::{self, Allowed, Begun, Comparison, Entry, EntryKind, SolverName, csv, html, json};
use crate::files::definition::Definition;
use crate::files::levels::SoundLevels;
use crate::files::load::digested;
use crate::files::{find_domain, input, save};
use crate::flags::{Telling, names, number};
use crate::output::columns;
use crate::{
    ChosenLevels, Exit, LevelFile, LimitArguments, OUTPUT, Output, Progress, Run, Strict, formats, limit,
    load, sound,
};
use banto_base::limits::Stopwatch;
use banto_base::source::printable;
use banto_search::{self as search, Observer};
use banto_sokoban::Level;
use banto_sokoban::level::Format;

/// The solvers of levels that run by default: the strong one, two textbook ones, and general planning.
const LEVEL_SOLVERS: [&str; 4] = ["direct", "astar", "bfs", "strips:filtered"];
/// The solvers of tasks that run by default: the planner as it is, and three textbook searches.
const TASK_SOLVERS: [&str; 4] = ["default", "gbfs:ff", "astar:lmcut", "bfs"];

/// Run several solvers on the same levels or planning tasks, and compare what they need
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// Level files, or - for standard input; or PDDL problems, each after its domain, beside it, or in one file with it
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The names of the solvers, separated by commas; by default direct,astar,bfs,strips:filtered for levels and
    /// default,gbfs:ff,astar:lmcut,bfs for tasks
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names::ANY_SOLVER)]
    pub solvers: Vec<String>,

    /// Also run another program, whose answers are validated: "NAME=COMMAND {level} {solution}" or
    /// "NAME=COMMAND {domain} {problem} {plan}"; may be repeated
    #[arg(long, value_name = "PROGRAM")]
    pub external: Vec<String>,

    /// Make every run a process of its own, measured from outside with its start; so it is wherever another program
    /// runs
    #[arg(long)]
    pub fresh: bool,

    /// Run the script in the file, and print what all its processes use, by which clock its time is limited
    #[arg(long, value_name = "CLOCK", hide = true)]
    pub measured: Option<String>,

    /// Run each planner with this many seeds, from 0; also show the medians and quartiles over them
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u64>(1..=1000))]
    pub seeds: u64,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The format of the files; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<Format>,

    /// How many runs to do at a time; if there are fewer, searches have several threads each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u8>(1..=64))]
    pub threads: u8,

    /// Also write every run to this file as CSV; - for standard output instead of the tables
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub csv: Option<PathBuf>,

    /// Also write a page to this file: plots, and solutions to step through
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,

    /// Print the summary of several levels or tasks, and not each
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    #[command(flatten)]
    pub telling: Telling,

    #[command(flatten)]
    pub strict: Strict,

    /// For each solver on each level; the time is that of the processor
    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(crate) fn run(command: &Compare, output: &Output) -> Result<Exit, Exit> {
    output.tell_events(command.telling.events);
    let is_json = command.telling.is_for_programs();
    let is_data = |path: &Option<PathBuf>| path.as_deref().is_some_and(save::is_standard);
    let (csv_is_data, html_is_data) = (is_data(&command.csv), is_data(&command.html));
    if usize::from(is_json) + usize::from(csv_is_data) + usize::from(html_is_data) > 1 {
        return Err(output.usage("standard output takes one result: tables, --json, --csv - or --html -"));
    }
    if let (Some(clock), [script]) = (&command.measured, &command.files[..]) {
        let LimitArguments { time_limit: time, memory_limit: memory, .. } = command.limits;
        limit::interruptible(&command.limits, output);
        let most = compare::measure::Most { time, memory, is_cpu: clock == "cpu" };
        output.data(&compare::measure::run(script, most, &output.cancel_flag()));
        return Ok(Exit::Done);
    }
    input::once(command.files.iter().map(PathBuf::as_path), output)?;
    let names_solver = |path: &&PathBuf| {
        let is_solver = |name| SolverName::read(name).is_ok() || SolverName::for_tasks(name).is_ok();
        !path.exists() && path.to_str().is_some_and(is_solver)
    };
    if let (Some(stray), [.., last]) = (command.files.iter().find(names_solver), &command.solvers[..]) {
        let stray = stray.display();
        let help = format!("solvers are separated by commas: --solvers {last},{stray}");
        return Err(output.misused(&format!("there is no file {stray}"), &help));
    }
    let run = limit::interruptible(&command.limits, output);
    let results = [("--csv", "CSV", &command.csv), ("--html", "a page", &command.html)];
    save::ready(&run, &results, &command.files)?;
    let kind = kind(command, output)?;
    let solvers = solvers(command, kind, output)?;
    let (files, mut worst) = match kind {
        EntryKind::Levels => levels(command, &run),
        EntryKind::Tasks => (Vec::new(), None),
    };
    let mut entries: Vec<Entry> = files.iter().flat_map(of_file).collect();
    if kind == EntryKind::Tasks {
        (entries, worst) = tasks(command, &run)?;
    }
    // What can be read is compared.
    match worst {
        Some(exit) if entries.is_empty() || command.strict.strict => return Err(exit),
        Some(_) => output.talk(&format!("comparing the others: {}", kind.counted(entries.len()))),
        None => {}
    }
    // Of two runs on the same thing, both would count.
    let place = |entry: &Entry| (entry.inputs.clone(), entry.number);
    if let Some(at) =
        (0..entries.len()).find(|at| entries[..*at].iter().any(|one| place(one) == place(&entries[*at])))
    {
        return Err(output.usage(&format!("{} is given twice", entries[at].place())));
    }
    let allowed = Allowed {
        time: command.limits.time_limit,
        memory: command.limits.memory_limit,
        fresh: command.fresh || !command.external.is_empty(),
        cancel: output.cancel_flag(),
        few_threads: output.few_threads(),
    };
    let live = LiveRun {
        progress: Progress::new(command.telling.progress, command.quiet, output),
        now: Mutex::default(),
    };
    let comparison = compare::run(
        entries,
        solvers,
        allowed,
        usize::from(command.threads),
        &|run| live.tell(run, output),
        &live,
    );
    live.progress.clear();
    if !is_json && !csv_is_data && !html_is_data {
        output.data(&compare::table::text(&comparison, !command.quiet, columns::terminal()));
    }
    let csv = command.csv.iter().map(|path| (path, csv::text(&comparison)));
    let html = command.html.iter().map(|path| (path, html::page(&comparison)));
    let written = csv.chain(html).try_for_each(|(path, text)| save::write_and_tell(output, path, text));
    let end = exit(&comparison, output).or_worse(worst.unwrap_or(Exit::Done));
    let end = files.iter().fold(end, |end, file| end.or_worse(file.report(output)));
    if is_json {
        let mut object = json::value(&comparison);
        if let Some(arguments) = object["arguments"].as_array_mut() {
            arguments.extend(choice(command).into_iter().map(Into::into));
        }
        match written {
            Ok(()) if end == Exit::Done => output.object(object),
            Ok(()) => {
                // What was measured until then counts.
                object["exit"] = end.code().into();
                object["message"] = output.why().into();
                output.object(object);
            }
            Err(exit) => output.object_so_far(object, exit),
        }
    }
    written.map(|()| end)
}

/// The flags that choose levels in files.
fn choice(command: &Compare) -> Vec<String> {
    let which = &command.chosen.level;
    let level = (!which.is_all()).then(|| ["--level".to_owned(), which.to_string()]);
    let format =
        command.format.map(|format| ["--format".to_owned(), format!("{format:?}").to_ascii_lowercase()]);
    let strict = command.strict.strict.then(|| "--strict".to_owned());
    level.into_iter().chain(format).flatten().chain(strict).collect()
}

fn exit(comparison: &Comparison, output: &Output) -> Exit {
    let mut exit = Exit::Done;
    if !comparison.is_whole() {
        output.ended(&format!("interrupted: not every solver ran on every {}", comparison.kind().one()));
        exit = Exit::Unsolved;
    }
    for (entry, solver, words) in comparison.faults() {
        output.ended(&format!("fault: {}, {}: {words}", entry.place(), solver.name()));
        output.talk(&format!("this is a fault of banto; please report it with the {}", entry.kind().one()));
        exit = Exit::Fault;
    }
    exit
}

fn solvers(command: &Compare, kind: EntryKind, output: &Output) -> Result<Vec<SolverName>, Exit> {
    type Read = fn(&str) -> Result<SolverName, String>;
    let of_levels: (Read, _) = (SolverName::read, "solves levels, and these files are PDDL");
    let of_tasks: (Read, _) = (SolverName::for_tasks, "plans for tasks, and these files are levels");
    let ((read, _), (other, misfit), default) = match kind {
        EntryKind::Levels => (of_levels, of_tasks, LEVEL_SOLVERS),
        EntryKind::Tasks => (of_tasks, of_levels, TASK_SOLVERS),
    };
    let named: Vec<&str> = command.solvers.iter().map(String::as_str).collect();
    let named = if named.is_empty() { default.to_vec() } else { named };
    let mut solvers: Vec<SolverName> = Vec::new();
    let push = |solvers: &mut Vec<SolverName>, solver: SolverName| {
        let is_new = solvers.iter().all(|other| other.name() != solver.name());
        let twice = format!("{} is named twice", solver.name());
        solvers.push(solver);
        if is_new { Ok(()) } else { Err(output.usage(&twice)) }
    };
    for name in named {
        let why = |words| if other(name).is_ok() { format!("{name} {misfit}") } else { words };
        push(&mut solvers, read(name).map_err(|words| output.usage(&why(words)))?)?;
    }
    if command.seeds > 1 {
        let seeded = |solver: &SolverName| {
            let all: Vec<_> = (0..command.seeds).filter_map(|seed| solver.seeded(seed)).collect();
            if all.is_empty() {
                output.talk(&format!("{} draws nothing, so it runs once", solver.name()));
                return vec![solver.clone()];
            }
            all
        };
        solvers = solvers.iter().flat_map(seeded).collect();
    }
    for text in &command.external {
        push(&mut solvers, SolverName::external(text, kind).map_err(|words| output.usage(&words))?)?;
    }
    Ok(solvers)
}

fn is_pddl(path: &Path) -> bool {
    let is_called_so = || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pddl"));
    !find_domain::pddl_files(path).is_empty() || find_domain::defined(path).is_some() || is_called_so()
}

/// The kind of the files: levels, or tasks.
fn kind(command: &Compare, output: &Output) -> Result<EntryKind, Exit> {
    let (tasks, levels): (Vec<_>, Vec<_>) = command.files.iter().partition(|path| is_pddl(path));
    match (tasks.first(), levels.first()) {
        (None, _) => Ok(EntryKind::Levels),
        (Some(_), None) if !command.chosen.level.is_all() || command.format.is_some() => {
            Err(output.usage("--level and --format choose levels, and these files are PDDL"))
        }
        (Some(_), None) => Ok(EntryKind::Tasks),
        (Some(task), Some(level)) => Err(output.usage(&format!(
            "levels and tasks are compared separately: {} is PDDL, and {} is not",
            task.display(),
            level.display()
        ))),
    }
}

/// The tasks of all files: a domain applies to the problems after it, except those that share a file with their own;
/// for every other problem it is found beside it. Also the exit code for those that cannot be read.
fn tasks(command: &Compare, run: &Run<'_>) -> Result<(Vec<Entry>, Option<Exit>), Exit> {
    let (mut entries, mut worst) = (Vec::new(), None);
    let (mut domain, mut used) = (None, true);
    for path in &command.files {
        let holds_both = find_domain::holds_both(path, run)?;
        if !holds_both && let Some(Definition::Domain(_)) = find_domain::defined(path) {
            domain = Some(path);
            used = false;
            continue;
        }
        used = true;
        let watch = Stopwatch::start(false);
        let files = match domain {
            Some(domain) if !holds_both => Ok((domain.clone(), path.clone())),
            _ => find_domain::beside(path, "compare DOMAIN PROBLEM...", run),
        };
        match files.and_then(|(domain, problem)| load(&domain, &problem, run)) {
            Ok(loaded) => {
                let inputs = loaded.inputs();
                let entry = Entry::task(path.display().to_string(), loaded.task).of(inputs);
                entries.push(Entry { reading: watch.taken(), ..entry });
            }
            Err(exit) => worst = Some(exit),
        }
    }
    match (domain, worst) {
        (Some(domain), None) if !used => {
            let message = format!("no problem follows the domain {}", domain.display());
            Err(run.output.usage(&format!("{message}: banto compare DOMAIN PROBLEM...")))
        }
        (_, worst) => Ok((entries, worst)),
    }
}

/// The levels of all files, and the exit code for those that cannot be read; every file is read before the first level
/// is run.
fn levels(command: &Compare, run: &Run<'_>) -> (Vec<SoundLevels>, Option<Exit>) {
    let read = |path: &PathBuf| {
        let file = LevelFile { file: path.clone(), format: command.format };
        sound(&[file], &command.chosen.level, &command.strict, run)
            .map(|levels| levels.only(&command.chosen.level))
    };
    let (mut files, mut worst) = (Vec::new(), None);
    for file in command.files.iter().map(read) {
        match file {
            Ok(levels) => files.push(levels),
            Err(exit) => worst = Some(exit),
        }
    }
    (files, worst)
}

/// The levels of a file, to be compared.
fn of_file(levels: &SoundLevels) -> impl Iterator<Item = Entry> {
    let file = digested(levels.sources()[0]);
    let of_file = move |(number, level): (_, &Level)| {
        Entry::level(file[0].clone(), number, level.clone()).of(vec![file.clone()])
    };
    levels.numbered().map(of_file)
}

/// Shows which run is in progress.
struct LiveRun<'o> {
    progress: Progress<'o>,
    now: Mutex<String>,
}

impl LiveRun<'_> {
    fn tell(&self, &Begun { done, total, entry, solver, outcome }: &Begun<'_>, output: &Output) {
        if let Some(outcome) = outcome {
            let mut run = json::compared_run(outcome, entry.kind(), solver);
            run["file"] = entry.file.as_str().into();
            run["title"] = entry.title().into();
            return output.event("run", serde_json::json!({ "run": run }));
        }
        let now = format!("{done} of {total} runs done; {} by {}", printable(&entry.title()), solver.name());
        self.progress.begin(&now);
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

impl Observer for LiveRun<'_> {
    fn progress(&self, progress: &search::Progress) {
        let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.work.counts.expanded);
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        self.progress.say(progress, || format!("{now}: {seconds:.1}s, expanded {expanded}"));
    }
}
