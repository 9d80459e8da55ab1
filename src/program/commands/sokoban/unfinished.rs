//! Games that were left before the level was solved, kept until the player comes back.
//!
//! In: a game. Out: a file of JSON beside the best solutions, with the moves of each level by its drawing; or a game
//! that goes on where it was left. A file that cannot be read is left alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::best_solutions::{Turn, UNFINISHED, place};
use crate::program::files::save;
use crate::program::terminal::play::{Entry, Game};
use crate::program::{Output, reason};
use crate::sokoban::{Alphabet, Level, draw};

/// So many levels are kept; those that were left first go first.
const MOST: usize = 1_000;

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    levels: BTreeMap<String, Left>,
}

/// A level that was left.
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
    kept: Kept,
    fault: Option<String>,
}

/// The key of a level. Moves fit only one orientation.
fn key(level: &Level) -> String {
    draw::level(level, Alphabet::Xsb)
}

impl<'a> Unfinished<'a> {
    /// Reads the file; `None` if nothing is to be kept.
    pub(super) fn new(output: &'a Output) -> Option<Self> {
        let path = place()?.with_file_name(UNFINISHED);
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

    /// Keeps what is unfinished of a game, and forgets what is not.
    pub(super) fn keep(&mut self, game: &Game) {
        if self.fault.is_none() {
            self.fault = self.write(game).err();
        }
    }

    /// Why a game was not kept, if one was not.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault
            .as_ref()
            .map(|why| format!("unfinished games are not kept: {}: {why}", self.path.display()))
    }

    fn write(&mut self, game: &Game) -> Result<(), String> {
        let nothing_left = game
            .histories()
            .all(|(level, left)| left.is_none() && !self.kept.levels.contains_key(&key(level)));
        if nothing_left {
            return Ok(());
        }
        let _turn = Turn::begin(&self.path).map_err(|error| reason(&error))?;
        let mut kept = self.read()?;
        let last = kept.levels.values().map(|left| left.at).max().unwrap_or(0);
        for (level, left) in game.histories() {
            let is_here = std::ptr::eq(level, game.level());
            let key = key(level);
            let before = kept.levels.remove(&key).map(|left| left.at);
            if let Some(moves) = left {
                let at = if is_here { last + 2 } else { before.unwrap_or(last + 1) };
                kept.levels.insert(key, Left { moves, at });
            }
        }
        while kept.levels.len() > MOST {
            let oldest = kept.levels.iter().min_by_key(|(_, left)| left.at).map(|(key, _)| key.clone());
            oldest.map(|key| kept.levels.remove(&key));
        }
        let text = serde_json::to_string(&kept).map_err(|error| error.to_string())?;
        save::whole(self.output, &self.path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| reason(&error))?;
        self.kept = kept;
        Ok(())
    }
}
