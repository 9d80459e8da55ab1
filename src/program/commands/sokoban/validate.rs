//! `banto sokoban validate`: whether moves solve a level, or all solutions of a file their levels.
//!
//! In: levels, and moves as words, in a file, or in a level file. Out: the verdicts.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::improve::Length;
use crate::compare::figures::counted;
use crate::files::input;
use crate::files::levels::{fitted, one_of, playable_or_none, read};
use crate::files::which_levels::WhichLevels;
use crate::{ChosenLevels, Exit, LevelFile, LimitArguments, Output, Run, limit};
use banto_base::source::{Diagnostic, SourceText, codes, printable};
use banto_sokoban::fit::{Fitted, faults};
use banto_sokoban::level::{self, Level, Reading};
use banto_sokoban::lurd::{self, Written};
use banto_sokoban::validate::{Refusal, Verdict, validate};

/// Replay a solution by the rules of the game, and say whether it solves the level
#[derive(Debug, Args)]
#[command(visible_alias = "verify")]
pub(crate) struct Validate {
    #[command(flatten)]
    pub source: LevelFile,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The solution: the moves themselves, such as rrULd or "R 2D", a file of them, or a file with solutions of any of
    /// the levels; by default, those in FILE
    #[arg(value_name = "MOVES")]
    pub solution: Option<String>,

    /// Print the verdict as one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The name of moves given on the command line.
const TYPED: &str = "<solution>";

pub(super) fn run(command: &Validate, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let (path, which, given) = (&command.source.file, &command.chosen.level, command.solution.as_deref());
    if path.is_dir() {
        let help = format!("`banto sokoban check {}` replays the solutions in its files", path.display());
        return Err(output.misused(&format!("{} is a folder", path.display()), &help));
    }
    input::once([path.as_path()].into_iter().chain(given.map(Path::new)), output)?;
    let (source, reading) = read(&command.source, &run)?;
    let count = reading.collection.levels.len();
    let is_one = which.one().is_some() || (which.is_all() && count <= 1);
    if !is_one {
        which.check(source.name(), count, output)?;
    }
    let Some(given) = given else {
        let mut own = reading.clone();
        let one = if is_one { Some(one_of(which.one(), &source, reading, &run)?.0) } else { None };
        let which = one.map_or_else(|| which.clone(), |one| Some(one).into());
        // A level is judged by its own solutions, also where another has the same board.
        let others = own.collection.levels.iter_mut().zip(1..).filter(|(_, number)| !which.has(*number));
        others.for_each(|(level, _)| level.solutions.clear());
        return judge_all(command, &which, &own.collection.levels, (&source, &own), &run);
    };
    let solution = text(given, &run)?;
    if !is_one && solution.name() != TYPED {
        let theirs = levels_in(&solution, &run)?;
        output.diagnostics(&reading.diagnostics, &[&source]);
        return judge_all(command, which, &playable_or_none(&reading), (&solution, &theirs), &run);
    }
    let (number, level) = one_of(which.one(), &source, reading, &run)?;
    match of_level(&level, &solution, &run)? {
        Given::Moves(moves) => Ok(match validate(&level, &moves) {
            Ok(verdict) => told(verdict, command.json, output),
            Err(refusal) => refused(refusal, &level, &source, &moves, command.json, output),
        }),
        Given::Solutions(theirs, fitted) => {
            let (level, which) = (std::slice::from_ref(&level), Some(number).into());
            judge(command, &which, (level, number), (&solution, &theirs), fitted, output)
        }
    }
}

/// Judges the solutions of these levels in a text. The answer is no if one is wrong.
fn judge_all(
    command: &Validate,
    which: &WhichLevels,
    levels: &[Level],
    (source, theirs): (&SourceText, &Reading),
    run: &Run<'_>,
) -> Result<Exit, Exit> {
    let those = levels.iter().zip(1..);
    let those = those.map(|(level, number)| if which.has(number) { level.clone() } else { Level::default() });
    let levels: Vec<Level> = those.collect();
    let fitted = fitted(&levels, source, theirs, run)?;
    judge(command, which, (&levels, 1), (source, theirs), fitted, run.output)
}

/// Tells of solutions in a text, fitted to levels of which the first has this number.
fn judge(
    command: &Validate,
    which: &WhichLevels,
    (levels, first): (&[Level], usize),
    (source, theirs): (&SourceText, &Reading),
    mut fitted: Vec<Fitted>,
    output: &Output,
) -> Result<Exit, Exit> {
    let is_one = which.one().is_some();
    // What lines of moves were made for is not known: each of them is judged.
    if !which.is_all() && !theirs.collection.levels.is_empty() {
        fitted.retain(|one| one.level.is_some());
    }
    if fitted.is_empty() {
        if theirs.is_playable() {
            let what = if is_one { "solution of this level" } else { "solutions" };
            output.error(&format!("{} has no {what}", source.name()));
        }
        return Err(Exit::Input);
    }
    let mut objects = Vec::new();
    for one in &fitted {
        let heading = one.level.map(|at| levels[at].heading(at + first)).filter(|_| !is_one);
        let by = if one.title.is_empty() { String::new() } else { format!(" ({})", printable(&one.title)) };
        let line = source.line_column(one.place.start).0;
        let words = match &one.moves {
            Ok(moves) => format!("solved: {}{by}", Length::of_moves(moves).words()),
            Err(why) => format!("{}:{line}: {why}{by}", source.name()),
        };
        let heading = heading.map(|heading| format!("{heading}: ")).unwrap_or_default();
        if command.json {
            let length = one.moves.as_deref().ok().map(Length::of_moves);
            objects.push(json!({
                "level": one.level.map(|at| at + first),
                "status": if one.moves.is_ok() { "solved" } else { "invalid" },
                "title": one.title,
                "moves": length.map(|length| length.1),
                "pushes": length.map(|length| length.0),
                "message": one.moves.as_ref().err(),
                "line": line,
            }));
        } else {
            output.data(&format!("{heading}{words}\n"));
        }
    }
    let wrong = fitted.iter().filter(|one| one.moves.is_err()).count();
    // What a broken level has was judged by nobody, and what was not read neither.
    let mut those = theirs.collection.levels.iter().zip(theirs.playable_levels());
    let is_unjudged = those.any(|(level, is_playable)| !is_playable && !level.solutions.is_empty());
    let is_cut = theirs.diagnostics.iter().any(|one| one.code == codes::E0309);
    let is_broken = !is_one && (is_unjudged || is_cut);
    let exit = match wrong {
        _ if is_broken => Exit::Input,
        0 => Exit::Done,
        _ => Exit::No,
    };
    if command.json {
        let status = if wrong == 0 { exit.status() } else { "invalid" };
        output.object(json!({ "status": status, "wrong": wrong, "solutions": objects }));
    } else if fitted.len() > 1 {
        let all = counted(fitted.len(), "solution", "solutions");
        output.talk(&format!("{all}: {} right, {wrong} wrong", fitted.len() - wrong));
    }
    Ok(exit)
}

/// What a text has for a level.
enum Given {
    /// Moves alone, wherever they lead.
    Moves(Vec<Written>),
    /// Solutions, of other levels, too; and those that are fitted to this one.
    Solutions(Reading, Vec<Fitted>),
}

/// Reads moves, or solutions in any form that others write. Errors are printed.
fn of_level(level: &Level, text: &SourceText, run: &Run<'_>) -> Result<Given, Exit> {
    let moves = moves(text, run)?;
    if text.name() == TYPED {
        return moves.map(Given::Moves).map_err(|fault| run.output.refuse(&[fault], &[text]));
    }
    let solves = |moves: &Vec<Written>| validate(level, moves).is_ok_and(|verdict| verdict.is_solved());
    let moves = match moves {
        Ok(moves) if solves(&moves) => return Ok(Given::Moves(moves)),
        moves => moves,
    };
    // A file may have several solutions, for a level that is drawn otherwise, too.
    let theirs = levels_in(text, run)?;
    let fitted = fitted(std::slice::from_ref(level), text, &theirs, run)?;
    match moves {
        _ if fitted.is_empty() && theirs.collection.levels.is_empty() => Err(Exit::Input),
        Ok(moves) if fitted.iter().all(|one| one.moves.is_err()) => Ok(Given::Moves(moves)),
        _ => Ok(Given::Solutions(theirs, fitted)),
    }
}

/// The moves that are given for a level: of several solutions, that with the fewest. Errors are printed.
pub(super) fn written(given: &str, level: &Level, run: &Run<'_>) -> Result<Vec<Written>, Exit> {
    let source = text(given, run)?;
    let fitted = match of_level(level, &source, run)? {
        Given::Moves(moves) => return Ok(moves),
        Given::Solutions(_, fitted) => fitted,
    };
    let right = fitted.iter().filter_map(|one| one.moves.as_ref().ok()).min_by_key(|moves| moves.len());
    right.map(|moves| moves.iter().copied().map(Written::from).collect()).ok_or_else(|| {
        run.output.diagnostics(&faults(&fitted), &[&source]);
        run.output.error(&format!("{} has no solution of this level", source.name()));
        Exit::Input
    })
}

/// A text as moves, or the fault in it.
fn moves(source: &SourceText, run: &Run<'_>) -> Result<Result<Vec<Written>, Diagnostic>, Exit> {
    let read = lurd::read_within(source, &run.limits).map_err(run.stopped("stopped while reading moves"))?;
    Ok(read.map_err(|fault| match source.name() {
        TYPED => {
            let given = cut(source.text(), 40);
            fault.help(format!("these are read as moves, and there is no file {given}"))
        }
        _ => *fault,
    }))
}

fn levels_in(source: &SourceText, run: &Run<'_>) -> Result<Reading, Exit> {
    level::read_within(source, None, &run.limits).map_err(run.stopped("stopped while reading levels"))
}

/// The text of a solution: the contents of the file of that name, if any, else the words themselves.
fn text(solution: &str, run: &Run<'_>) -> Result<SourceText, Exit> {
    let path = Path::new(solution);
    if solution == "-" || path.is_file() {
        return input::text(path, run);
    }
    let is_moves = lurd::is_moves(solution);
    let is_path = (path.is_dir() && !is_moves) || (solution.contains(['/', '.']) && !solution.contains(' '));
    if is_path { input::text(path, run) } else { Ok(SourceText::new(TYPED, solution)) }
}

/// The beginning of a text of any length, for a message.
pub(super) fn cut(text: &str, most: usize) -> String {
    let shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() { format!("{shown}...") } else { shown }
}

fn told(verdict: Verdict, json: bool, output: &Output) -> Exit {
    let exit = if verdict.is_solved() { Exit::Done } else { Exit::No };
    if json {
        output.object(as_json(&verdict));
        return exit;
    }
    let made = Length(verdict.pushes, verdict.moves).words();
    if verdict.is_solved() {
        output.data(&format!("solved: {made}\n"));
    } else {
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        output.data(&format!("not solved: {left} not on a goal after {made}\n"));
    }
    exit
}

pub(super) fn as_json(verdict: &Verdict) -> Value {
    json!({
        "status": if verdict.is_solved() { "solved" } else { "unsolved" },
        "moves": verdict.moves,
        "pushes": verdict.pushes,
        "boxes_left": verdict.boxes_left,
    })
}

fn refused(
    refusal: Refusal,
    level: &Level,
    source: &SourceText,
    moves: &[Written],
    json: bool,
    output: &Output,
) -> Exit {
    let span = refusal.row.zip(refusal.column).and_then(|(row, column)| level.spans.get(row)?.get(column));
    let place = span.map(|span| source.line_column(span.start));
    let words = refusal.words(moves);
    if json {
        output.object(json!({
            "status": "invalid",
            "message": words,
            "move": refusal.index + 1,
            "letter": moves.get(refusal.index).map(|one| one.letter()),
            "reason": refusal.reason.words(),
            "line": place.map(|place| place.0),
            "column": place.map(|place| place.1),
        }));
        return Exit::No;
    }
    let at = place.map(|(line, column)| format!("{}:{line}:{column}: ", source.name())).unwrap_or_default();
    output.data(&format!("{at}{words}\n"));
    Exit::No
}
