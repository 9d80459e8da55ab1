//! Games that were left before the level was solved, kept until the player comes back.
//!
//! In: a game. Out: a file of JSON beside the best solutions, with the moves of each level by its drawing; or a game
//! that goes on where it was left. A file that cannot be read is left alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::best_solutions::{UNFINISHED, in_turn, place};
use crate::files::save;
use crate::terminal::play::{Entry, Game, History};
use crate::{Output, reason};
use banto_sokoban::{Alphabet, Board, Direction, Level, draw, lurd};

/// So many levels are kept; those that were left first go first.
const MOST: usize = 1_000;

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    levels: BTreeMap<String, Left>,
}

#[derive(Serialize, Deserialize)]
struct Left {
    /// Its moves, as [`Game::histories`] gives them.
    moves: String,
    /// The higher, the later it was left.
    at: u64,
}

/// The games that were left.
pub(super) struct Unfinished<'a> {
    path: PathBuf,
    output: &'a Output,
    /// What the file had at first, with what this game has kept.
    kept: Kept,
    fault: Option<String>,
}

/// The key of a level. Moves fit only one orientation.
fn key(level: &Level) -> String {
    draw::level(level, Alphabet::Xsb)
}

impl<'a> Unfinished<'a> {
    /// Reads the file; `None` if nothing is to be kept, as beside solutions that are no file.
    pub(super) fn new(output: &'a Output) -> Option<Self> {
        let path = place().filter(|place| place.is_file() || !place.exists())?.with_file_name(UNFINISHED);
        let mut unfinished = Self { path, output, kept: Kept::default(), fault: None };
        match unfinished.read() {
            Ok(kept) => unfinished.kept = kept,
            Err(why) => unfinished.fault = Some(why),
        }
        Some(unfinished)
    }

    fn read(&self) -> Result<Kept, String> {
        if !self.path.exists() {
            return Ok(Kept::default());
        }
        let text = fs::read_to_string(&self.path).map_err(|error| reason(&error))?;
        serde_json::from_str(&text)
            .map_err(|_| "it is not a file of unfinished games, and is left alone".to_owned())
    }

    /// The index of the level that was left last.
    pub(super) fn last(&self, entries: &[Entry]) -> Option<usize> {
        let left = |index: &usize| Some((self.kept.levels.get(&key(&entries[*index].level))?.at, *index));
        (0..entries.len()).filter_map(|index| left(&index)).max().map(|(_, index)| index)
    }

    /// Goes on with all levels of a game. True if the current one is not at its start any more.
    pub(super) fn resume(&self, game: &mut Game, levels: &[Level]) -> bool {
        let mut is_resumed = false;
        for (index, level) in levels.iter().enumerate() {
            let left = self.kept.levels.get(&key(level));
            let goes_on = left.is_some_and(|left| game.resume(index, &left.moves));
            is_resumed |= goes_on && index == game.at;
        }
        is_resumed
    }

    /// Keeps what is unfinished of a game, and forgets what is not. Without patience, nothing is changed while others
    /// are saving.
    pub(super) fn keep(&mut self, game: &Game, patience: Duration) {
        let is_here = |number| number == game.number();
        let games: Vec<_> =
            game.histories().map(|(number, level, moves)| (level, moves, is_here(number))).collect();
        if self.fault.is_none() {
            self.fault = self.change(&games, patience).err();
        }
    }

    /// Why a game was not kept, if one was not.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault
            .as_ref()
            .map(|why| format!("unfinished games are not kept: {}: {why}", self.path.display()))
    }

    /// Changes the file: levels, the moves of each if something is left of it, and whether it is the one being played.
    /// Levels that this game did not change stay as another may have left them. False if others are saving.
    fn change(
        &mut self,
        games: &[(&Level, Option<String>, bool)],
        patience: Duration,
    ) -> Result<bool, String> {
        if games.iter().all(|(level, left, _)| left.is_none() && !self.kept.levels.contains_key(&key(level)))
        {
            return Ok(true);
        }
        let (path, output) = (self.path.clone(), self.output);
        Ok(in_turn(&path, patience, output, || self.replace(games))?.is_some())
    }

    fn replace(&mut self, games: &[(&Level, Option<String>, bool)]) -> Result<(), String> {
        let mut kept = self.read()?;
        let last = kept.levels.values().map(|left| left.at).max().unwrap_or(0);
        for (level, left, is_here) in games {
            let key = key(level);
            let (before, known) = (kept.levels.get(&key), self.kept.levels.get(&key));
            let is_changed = left.as_ref() != known.map(|known| &known.moves);
            let at = if *is_here { last + 2 } else { before.map_or(last + 1, |before| before.at) };
            let moves = if is_changed { left.clone() } else { before.map(|before| before.moves.clone()) };
            for (kept, moves) in [(&mut kept, moves), (&mut self.kept, left.clone())] {
                match moves {
                    Some(moves) => drop(kept.levels.insert(key.clone(), Left { moves, at })),
                    None => drop(kept.levels.remove(&key)),
                }
            }
        }
        while kept.levels.len() > MOST {
            let oldest = kept.levels.iter().min_by_key(|(_, left)| left.at).map(|(key, _)| key.clone());
            oldest.map(|key| kept.levels.remove(&key));
        }
        let text = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
        save::whole(self.output, &self.path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| reason(&error))
    }

    /// The game that was left of a level, or one that begins; `None` if the level is not playable.
    fn history(&self, level: &Level) -> Option<History> {
        let begin = || Board::new(level).map(|(board, start)| History::new(Arc::new(board), start));
        let mut history = begin()?;
        let left = self.kept.levels.get(&key(level));
        if left.is_some_and(|left| !history.read(&left.moves)) { begin() } else { Some(history) }
    }
}

/// The moves of the games that were left of these levels; of none that the solver has helped with.
pub(crate) fn left(levels: &[Level], output: &Output) -> Vec<Option<String>> {
    let unfinished = Unfinished::new(output);
    let moves = |level: &Level| {
        let history = unfinished.as_ref()?.history(level)?;
        let line = history.line();
        (!line.is_empty() && !history.is_helped()).then(|| lurd::lurd(line))
    };
    levels.iter().map(moves).collect()
}

/// Keeps the game of a level that is played elsewhere: rows and moves, as texts. Without moves, nothing is left of it.
/// False if others are saving; says why, if it is not kept.
pub(crate) fn leave(rows: &str, moves: &str, output: &Output) -> Result<bool, String> {
    let Some(mut unfinished) = Unfinished::new(output) else { return Ok(true) };
    if let Some(fault) = unfinished.fault() {
        return Err(fault);
    }
    let level: Level = rows.parse().map_err(|_| "this is not a level")?;
    let moves: Vec<Direction> = lurd::typed(moves)?.iter().map(|one| one.direction).collect();
    let mut history = unfinished.history(&level).ok_or("this level is not playable")?;
    if !history.follow(&moves) {
        return Err("one of the moves is not possible".to_owned());
    }
    let left = (!moves.is_empty()).then(|| history.written());
    unfinished.change(&[(&level, left, true)], Duration::ZERO)
}
