//! `banto sokoban solve`: levels in, validated solutions out, as text or one line of JSON per level.
//!
//! In: level files, a solver, limits, and the lines of earlier runs. Out: solutions, and one exit code for all.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::convert::{ready, tell_words, write};
use super::improve::{self, Improve, aims};
use super::level_report::{LevelReport, Told, measure};
use super::results::Results;
use crate::compare::figures::counted;
use crate::compare::{Ending, SolverName, run_jobs, solve_in_threads, solver};
use crate::files::levels::{LevelFiles, SoundLevels};
use crate::files::save;
use crate::flags::{Telling, names, number};
use crate::{
    ChosenLevels, Exit, LevelFile, LimitArguments, OUTPUT, Output, Progress, Run, Strict, limit, sound,
};
use banto_base::limits::Limits;
use banto_search::Observer;
use banto_sokoban::direct::{Aim, Promise, SOLVERS, Solver};
use banto_sokoban::level::{Format, StoredSolution};

/// How often the live line says how many levels are done.
const OFTEN: Duration = Duration::from_millis(200);

/// Find solutions, and validate each before it is shown
#[derive(Debug, Args)]
#[command(override_usage = "banto sokoban solve [OPTIONS] <FILE>...\n       banto sokoban solve --list")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub source: LevelFiles,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The solver to use; --list says what each does
    #[arg(long, value_name = "NAME", value_parser = names::SOLVER)]
    pub solver: Option<SolverName>,

    /// Find a solution with the fewest pushes or moves, and prove it
    #[arg(long, value_name = "WHAT", value_parser = aims())]
    pub optimal: Option<Aim>,

    #[command(flatten)]
    pub improve: Improve,

    /// Solve this many levels at a time; if there are fewer, searches have several threads each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u8>(1..=64))]
    pub threads: u8,

    /// List the solvers, and what each guarantees
    #[arg(long, conflicts_with = "files")]
    pub list: bool,

    #[command(flatten)]
    pub strict: Strict,

    /// For each level
    #[command(flatten)]
    pub limits: LimitArguments,

    /// Also write levels and solutions to this file (.sok); in place of a level file if there is one; - for standard
    /// output instead of the report
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Let -o replace a file without levels
    #[arg(long, requires = "output", help_heading = OUTPUT)]
    pub force: bool,

    /// Add a line of JSON for each level to this file instead of printing it, and leave out levels that it has solved,
    /// or proven unsolvable; with --json, the line of every level is printed
    #[arg(long, value_name = "FILE", help_heading = OUTPUT,
        conflicts_with_all = ["animate", "improve"])]
    pub resume: Option<PathBuf>,

    /// Show each solution move by move
    #[arg(long, conflicts_with_all = ["json", "events"], help_heading = OUTPUT)]
    pub animate: bool,

    /// Print the solutions, and nothing else
    #[arg(short, long, conflicts_with = "animate", help_heading = OUTPUT)]
    pub quiet: bool,

    #[command(flatten)]
    pub telling: Telling,
}

pub(super) fn run(command: &Solve, output: &Output) -> Result<Exit, Exit> {
    if command.source.files.is_empty() {
        if command.list && command.telling.json {
            output.object(registry_json());
        } else {
            output.data(&registry());
        }
        return Ok(Exit::Done);
    }
    let solver = asked_for(command).map_err(|message| output.usage(&message))?;
    let aim = command.improve.aim(solver.promise()).map_err(|message| output.usage(message))?;
    let improve = command.improve.improve.map(|time| (aim, time));
    output.tell_events(command.telling.events);
    let is_data = command.output.as_deref().is_some_and(save::is_standard);
    if is_data && (command.telling.is_for_programs() || command.animate) {
        return Err(output.usage("standard output takes one result: -o -, --json or --animate"));
    }
    let files = command.source.each(output)?;
    if command.output.is_some() && files.len() > 1 {
        let help = "make one file of them with `banto sokoban convert FILES -o all.sok`";
        return Err(output.misused("-o takes the levels of one file", help));
    }
    if command.resume.as_deref().is_some_and(save::is_standard) {
        return Err(output.usage("--resume reads the file that it writes, so it takes no stream"));
    }
    let run = limit::interruptible(&command.limits, output);
    ready(
        &run,
        &[("-o", save::LEVELS, &command.output)],
        Format::Sok,
        command.force,
        files.iter().map(|one| &one.file),
    )?;
    save::apart(output, &command.resume, files.iter().map(|one| &one.file))?;
    let mut results = command.resume.as_deref().map(|path| Results::open(path, output)).transpose()?;
    let mut worst = Exit::Done;
    for source in &files {
        let (results, is_one) = (results.as_mut(), files.len() == 1);
        // The limits are for each level, and for reading each file.
        let run = Run { limits: limit::again(&command.limits, output), output };
        output.forget_why();
        let found = FileRun { command, source, is_one, solver: &solver, improve, run: &run, results }.solve();
        worst = worst.or_worse(match found {
            Ok(exit) => exit,
            Err(exit) if is_one => return Err(exit),
            Err(exit) => {
                if command.telling.is_for_programs() {
                    output.object_so_far(json!({ "file": source.file }), exit);
                }
                exit
            }
        });
        if run.is_interrupted() {
            let worst = if is_one { worst } else { worst.or_worse(Exit::Unsolved) };
            // Limits have ended some levels, but Ctrl-C the work.
            let is_limit = matches!(worst, Exit::MemoryLimit | Exit::TimeLimit);
            return Ok(if is_limit { Exit::Unsolved } else { worst });
        }
    }
    Ok(worst)
}

/// The levels of one file, to be solved.
struct FileRun<'r, 'o> {
    command: &'r Solve,
    source: &'r LevelFile,
    /// Whether there is no other.
    is_one: bool,
    solver: &'r SolverName,
    improve: Option<(Aim, Duration)>,
    run: &'r Run<'o>,
    results: Option<&'r mut Results>,
}

impl FileRun<'_, '_> {
    fn solve(self) -> Result<Exit, Exit> {
        let Self { command, source, is_one, solver, improve, run, mut results } = self;
        let (output, which, file) = (run.output, &command.chosen.level, &source.file);
        let start = Instant::now();
        let mut chosen = sound(std::slice::from_ref(source), which, &command.strict, run)?.only(which);
        let line = Progress::new(command.telling.progress, command.quiet, output);
        let levels = &chosen.collection.levels;
        let (mut left, mut worst) = (Vec::new(), Exit::Done);
        let (mut solutions, is_kept) = (Vec::new(), command.output.is_some());
        for (index, level) in levels.iter().enumerate() {
            let known = results.as_ref().and_then(|one| one.of(file, chosen.numbers[index], level, solver));
            match known {
                Some(done) => {
                    worst = worst.or_worse(done.exit);
                    solutions.extend(done.solution().filter(|_| is_kept).map(|one| (index, one)));
                    if command.telling.is_for_programs() {
                        output.object(done.line);
                    }
                }
                None => left.push(index),
            }
        }
        let has_bounds = left.len() == 1 && solver.promise() != Promise::Any;
        let measure = measure(solver.promise());
        let progress = LevelProgress {
            line: if has_bounds { line.with_bounds(measure) } else { line },
            done: AtomicUsize::new(0),
            total: left.len(),
            known: levels.len() - left.len(),
            solved: AtomicUsize::new(0),
        };
        let work = |job: usize, threads: usize| {
            let limits = limit::again(&command.limits, output);
            let level = &levels[left[job]];
            // A solver that guarantees something searches by itself.
            let own = improve.filter(|_| solver.promise() == Promise::Any);
            let (by, own) = own.and_then(|(aim, _)| improve::own(level, aim)).unzip();
            let mut outcome = own
                .or_else(|| solve_in_threads(level, solver, threads, &limits, &progress))
                .expect("a sound level has a board");
            let improved = improve.and_then(|improve| {
                improve::run(level, &mut outcome, improve, solver.promise(), &limits, &progress.line)
            });
            if threads > 1 && progress.total > 1 {
                outcome.forget_processor_time();
            }
            progress.done.fetch_add(1, Ordering::Relaxed);
            (outcome, improved, by)
        };
        let wish = Told {
            animate: command.animate,
            is_for_programs: command.telling.is_for_programs(),
            is_in_levels: command.output.as_deref().is_some_and(save::is_standard),
            quiet: command.quiet,
        };
        let (mut told, mut drawn) = (0, start);
        let threads = usize::from(command.threads);
        run_jobs(progress.total, threads, &run.limits, &work, &mut |job, outcome| {
            told += 1;
            let index = left[job];
            let number = chosen.numbers[index];
            let limits = limit::again(&command.limits, output);
            let level = &levels[index];
            let (outcome, improved, by) = outcome;
            if is_kept {
                let found = improve::stored(&outcome, by.as_deref(), improved.as_ref());
                solutions.extend(found.map(|solution| (index, solution)));
            }
            let is_hopeless = matches!(outcome.ending, Ending::Unsolvable(_));
            // Of quick levels no search tells, and without a report the line stays.
            if results.is_none() || outcome.solution().is_none() {
                progress.line.clear();
            } else if progress.total > 1 && drawn.elapsed() > OFTEN {
                progress.line.begin(&progress.words());
                drawn = Instant::now();
            }
            let is_canceled = run.is_interrupted();
            let run = Run { limits, output };
            let of = chosen.of;
            let report = LevelReport { level, file, is_one, number, of, solver, outcome, improved, run };
            let exit = report.tell(&wish, results.as_deref_mut(), &progress.solved, is_canceled);
            worst = worst.or_worse(exit);
            if is_hopeless && results.is_none() && !command.telling.is_for_programs() {
                output.diagnostics(&chosen.hopeless(number), &chosen.sources());
            }
        });
        if told < progress.total {
            worst = worst.or_worse(Exit::Unsolved);
        }
        progress.line.clear();
        if (progress.total > 1 || command.resume.is_some()) && !command.quiet {
            let name = if is_one { String::new() } else { format!("{}: ", file.display()) };
            let stop = if run.is_interrupted() && worst != Exit::Done { "interrupted: " } else { "" };
            output.talk(&format!("{name}{stop}{}", progress.sum(start.elapsed())));
        }
        if !solutions.is_empty() && worst != Exit::Fault {
            keep(command, &mut chosen, solutions, run)?;
        } else if let Some(path) = command.output.as_deref().filter(|path| !save::is_standard(path)) {
            output.talk(&format!("nothing is written to {}: no level is solved", path.display()));
        }
        Ok(worst.or_worse(chosen.report(output)))
    }
}

/// The requested solver.
fn asked_for(command: &Solve) -> Result<SolverName, String> {
    let Some(solver) = &command.solver else {
        let solver = match command.optimal {
            None => Solver::Direct,
            Some(Aim::Pushes) => Solver::FewestPushes,
            Some(Aim::Moves) => Solver::MovesThenPushes,
        };
        return Ok(solver.into());
    };
    let promise = solver.promise();
    let (keeps, what): (fn(Promise) -> bool, _) = match command.optimal {
        None => (|_| true, ""),
        Some(Aim::Pushes) => (Promise::is_least_pushes, "pushes"),
        Some(Aim::Moves) => (Promise::is_least_moves, "moves"),
    };
    if keeps(promise) {
        Ok(solver.clone())
    } else {
        let others = SOLVERS.iter().filter(|row| keeps(row.promise)).map(|row| row.name);
        let others = others.collect::<Vec<_>>().join(", ");
        let help = format!("{others} do; --optimal {what} alone takes one of them");
        Err(format!("{} does not guarantee the fewest {what}; {help}", solver.name()))
    }
}

/// Counts levels, and shows the progress of the search in one of them.
struct LevelProgress<'o> {
    line: Progress<'o>,
    done: AtomicUsize,
    total: usize,
    /// How many more an earlier run has solved.
    known: usize,
    solved: AtomicUsize,
}

impl LevelProgress<'_> {
    /// What is said at the end.
    fn sum(&self, time: Duration) -> String {
        let (solved, total) = (self.solved.load(Ordering::Relaxed), counted(self.total, "level", "levels"));
        let known = if self.known > 0 { format!("; {} were known", self.known) } else { String::new() };
        format!("solved {solved} of {total} in {:.1}s{known}", time.as_secs_f64())
    }

    fn words(&self) -> String {
        const WIDTH: usize = 20;
        let (done, solved) = (self.done.load(Ordering::Relaxed), self.solved.load(Ordering::Relaxed));
        let (done, total) = (done + self.known, self.total + self.known);
        let full = done * WIDTH / total.max(1);
        let bar = format!("{}{}", "=".repeat(full), " ".repeat(WIDTH - full));
        format!("[{bar}] {done} of {total}, {solved} solved")
    }
}

impl Observer for LevelProgress<'_> {
    fn progress(&self, progress: &banto_search::Progress) {
        if self.total == 1 {
            self.line.progress(progress);
            return;
        }
        self.line.say(progress, || {
            let (seconds, expanded) = (progress.elapsed.as_secs_f64(), progress.work.counts.expanded);
            format!("{}; level since {seconds:.1}s, expanded {expanded}", self.words())
        });
    }
}

/// Writes the chosen levels with what was found for them, before the solutions that they have.
fn keep(
    command: &Solve,
    chosen: &mut SoundLevels,
    found: Vec<(usize, StoredSolution)>,
    run: &Run<'_>,
) -> Result<(), Exit> {
    for (index, solution) in found {
        chosen.collection.levels[index].add_solution(solution);
    }
    let path = command.output.as_deref();
    let whole = Run { limits: Limits::none(), output: run.output };
    write(&chosen.collection, Format::Sok, path, command.quiet, &whole)?;
    if !command.quiet {
        tell_words(chosen, run);
    }
    Ok(())
}

/// The solvers, one per line.
fn registry() -> String {
    let mut out = String::from("Solvers:\n");
    for (name, summary) in solver::all() {
        let row = SOLVERS.iter().find(|row| row.name == name);
        let promise = row.and_then(|row| row.promise.words());
        let promise = promise.map(|words| format!(" ({words})")).unwrap_or_default();
        let _ = writeln!(out, "  {name:<17}{summary}{promise}");
    }
    let searches = solver::searches().map(|row| row.0).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "\nA search may follow strips:ENCODING, as in strips:typed:optimal: {searches}");
    out
}

/// The solvers and searches as an object.
fn registry_json() -> Value {
    let solvers = solver::all().map(|(name, summary)| {
        let promise = SolverName::read(&name).ok().and_then(|solver| solver.promise().words());
        json!({ "name": name, "summary": summary, "promise": promise })
    });
    let searches: Vec<&str> = solver::searches().map(|row| row.0).collect();
    json!({ "status": "ok", "solvers": solvers.collect::<Vec<_>>(), "searches": searches })
}
