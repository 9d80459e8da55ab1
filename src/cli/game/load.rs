//! Reading a game for a command, and the transposition tables of its searches.
//!
//! In: files, limits. Out: a game that is ready to be played, or diagnostics and an exit code.

use super::super::exit::Exit;
use super::super::flags::TaskFiles;
use super::super::output::Output;
use super::super::{find_domain, input, limit, units};
use crate::game::{self, Game, GameError, GameTask, Position, TranspositionTable};
use crate::limits::{Limits, Stop};
use crate::search::Random;
use crate::source::{Diagnostic, Severity, SourceText};

/// How many random games `check --game` plays.
const TRIES: usize = 200;

/// A game and the texts that it is written in.
pub(super) struct Loaded {
    pub(super) game: GameTask,
    domain: SourceText,
    problem: SourceText,
}

/// Reads a game, or prints what is wrong with it.
pub(super) fn load(
    files: &TaskFiles,
    command: &str,
    limits: &Limits,
    output: &Output,
) -> Result<Loaded, Exit> {
    let (domain, problem) = find_domain::task_files(files, command, limits, output)?;
    if input::is_standard(&domain) && input::is_standard(&problem) {
        return Err(output.usage("only one of the two files can be standard input"));
    }
    let (domain, fault) = input::read(&domain, limits, output)?;
    let (problem, other) = input::read(&problem, limits, output)?;
    let faults: Vec<Diagnostic> = fault.into_iter().chain(other.map(|fault| fault.moved_to(1))).collect();
    let read = if faults.is_empty() {
        game::read(&domain, &problem, limits)
    } else {
        Err(GameError::Faults(faults))
    };
    match read {
        Ok(game) => {
            let loaded = Loaded { game, domain, problem };
            loaded.check_winners(&Position::new(&loaded.game.rules), output)?;
            Ok(loaded)
        }
        Err(GameError::Faults(mut faults)) => {
            faults.retain(|fault| fault.severity() == Severity::Error);
            output.diagnostics(&faults, &[&domain, &problem]);
            Err(input::exit(&faults))
        }
        Err(GameError::Ground(error)) => Err(limit::report(output, &error)),
    }
}

impl Loaded {
    /// Rejects a game in which both players won at once in some position.
    pub(super) fn check_winners(&self, position: &Position<'_>, output: &Output) -> Result<(), Exit> {
        let Some(moves) = position.fault() else { return Ok(()) };
        output.diagnostics(&[game::two_winners(position.rules(), moves)], &[&self.domain, &self.problem]);
        Err(Exit::Input)
    }
}

/// The size of a transposition table: the one that was asked for, or as much of the default as fits.
pub(super) fn table_bytes(asked: Option<u64>, default: usize, limits: &Limits) -> Result<usize, Stop> {
    match asked {
        Some(bytes) => Ok(usize::try_from(bytes).unwrap_or(usize::MAX / 4)),
        None => TranspositionTable::fitting(default, limits),
    }
}

/// The transposition table of a search, or a sentence about the lack of memory.
pub(super) fn new_table(
    position: &Position<'_>,
    asked: Option<u64>,
    default: usize,
    limits: &Limits,
    output: &Output,
) -> Result<TranspositionTable, Exit> {
    table_bytes(asked, default, limits)
        .and_then(|bytes| TranspositionTable::new(position.key_words(), bytes, limits))
        .map_err(|_| no_room(asked, output))
}

/// Reports that there is no memory for a transposition table.
pub(super) fn no_room(asked: Option<u64>, output: &Output) -> Exit {
    match asked {
        Some(bytes) => {
            let size = units::show_memory(bytes);
            output.ended(&format!("a transposition table of {size} does not fit in memory"));
        }
        None => output.ended("there is not enough memory for a transposition table"),
    }
    Exit::MemoryLimit
}

/// Everything that is wrong with two texts as a game, for `banto check --game`.
pub(in crate::cli) fn faults(domain: &SourceText, problem: &SourceText) -> Vec<Diagnostic> {
    let limits = Limits::none();
    match game::read(domain, problem, &limits) {
        Ok(game) => {
            let mut random = Random::new(0);
            let mut draw = |below: usize| random.below_index(below);
            let found = game::inspect(&game.rules, TRIES, &mut draw, &limits);
            game.warnings.into_iter().chain(found.ok().flatten()).collect()
        }
        Err(GameError::Faults(faults)) => faults,
        // Costs do not matter in games, and nothing limits grounding.
        Err(GameError::Ground(_)) => Vec::new(),
    }
}
