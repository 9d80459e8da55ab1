//! `banto sokoban draw`: levels as pictures: on the terminal, as SVG, or as a GIF in which a solution is played.
//!
//! In: a level, perhaps with a solution. Out: text, or a file.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::exit::Exit;
use super::super::flags::LimitArguments;
use super::super::levels::{LevelFile, choose};
use super::super::output::Output;
use super::super::{limit, number, save};
use super::validate::{checked, written};
use crate::limits::{Limits, Stop};
use crate::sokoban::level::printable;
use crate::sokoban::lurd::Written;
use crate::sokoban::picture::AnimationError;
use crate::sokoban::validate::validate;
use crate::sokoban::{Board, Level, Move, picture};
use crate::source::SourceText;

#[derive(Debug, Args)]
pub(in crate::cli) struct Draw {
    #[command(flatten)]
    pub source: LevelFile,

    /// The number of the level, from 1; needed for --svg and --gif if the file has several
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub level: Option<usize>,

    /// Write a picture of the level to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write an animation of a solution to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,

    /// The solution: a file, or the moves themselves; by default, the one stored with the level
    #[arg(long, value_name = "MOVES", requires = "gif")]
    pub solution: Option<String>,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Draw, output: &Output) -> Result<Exit, Exit> {
    let limits = limit::of(&command.limits, output);
    let stopped = |stop| limit::stopped(output, "stopped while drawing", stop);
    let is_data = |path: &Option<PathBuf>| path.as_deref().is_some_and(save::is_standard);
    if is_data(&command.svg) && is_data(&command.gif) {
        return Err(output.usage("standard output takes one picture: --svg - or --gif -"));
    }
    save::no_source(output, "--svg", "a picture", &command.svg, &limits)?;
    save::no_source(output, "--gif", "a picture", &command.gif, &limits)?;
    let solution = command.solution.iter().map(PathBuf::from).collect::<Vec<_>>();
    let inputs = std::iter::once(&command.source.file).chain(&solution);
    save::apart(output, command.svg.iter().chain(&command.gif), inputs)?;
    let (source, collection) = command.source.levels(command.level, &limits, output)?;
    if command.level.is_none() && command.svg.is_none() && command.gif.is_none() {
        for (index, level) in collection.levels.iter().enumerate() {
            limits.check().map_err(stopped)?;
            output.data(if index > 0 { "\n" } else { "" });
            output.data(&named(level, output));
        }
        return Ok(Exit::Done);
    }
    let (_, level) = choose(&collection, command.level, &source, output)?;
    if command.svg.is_none() && command.gif.is_none() {
        output.data(&named(level, output));
    }
    if let Some(path) = &command.svg {
        write(path, picture::svg_within(level, &limits).map_err(stopped)?.as_bytes(), output)?;
    }
    let Some(path) = &command.gif else { return Ok(Exit::Done) };
    if save::is_standard(path) && std::io::stdout().is_terminal() {
        output.error("a GIF is not printed on a terminal");
        output.help("name a file, or redirect standard output to one");
        return Err(Exit::Usage);
    }
    let moves = moves_to_show(level, command.solution.as_deref(), &limits, output)?;
    let bytes = picture::gif(level, &moves, &limits).map_err(|error| match error {
        AnimationError::Stopped(stop) => stopped(stop),
        error => {
            output.error(&error.to_string());
            Exit::Input
        }
    })?;
    write(path, &bytes, output)?;
    Ok(Exit::Done)
}

fn named(level: &Level, output: &Output) -> String {
    let title = level.title.as_ref().map(|title| format!("{}\n", printable(title))).unwrap_or_default();
    format!("{title}{}", picture::terminal(level, output.data_color()))
}

/// The moves to show, which have been validated. They need not solve the level.
fn moves_to_show(
    level: &Level,
    given: Option<&str>,
    limits: &Limits,
    output: &Output,
) -> Result<Vec<Move>, Exit> {
    let written = match (given, &level.solution) {
        (Some(given), _) => written(given, limits, output)?,
        (None, Some(stored)) => {
            checked(&SourceText::new("<solution of the level>", stored.clone()), None, limits, output)?
        }
        (None, None) => {
            output.error("no solution is stored with the level");
            output.help("give one with --solution, a file or moves such as rrULd");
            return Err(Exit::Usage);
        }
    };
    match validate(level, &written) {
        Ok(verdict) if verdict.is_solved() => {}
        Ok(_) => output.talk("note: these moves do not solve the level"),
        Err(refusal) => {
            let (number, reason) = (refusal.index + 1, refusal.reason.words());
            output.error(&format!("move {number} of {} is not possible: {reason}", written.len()));
            return Err(Exit::No);
        }
    }
    moves(level, &written, limits).map_err(|stop| limit::stopped(output, "stopped while drawing", stop))
}

fn moves(level: &Level, written: &[Written], limits: &Limits) -> Result<Vec<Move>, Stop> {
    let mut moves = Vec::new();
    limits.check_reserve(&moves, written.len())?;
    moves.reserve_exact(written.len());
    let Some((board, mut position)) = Board::within(level, limits)? else { return Ok(moves) };
    moves.extend(written.iter().map_while(|one| board.step(&mut position, one.direction)));
    Ok(moves)
}

fn write(path: &Path, bytes: &[u8], output: &Output) -> Result<(), Exit> {
    save::write(output, path, bytes)?;
    if !save::is_standard(path) {
        output.talk(&format!("wrote {}", path.display()));
    }
    Ok(())
}
