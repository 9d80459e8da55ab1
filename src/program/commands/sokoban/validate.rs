//! `banto sokoban validate`: whether moves solve a level, or all solutions of a file their levels.
//!
//! In: levels, and moves as words, in a file, or in a level file. Out: the verdicts.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use crate::compare::figures::counted;
use crate::files::input;
use crate::files::levels::{SoundLevels, read};
use crate::files::solutions::Solutions;
use crate::files::which_levels::WhichLevels;
use crate::terminal::play::Count;
use crate::{ChosenLevels, Exit, LevelFile, LimitArguments, Output, Run, Strict, limit};
use banto_base::source::{SourceText, printable};
use banto_sokoban::fit::{Wanted, faults};
use banto_sokoban::level::{self, Level};
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
    let (source, mut own) = read(&command.source, &run)?;
    let levels = SoundLevels::new(source, own.clone(), which, &Strict { strict: false }, &run)?;
    let (wanted, chosen) = (levels.wanted(which), levels.only(which));
    let is_one = chosen.of == 1 || which.one().is_some();
    let which = if is_one { Some(chosen.numbers[0]).into() } else { which.clone() };
    let Some(given) = given else {
        // A level is judged by its own solutions, also where another has the same board.
        let others = own.collection.levels.iter_mut().zip(1..).filter(|(_, number)| !which.has(*number));
        others.for_each(|(level, _)| level.solutions.clear());
        let solutions = Solutions::new(chosen.sources()[0], &own, &wanted, &which, &run)?;
        return Ok(judge(command, is_one, &wanted, &solutions, output).or_worse(chosen.report(output)));
    };
    let text = text(given, &run)?;
    if text.name() == TYPED {
        chosen.one(&which, output)?;
    }
    let exit = match read_given(&text, &wanted, &which, &run)? {
        Given::Solutions(solutions) => judge(command, is_one, &wanted, &solutions, output),
        Given::Moves(moves) => {
            let (_, level) = chosen.one(&which, output)?;
            match validate(level, &moves) {
                Ok(verdict) => told(verdict, command.json, output),
                Err(refusal) => refused(refusal, level, chosen.sources()[0], &moves, command.json, output),
            }
        }
    };
    Ok(exit.or_worse(chosen.report(output)))
}

/// Tells of solutions that were fitted to levels.
fn judge(
    command: &Validate,
    is_one: bool,
    wanted: &Wanted,
    solutions: &Solutions<'_>,
    output: &Output,
) -> Exit {
    let (source, all, wrong, exit) =
        (solutions.source, solutions.fitted.len(), solutions.wrong(), solutions.exit());
    let mut objects = Vec::new();
    for one in &solutions.fitted {
        let level = one.level.map(|at| &wanted.levels[at]);
        let heading = level.filter(|_| !is_one).map(|(number, level)| level.heading(*number) + ": ");
        let by = if one.title.is_empty() { String::new() } else { format!(" ({})", printable(&one.title)) };
        let line = source.line_column(one.place.start).0;
        let words = match &one.moves {
            Ok(moves) => format!("solved: {}{by}", Count::of(moves).words()),
            Err(why) => format!("{}:{line}: {why}{by}", source.name()),
        };
        if command.json {
            let length = one.moves.as_deref().ok().map(Count::of);
            objects.push(json!({
                "level": level.map(|level| level.0),
                "status": if one.moves.is_ok() { "solved" } else { "invalid" },
                "by": one.title,
                "moves": length.map(|length| length.moves),
                "pushes": length.map(|length| length.pushes),
                "message": one.moves.as_ref().err(),
                "line": line,
            }));
        } else {
            output.data(&format!("{}{words}\n", heading.unwrap_or_default()));
        }
    }
    if command.json {
        let status = if wrong == 0 { exit.status() } else { "invalid" };
        output.object(json!({ "status": status, "wrong": wrong, "solutions": objects }));
    } else if all > 1 {
        let words = counted(all, "solution", "solutions");
        output.talk(&format!("{words}: {} right, {wrong} wrong", all - wrong));
    }
    exit
}

/// What a text has for levels.
enum Given<'a> {
    /// Moves alone for one level, wherever they lead.
    Moves(Vec<Written>),
    Solutions(Solutions<'a>),
}

/// Reads moves, or solutions in any form that others write. Errors are printed.
fn read_given<'a>(
    text: &'a SourceText,
    wanted: &Wanted,
    which: &WhichLevels,
    run: &Run<'_>,
) -> Result<Given<'a>, Exit> {
    let mut alone = None;
    if let ([(_, level), ..], 1) = (&wanted.levels[..], wanted.asked) {
        let moves = lurd::read_within(text, &run.limits);
        let moves = moves.map_err(run.stopped("stopped while reading moves"))?;
        if text.name() == TYPED {
            return moves.map(Given::Moves).map_err(|fault| {
                let given = cut(text.text(), 40);
                let help = format!("these are read as moves, and there is no file {given}");
                run.output.refuse(&[fault.help(help)], &[text])
            });
        }
        let solves = |moves: &Vec<Written>| validate(level, moves).is_ok_and(|verdict| verdict.is_solved());
        match moves {
            Ok(moves) if solves(&moves) => return Ok(Given::Moves(moves)),
            moves => alone = moves.ok(),
        }
    }
    // A file may have several solutions, for a level that is drawn otherwise, too.
    let theirs = level::read_within(text, None, &run.limits);
    let theirs = theirs.map_err(run.stopped("stopped while reading levels"))?;
    let solutions = Solutions::new(text, &theirs, wanted, which, run)?;
    Ok(match alone {
        Some(moves) if solutions.fitted.iter().all(|one| one.moves.is_err()) => Given::Moves(moves),
        _ => Given::Solutions(solutions),
    })
}

/// The moves that are given for a level of a number: of several solutions, that with the fewest. Errors are printed.
pub(super) fn written(
    given: &str,
    (number, level): (usize, &Level),
    run: &Run<'_>,
) -> Result<Vec<Written>, Exit> {
    let wanted = Wanted { levels: vec![(number, level.clone())], asked: 1 };
    let text = text(given, run)?;
    let solutions = match read_given(&text, &wanted, &Some(number).into(), run)? {
        Given::Moves(moves) => return Ok(moves),
        Given::Solutions(solutions) => solutions,
    };
    let right = solutions.fitted.iter().filter_map(|one| one.moves.as_ref().ok());
    let right = right.min_by_key(|moves| moves.len());
    right.map(|moves| moves.iter().copied().map(Written::from).collect()).ok_or_else(|| {
        run.output.diagnostics(&faults(&solutions.fitted), &[&text]);
        run.output.error(&format!("{} has no solution of this level", text.name()));
        Exit::Input
    })
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
    let made = Count { moves: verdict.moves, pushes: verdict.pushes }.words();
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
