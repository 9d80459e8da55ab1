//! The player's own best solutions, kept from one game to the next.
//!
//! In: levels, solutions. Out: a file of levels in their normal form, each with its solution, which any command about
//! levels can read. It is written whole after each new best solution, and a solution in it counts only if the validator
//! accepts it. A file that cannot be read, or contains anything else, is left alone.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use crate::base::limits::Limits;
use crate::base::source::{Severity, SourceText};
use crate::base::system::files;
use crate::program::files::save;
use crate::program::terminal::play::{Count, Won};
use crate::program::{Output, reason};
use crate::sokoban::level::{self, Collection, Format};
use crate::sokoban::validate::validate;
use crate::sokoban::{Level, Move, Normal, lurd};

/// The variable that names another file; if empty, nothing is kept.
const VARIABLE: &str = "BANTO_SOLUTIONS";

/// How long another game may take to save a solution. If it takes longer, it did not live to finish that.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often it is looked at meanwhile.
const LOOK: Duration = Duration::from_millis(10);

/// The file of solutions.
pub(super) struct BestSolutions<'a> {
    path: PathBuf,
    output: &'a Output,
    /// Why a solution was not kept.
    fault: Option<String>,
}

impl<'a> BestSolutions<'a> {
    /// Where solutions are kept; `None` if that is turned off, or no folder is known.
    pub(super) fn new(output: &'a Output) -> Option<Self> {
        let path = match std::env::var_os(VARIABLE) {
            Some(path) if path.is_empty() => return None,
            Some(path) => PathBuf::from(path),
            None => files::data_folder()?.join("banto").join("solutions.sok"),
        };
        Some(Self { path, output, fault: None })
    }

    /// The length of the player's solution for each of these levels.
    pub(super) fn counts<'l>(&mut self, levels: impl Iterator<Item = &'l Level>) -> Vec<Option<Count>> {
        let kept = self.read().unwrap_or_else(|why| {
            self.fault = Some(why);
            Collection::default()
        });
        let known: HashMap<String, Count> =
            kept.levels.iter().filter_map(|level| Some((Normal::new(level)?.rows, count(level)?))).collect();
        let of = |level| known.get(&Normal::new(level)?.rows).copied();
        levels.map(of).collect()
    }

    /// Keeps a solution, unless the stored one is as short.
    pub(super) fn keep(&mut self, level: &Level, won: &Won) {
        if let Err(why) = self.write(level, won) {
            self.fault = Some(why);
        }
    }

    /// Why a solution was not kept, if one was not.
    pub(super) fn fault(&self) -> Option<String> {
        self.fault.as_ref().map(|why| format!("your solutions are not saved: {}: {why}", self.path.display()))
    }

    fn read(&self) -> Result<Collection, String> {
        if !self.path.exists() {
            return Ok(Collection::default());
        }
        if !self.path.is_file() {
            return Err("it is not a file".to_owned());
        }
        let text = fs::read_to_string(&self.path).map_err(|error| reason(&error))?;
        if text.trim().is_empty() {
            return Ok(Collection::default());
        }
        let source = SourceText::new(self.path.display().to_string(), text);
        let limits = Limits::none().within_machine();
        let reading =
            level::read_within(&source, Some(Format::Sok), &limits).map_err(|stop| stop.to_string())?;
        match reading.diagnostics.iter().find(|one| one.severity() == Severity::Error) {
            Some(_) => Err("it has errors; see sokoban check".to_owned()),
            None if reading.collection.levels.iter().all(is_kept) => Ok(reading.collection),
            None => Err("it is not a file of kept solutions, and is left alone".to_owned()),
        }
    }

    fn write(&self, level: &Level, won: &Won) -> Result<(), String> {
        let normal = Normal::new(level).ok_or("the level is not enclosed")?;
        if let Some(folder) = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| reason(&error))?;
        }
        // Another game may have saved something in the meantime, and must not do so now.
        let _turn = Turn::begin(self.path.with_extension("lock")).map_err(|error| reason(&error))?;
        let mut kept = self.read()?;
        let is_same = |other: &Level| Normal::new(other).is_some_and(|other| other.rows == normal.rows);
        let index = kept.levels.iter().position(is_same).unwrap_or(kept.levels.len());
        if kept.levels.get(index).and_then(count).is_some_and(|known| known <= won.count) {
            return Ok(());
        }
        let mut solved: Level = normal.rows.parse().map_err(|_| "the level cannot be written")?;
        let turned = |made: &Move| Move { direction: normal.direction(made.direction), push: made.push };
        solved.solution = Some(lurd::lurd(won.moves.iter().map(turned)));
        (solved.title, solved.author) = (level.title.clone(), level.author.clone());
        if count(&solved).is_none() {
            return Err("the validator rejects the solution".to_owned());
        }
        kept.levels.splice(index..(index + 1).min(kept.levels.len()), [solved]);
        let text = level::write(&kept, Format::Sok);
        save::whole(self.output, &self.path, |out| out.write_all(text.as_bytes()))
            .map_err(|error| reason(&error))
    }
}

/// The only game that changes the file: another file is there as long as it does.
struct Turn(PathBuf);

impl Turn {
    /// Waits for the games that came first.
    fn begin(path: PathBuf) -> io::Result<Self> {
        loop {
            match File::create_new(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => sleep(LOOK),
                created => return created.map(|_| Self(path)),
            }
            let age = fs::metadata(&path).and_then(|data| data.modified()).map(|time| time.elapsed());
            if age.is_ok_and(|age| age.is_ok_and(|age| age > PATIENCE)) {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Whether this program can have written a level: in its normal form, and solved.
fn is_kept(level: &Level) -> bool {
    let normal = Normal::new(level).and_then(|normal| normal.rows.parse::<Level>().ok());
    normal.is_some_and(|normal| normal.rows == level.rows) && count(level).is_some()
}

/// The length of a level's stored solution, if the validator accepts it.
pub(super) fn count(level: &Level) -> Option<Count> {
    let source = SourceText::new("<solution of the level>", level.solution.clone()?);
    let verdict = validate(level, &lurd::read(&source).ok()?).ok()?;
    verdict.is_solved().then_some(Count { moves: verdict.moves, pushes: verdict.pushes })
}
