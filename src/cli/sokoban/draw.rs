//! `banto sokoban draw`: levels as pictures: on the terminal, as SVG, or as a GIF in which a solution is played.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{input, save};
use super::verify::text;
use super::{FormatName, choose, playable};
use crate::sokoban::lurd::{self, Written};
use crate::sokoban::verify::verify;
use crate::sokoban::{Board, Level, Move, picture};
use crate::source::SourceText;

#[derive(Debug, Args)]
#[command(after_help = "\
Without --svg and --gif, levels are drawn on the terminal, two columns a cell: walls ██,
boxes [], boxes on goals {}, goals ··, the player <>.
`banto sokoban show` prints levels as characters that can be read back.")]
pub(in crate::cli) struct Draw {
    /// The level file, or - for standard input
    pub file: PathBuf,

    /// The number of the level, from 1; needed for --svg and --gif where the file has several
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,

    /// The format of the level file; recognised when left out
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// Write a picture of the level to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Write a moving picture of a solution to this file
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,

    /// The solution: a file, or the moves themselves; left out, the one that is stored with the level
    #[arg(long, value_name = "MOVES", requires = "gif")]
    pub solution: Option<String>,
}

pub(super) fn run(command: &Draw, output: &Output) -> Exit {
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if command.level.is_none() && command.svg.is_none() && command.gif.is_none() {
        let pictures = collection.levels.iter().map(|level| named(level, output));
        Output::data(&pictures.collect::<Vec<_>>().join("\n"));
        return Exit::Done;
    }
    let level = match choose(&collection, command.level, &source) {
        Ok((_, level)) => level,
        Err(exit) => return exit,
    };
    if command.svg.is_none() && command.gif.is_none() {
        Output::data(&named(level, output));
    }
    if let Some(path) = &command.svg {
        let exit = write(path, picture::svg(level).as_bytes());
        if exit != Exit::Done {
            return exit;
        }
    }
    let Some(path) = &command.gif else { return Exit::Done };
    let moves = match solution(level, command.solution.as_deref(), output) {
        Ok(moves) => moves,
        Err(exit) => return exit,
    };
    match picture::gif(level, &moves) {
        Ok(bytes) => write(path, &bytes),
        Err(_) => {
            Output::talk("error: the level is too large for a GIF");
            Exit::Input
        }
    }
}

fn named(level: &Level, output: &Output) -> String {
    let title = level.title.as_ref().map(|title| format!("{title}\n")).unwrap_or_default();
    format!("{title}{}", picture::terminal(level, output.data_color()))
}

/// The moves to show, which the judge has seen. They need not solve the level.
fn solution(level: &Level, given: Option<&str>, output: &Output) -> Result<Vec<Move>, Exit> {
    let (source, fault) = match (given, &level.solution) {
        (Some(given), _) => text(given),
        (None, Some(stored)) => (SourceText::new("<solution of the level>", stored.clone()), None),
        (None, None) => {
            Output::talk("error: no solution is stored with the level");
            Output::talk("help: give one with --solution, a file or moves such as rrULd");
            return Err(Exit::Usage);
        }
    };
    let written = match fault {
        Some(fault) => Err(Box::new(fault)),
        None => lurd::read(&source),
    };
    let written = written.map_err(|fault| {
        let faults = [*fault];
        output.diagnostics(&faults, &[&source]);
        input::exit(&faults)
    })?;
    if let Err(refusal) = verify(level, &written) {
        let (number, reason) = (refusal.index + 1, refusal.reason.words());
        Output::talk(&format!("error: move {number} of {} is not possible: {reason}", written.len()));
        return Err(Exit::No);
    }
    Ok(moves(level, &written))
}

fn moves(level: &Level, written: &[Written]) -> Vec<Move> {
    let Some((board, mut position)) = Board::new(level) else { return Vec::new() };
    written.iter().map_while(|one| board.step(&mut position, one.direction)).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Exit {
    if path.as_os_str() == "-" {
        Output::bytes(bytes);
        return Exit::Done;
    }
    match save::whole(path, bytes) {
        Ok(()) => {
            Output::talk(&format!("wrote {}", path.display()));
            Exit::Done
        }
        Err(error) => {
            Output::talk(&format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
            Exit::Input
        }
    }
}
