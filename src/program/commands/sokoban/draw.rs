//! `banto sokoban draw`: levels as pictures: on the terminal, as SVG or PNG, as a GIF that plays a solution, or as a
//! page to play on.
//!
//! In: levels, perhaps with solutions. Out: text, or a file.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::best_solutions;
use super::convert::tell_faults;
use super::level_report::{exit, failure};
use super::validate::written;
use crate::compare::figures::show_memory;
use crate::compare::solve;
use crate::files::levels::{LevelFiles, SoundLevels};
use crate::files::save;
use crate::flags::number;
use crate::terminal::play::Count;
use crate::{ChosenLevels, Exit, LimitArguments, Output, Progress, Run, Strict, limit, reason, sound};
use banto_base::limits::Stop;
use banto_base::source::printable;
use banto_base::system::processes;
use banto_sokoban::direct::Solver;
use banto_sokoban::picture::AnimationError;
use banto_sokoban::validate::{stored_faults, validate};
use banto_sokoban::{Alphabet, Board, Level, Move, draw, fit, picture};

/// The program as WebAssembly, and what starts it in a worker of a browser.
const ENGINE: &str = "banto.wasm";
const PROGRAMS: &str = include_str!("../../serve/page/program.js");
const WORKER: &[&str] =
    &[include_str!("../../serve/page/shim.js"), include_str!("../../serve/page/worker.js")];

/// Draw levels: on the terminal, as SVG or PNG, as a GIF of a solution, or as a page to play on
#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub source: LevelFiles,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// Write a picture of the level to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,

    /// How many pixels the PNG (an SVG has no size) has room for across: cells are as large as fits, and of one pixel
    /// at least; by default they have 8 to 32
    #[arg(long, value_name = "PIXELS", value_parser = number::whole::<u16>(1..))]
    pub width: Option<u16>,

    /// Write an animation of a solution to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,

    /// Write a page on which the level, or every level of the file, is played to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// The page of --html has a solver inside: this program as WebAssembly, by default the `banto.wasm` beside it. In
    /// the sources of banto, `.ci/site FOLDER` makes one, after `rustup target add wasm32-wasip1`
    #[arg(long, value_name = "WASM", require_equals = true, num_args = 0..=1,
        default_missing_value = ENGINE)]
    pub with_solver: Option<PathBuf>,

    /// Moves: the moves themselves, a file of them, or a level file that has them; --gif and --html play them, anything
    /// else shows where they lead. By default, --html has the level's own solution, and --gif that or one that is
    /// found
    #[arg(long, value_name = "MOVES")]
    pub solution: Option<String>,

    #[command(flatten)]
    pub strict: Strict,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Draw, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let stopped = run.stopped("stopped while drawing");
    let files = [
        ("--svg", "a picture", &command.svg),
        ("--png", "a picture", &command.png),
        ("--gif", "a picture", &command.gif),
        ("--html", "a page", &command.html),
    ];
    let named_files = || files.iter().filter_map(|(_, _, path)| path.as_ref());
    if named_files().filter(|path| save::is_standard(path)).count() > 1 {
        return Err(output.usage("standard output takes one result: --svg -, --png -, --gif - or --html -"));
    }
    if command.width.is_some() && command.png.is_none() {
        let help = "an SVG or a page can be shown at any size, and a GIF chooses its own";
        return Err(output.misused("--width is for --png alone", help));
    }
    if command.with_solver.is_some() && command.html.is_none() {
        let help = "name the page with --html FILE; a picture has no place for a solver";
        return Err(output.misused("--with-solver is for --html alone", help));
    }
    let solution = command.solution.as_ref().map(PathBuf::from);
    let sources = command.source.each(output)?;
    save::ready(&run, &files, sources.iter().map(|one| &one.file).chain(&solution))?;
    let engine = command.with_solver.as_ref().map(|path| engine(path, output)).transpose()?;
    let which = &command.chosen.level;
    let levels = sound(&sources, which, &command.strict, &run)?.only(which).credited();
    let draws_here = named_files().next().is_none();
    if which.one().is_none() && command.solution.is_none() && draws_here {
        for (index, (number, level)) in levels.numbered().enumerate() {
            run.limits.check().map_err(stopped)?;
            output.data(if index > 0 { "\n" } else { "" });
            let title = if levels.of > 1 { Some(level.heading(number)) } else { level.title.clone() };
            output.data(&named(&Level { title, ..level.clone() }, output));
        }
        return Ok(levels.report(output));
    }
    let needs_one = [&command.svg, &command.png, &command.gif].into_iter().any(Option::is_some);
    if let Some(path) =
        command.html.as_deref().filter(|_| !needs_one && levels.of > 1 && which.one().is_none())
    {
        if command.solution.is_some() {
            return Err(output.usage("--solution is for one level; name it with --level N"));
        }
        let page = page_of_all(command, &levels, &run).map_err(stopped)?;
        write_page(path, page, engine.as_deref(), output)?;
        tell_faults(&levels, &run);
        return Ok(levels.report(output));
    }
    if needs_one && !which.is_all() && levels.numbers.len() > 1 {
        let text = format!("--svg, --png and --gif take one level, not {}", which.words());
        return Err(output.misused(&text, "name one with --level N; --html takes several"));
    }
    one(command, &levels, draws_here, engine.as_deref(), &run)
}

/// The program as WebAssembly for a page with a solver.
fn engine(path: &Path, output: &Output) -> Result<Vec<u8>, Exit> {
    let beside = || Some(processes::program().ok()?.parent()?.join(path));
    let found = if path == Path::new(ENGINE) { beside().filter(|path| path.exists()) } else { None };
    let read = std::fs::read(found.as_deref().unwrap_or(path));
    let bytes = read.map_err(|error| {
        output.error(&format!(
            "there is no solver for the page: cannot read {}: {}",
            path.display(),
            reason(&error)
        ));
        output.help(
            "in the sources of banto, `rustup target add wasm32-wasip1` and `.ci/site FOLDER` make FOLDER/banto.wasm; \
             then --with-solver=FOLDER/banto.wasm",
        );
        Exit::Input
    })?;
    if bytes.starts_with(b"\0asm") {
        return Ok(bytes);
    }
    output.error(&format!("{} is not a program in WebAssembly", path.display()));
    Err(Exit::Input)
}

/// Writes a page to play on, with a solver if there is one; then it says how large that makes it.
fn write_page(path: &Path, page: String, engine: Option<&[u8]>, output: &Output) -> Result<(), Exit> {
    let Some(engine) = engine else { return save::write_and_tell(output, path, page) };
    let whole = picture::with_solver(&page, PROGRAMS, WORKER, engine);
    let sizes = [whole.len(), page.len()].map(|length| show_memory(length as u64));
    save::write_and_tell(output, path, whole)?;
    output.talk(&format!("the page has {}, and would have {} without its solver", sizes[0], sizes[1]));
    Ok(())
}

/// A page of several levels, with the solutions that are known.
fn page_of_all(command: &Draw, levels: &SoundLevels, run: &Run<'_>) -> Result<String, Stop> {
    let name = levels.collection.title.clone();
    let stem = || command.source.files[0].file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title = name.or_else(stem).unwrap_or_default();
    let solutions: Vec<_> = levels.collection.levels.iter().map(best_solutions::solution).collect();
    let rows = levels.numbered().zip(&solutions);
    let rows: Vec<_> = rows.map(|((number, level), solution)| (number, level, solution.as_deref())).collect();
    picture::pages(&title, &rows, &levels.reasons(), &run.limits)
}

/// Draws one level in all the forms that are asked for.
fn one(
    command: &Draw,
    levels: &SoundLevels,
    draws_here: bool,
    engine: Option<&[u8]>,
    run: &Run<'_>,
) -> Result<Exit, Exit> {
    let (output, stopped) = (run.output, run.stopped("stopped while drawing"));
    let (number, level) = levels.one(&command.chosen.level, output)?;
    let exit = levels.report(output);
    let mut moves = match (&command.solution, &command.gif, &command.html) {
        (None, None, None) => None,
        (solution, ..) => given((number, level), solution.as_deref(), levels, run)?,
    };
    // What does not move shows where the given moves lead.
    let still =
        moves.as_ref().filter(|_| command.solution.is_some()).and_then(|(moves, _)| after(level, moves));
    let still = still.as_ref().unwrap_or(level);
    if draws_here {
        output.data(&named(still, output));
    }
    let failed = |error: AnimationError| match error {
        AnimationError::Stopped(stop) => stopped(stop),
        error => {
            output.error(&error.to_string());
            Exit::Input
        }
    };
    if let Some(path) = &command.svg {
        save::write_and_tell(output, path, picture::svg_within(still, &run.limits).map_err(stopped)?)?;
    }
    if let Some(path) = &command.png {
        not_shown("a PNG", path, output)?;
        let bytes = match command.width {
            Some(width) => picture::png_of_width(still, width.into(), &run.limits),
            None => picture::png(still, &run.limits),
        };
        save::write_and_tell(output, path, bytes.map_err(failed)?)?;
    }
    if let Some(path) = &command.html {
        let solving = moves.as_ref().filter(|moves| moves.1).map(|moves| moves.0.as_slice());
        let Some(page) = picture::page(level, solving, &run.limits).map_err(stopped)? else {
            return Err(failed(AnimationError::NoBoard));
        };
        write_page(path, page, engine, output)?;
    }
    let Some(path) = &command.gif else { return Ok(exit) };
    not_shown("a GIF", path, output)?;
    let moves = match moves.take() {
        Some((made, _)) => made,
        None => solved(level, run)?,
    };
    let bytes = picture::gif(level, &moves, &run.limits).map_err(failed)?;
    save::write_and_tell(output, path, bytes)?;
    Ok(exit)
}

/// Refuses to print to a terminal what it cannot show.
pub(super) fn not_shown(what: &str, path: &Path, output: &Output) -> Result<(), Exit> {
    if !save::is_standard(path) || !std::io::stdout().is_terminal() {
        return Ok(());
    }
    let help = "name a file, or redirect standard output to one";
    Err(output.misused(&format!("{what} is not printed on a terminal"), help))
}

fn named(level: &Level, output: &Output) -> String {
    let title = level.title.as_ref().map(|title| format!("{}\n", printable(title))).unwrap_or_default();
    format!("{title}{}", picture::terminal(level, output.data_color))
}

/// The level as it is after these moves.
fn after(level: &Level, moves: &[Move]) -> Option<Level> {
    let (board, mut position) = Board::new(level)?;
    for made in moves {
        board.step(&mut position, made.direction)?;
    }
    let rows = draw::position(level, &board, &position, Alphabet::Xsb).parse::<Level>().ok()?.rows;
    Some(Level { rows, ..level.clone() })
}

/// Moves that the validator accepts, and whether they solve the level.
type Given = (Vec<Move>, bool);

/// The given moves, or the best of the stored ones that solve the level.
fn given(
    (number, level): (usize, &Level),
    given: Option<&str>,
    levels: &SoundLevels,
    run: &Run<'_>,
) -> Result<Option<Given>, Exit> {
    let Some(given) = given else {
        let faults = stored_faults(level, &run.limits).map_err(run.stopped("stopped while drawing"))?;
        run.output.diagnostics(&levels.placed(number, faults), &levels.sources());
        return Ok(best_solutions::solution(level).map(|moves| (moves, true)));
    };
    let written = written(given, (number, level), run)?;
    let solves = match validate(level, &written) {
        Ok(verdict) => verdict.is_solved(),
        Err(refusal) => {
            run.output.error(&refusal.words(&written));
            return Err(Exit::No);
        }
    };
    if !solves {
        run.output.talk("note: these moves do not solve the level");
    }
    // About what a board takes for each cell.
    let bytes = level.width() * level.height() * size_of::<[u64; 4]>();
    run.limits.check_allocation(bytes).map_err(run.stopped("stopped while drawing"))?;
    Ok(Some((fit::made(level, &written).unwrap_or_default(), solves)))
}

/// A solution found now.
fn solved(level: &Level, run: &Run<'_>) -> Result<Vec<Move>, Exit> {
    let progress = Progress::new(None, false, run.output);
    let outcome = solve(level, &Solver::Direct.into(), &run.limits, &progress);
    let outcome = outcome.expect("a sound level has a board");
    progress.clear();
    if let Some(solution) = outcome.solution() {
        run.output.talk(&format!("solved: {}", Count::of(&solution.path).words()));
        return Ok(solution.path.clone());
    }
    run.output.error(&failure(&outcome.ending).unwrap_or_default());
    run.output.help("to show a solution, give one with --solution, a file or moves such as rrULd");
    Err(exit(&outcome.ending))
}
