//! Loads a game for a command, and allocates transposition tables.
//!
//! In: files, limits. Out: a game that is ready to play, or diagnostics and an exit code.

use super::flags::From;
use super::typed;
use crate::compare::figures::show_memory;
use crate::files::find_domain;
use crate::files::load::{refuse, texts};
use crate::{Exit, Output, Run, TaskFiles, limit};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, codes};
use banto_games::{self as games, Game, GameError, GameTask, Position, TranspositionTable};
use banto_planning::ground::GroundError;
use banto_search::Random;

/// How many random games `check --game` plays.
const TRIES: usize = 200;

/// A game and the texts that define it.
pub(super) struct Loaded {
    pub(super) game: GameTask,
    texts: [SourceText; 2],
}

/// Reads a game, or prints what is wrong with it.
pub(super) fn load(files: &TaskFiles, command: &str, run: &Run<'_>) -> Result<Loaded, Exit> {
    let (domain, problem) = find_domain::task_files(files, command, run)?;
    let (texts, faults) = texts(&domain, &problem, run)?;
    if !faults.is_empty() {
        return Err(refuse(&texts, faults, run.output));
    }
    match games::read(&texts[0], &texts[1], &run.limits) {
        Ok(game) => {
            let hints = [codes::W0402, codes::W0403];
            let warnings = game.warnings.iter().filter(|one| hints.contains(&one.code)).cloned();
            run.output.diagnostics(&warnings.collect::<Vec<_>>(), &texts.each_ref());
            let loaded = Loaded { game, texts };
            loaded.check_winners(&Position::new(&loaded.game.rules), run.output)?;
            Ok(loaded)
        }
        Err(GameError::Faults(faults)) => Err(refuse(&texts, faults, run.output)),
        Err(GameError::Ground(error)) => Err(limit::report(run.output, &error, None)),
    }
}

impl Loaded {
    /// The position after the moves of the command line.
    pub(super) fn position(&self, from: &From, output: &Output) -> Result<Position<'_>, Exit> {
        let mut position = Position::new(&self.game.rules);
        typed::play_all(from, &mut position, output)?;
        Ok(position)
    }

    /// Rejects a game in which both players won at once in some position.
    pub(super) fn check_winners(&self, position: &Position<'_>, output: &Output) -> Result<(), Exit> {
        let Some(moves) = position.fault() else { return Ok(()) };
        output.diagnostics(&[games::two_winners(position.rules(), moves)], &self.texts.each_ref());
        Err(Exit::Input)
    }
}

/// The transposition table of a search: of the requested size, or as much of the default as fits; or an error message
/// if memory is short.
pub(super) fn new_table(
    position: &Position<'_>,
    asked: Option<u64>,
    default: usize,
    run: &Run<'_>,
) -> Result<TranspositionTable, Exit> {
    let bytes = match asked {
        Some(bytes) => Ok(usize::try_from(bytes).unwrap_or(usize::MAX / 4)),
        None => TranspositionTable::fitting(default, &run.limits),
    };
    let made = bytes.and_then(|bytes| TranspositionTable::new(position.key_words(), bytes, &run.limits));
    made.map_err(|_| {
        run.output.ended(&match asked.map(show_memory) {
            Some(size) => format!("a transposition table of {size} does not fit in memory"),
            None => "there is not enough memory for a transposition table".to_owned(),
        });
        Exit::MemoryLimit
    })
}

/// All errors of two texts as a game, for `banto check --game`.
pub(crate) fn faults(
    domain: &SourceText,
    problem: &SourceText,
    limits: &Limits,
) -> Result<Vec<Diagnostic>, Stop> {
    Ok(match games::read(domain, problem, limits) {
        Ok(game) => {
            let mut random = Random::new(0);
            let mut draw = |below: usize| random.below_index(below);
            let found = games::inspect(&game.rules, TRIES, &mut draw, limits)?;
            game.warnings.into_iter().chain(found).collect()
        }
        Err(GameError::Faults(faults)) => faults,
        Err(GameError::Ground(GroundError::Stopped(stop))) => return Err(stop),
        // Costs do not matter in games.
        Err(GameError::Ground(GroundError::Cost(_))) => Vec::new(),
    })
}
