//! The best solutions of each level, kept from one game to the next: of the player, and of each other who has solved
//! it, the one with the fewest moves, and the one with the fewest pushes.
//!
//! In: levels, solutions. Out: a file of levels as they were played, each with its solutions, which any command about
//! levels, and other programs, can read: those of others have their names as titles. It is written whole after each new
//! best solution, and a solution in it counts only if the validator accepts it. A level is recognized by its normal
//! form, so that it may be turned. A file that cannot be read, or contains anything else, is left alone.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::files::{input, save};
use crate::terminal::play::shortest;
use crate::{Exit, Output, reason};
use banto_base::limits::Limits;
use banto_base::source::{Severity, SourceText};
use banto_base::system::files;
use banto_sokoban::level::{self, Collection, Format, StoredSolution};
use banto_sokoban::{Level, Move, Normal, fit, lurd};

/// The variable that names another file; if empty, nothing is kept.
pub(crate) const VARIABLE: &str = "BANTO_SOLUTIONS";

/// The title of the file, by which it is known. Older ones have none, and hold levels in their normal form.
const TITLE: &str = "Best solutions, kept by banto";

/// The name of the file of unfinished games beside it.
pub(super) const UNFINISHED: &str = "unfinished.json";

/// How long a game that ends waits for others that are saving, while none of them gets on.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// How often it tries meanwhile.
const LOOK: Duration = Duration::from_millis(10);

/// Why nothing is saved while that is so.
pub(crate) const BUSY: &str = "another game is saving there";

/// Who has made a solution, or what its heading says; empty for the player. And its moves.
pub(super) type Made = (String, Vec<Move>);

pub(super) struct BestSolutions<'a> {
    path: PathBuf,
    output: &'a Output,
    /// Why a solution was not kept.
    fault: Option<String>,
}

impl<'a> BestSolutions<'a> {
    /// Where solutions are kept; `None` if that is turned off, or no folder is known.
    pub(super) fn new(output: &'a Output) -> Option<Self> {
        Some(Self { path: place()?, output, fault: None })
    }

    /// All levels with their solutions.
    pub(super) fn all(&mut self) -> Vec<Level> {
        match self.read() {
            Ok(kept) => kept.levels,
            Err(why) => {
                self.fault = Some(why);
                Vec::new()
            }
        }
    }

    /// The best solutions of each of these levels: the player's first.
    pub(super) fn known_of_each(&mut self, levels: &[Level]) -> Vec<Vec<Made>> {
        let all = self.all();
        let known: HashMap<String, &Level> =
            all.iter().filter_map(|level| Some((Normal::new(level)?.rows, level))).collect();
        let of = |level: &Level| {
            if level.is_solved() {
                return vec![(String::new(), Vec::new())];
            }
            let kept = Normal::new(level).and_then(|normal| known.get(&normal.rows));
            let each = kept.into_iter().flat_map(|kept| {
                let each = best_of_each(kept).into_iter();
                each.filter_map(|(by, moves)| Some((by, turned(&moves, kept, level)?)))
            });
            each.collect()
        };
        levels.iter().map(of).collect()
    }

    /// Keeps solutions: a level, who has solved it, the moves. Gives how many are better than what is known of each of
    /// them; `None` if others are saving: it is to be tried again. With patience, it is a fault if they do not get on.
    pub(super) fn add(&mut self, found: &[(&Level, &str, &Vec<Move>)], patience: Duration) -> Option<usize> {
        // Whoever has waited once does not wait again.
        let patience = if self.fault.is_some() { Duration::ZERO } else { patience };
        in_turn(&self.path, patience, self.output, || self.write(found)).unwrap_or_else(|why| {
            self.fault = Some(why);
            Some(0)
        })
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
            None if is_kept(&reading.collection) => Ok(reading.collection),
            None => Err("it is not a file of kept solutions, and is left alone".to_owned()),
        }
    }

    /// Writes the file with solutions, in this game's turn: another may have saved something since the last. Gives how
    /// many of them are new.
    fn write(&self, found: &[(&Level, &str, &Vec<Move>)]) -> Result<usize, String> {
        let mut kept = self.read()?;
        let form = |level: &Level| Normal::new(level).map(|normal| normal.rows);
        let mut places: HashMap<_, _> = kept.levels.iter().map(form).zip(0..).collect();
        let mut better = 0;
        for &(level, by, moves) in found {
            let normal = form(level).ok_or("the level is not enclosed")?;
            let mut solved = Level {
                title: level.title.clone(),
                author: level.author.clone(),
                rows: level.rows.clone(),
                ..Level::default()
            };
            let new = StoredSolution::titled(by, moves.iter().copied());
            solved.solutions.push(new.clone());
            if solution(&solved).is_none() {
                return Err("the validator rejects the solution".to_owned());
            }
            let index = *places.entry(Some(normal)).or_insert(kept.levels.len());
            if let Some(known) = kept.levels.get(index) {
                solved.title = solved.title.or_else(|| known.title.clone());
                solved.author = solved.author.or_else(|| known.author.clone());
                // Those that are as good come first, and stay.
                let known = accepted(known).into_iter().filter_map(|(by, moves)| {
                    Some(StoredSolution::titled(&by, turned(&moves, known, level)?))
                });
                let known: Vec<StoredSolution> = known.collect();
                if known.contains(&new) {
                    continue;
                }
                solved.solutions.splice(..0, known);
            }
            let each = best_of_each(&solved).into_iter();
            solved.solutions = each.map(|(by, moves)| StoredSolution::titled(&by, moves)).collect();
            if solved.solutions.contains(&new) {
                better += 1;
                kept.levels.splice(index..(index + 1).min(kept.levels.len()), [solved]);
            }
        }
        if better > 0 {
            kept.title = Some(TITLE.to_owned());
            let text = level::write(&kept, Format::Sok);
            save::whole(self.output, &self.path, |out| out.write_all(text.as_bytes()))
                .map_err(|error| reason(&error))?;
        }
        Ok(better)
    }
}

/// Keeps a solution of a level that was played elsewhere: rows and moves, as texts, and the title and author of the
/// level if it has them. Of a level that is solved from the start, there is nothing to keep. False if others are
/// saving; says why, if it is not kept.
pub(crate) fn keep(
    (rows, moves): (&str, &str),
    (title, author): (Option<&str>, Option<&str>),
    output: &Output,
) -> Result<bool, String> {
    let mut level: Level = rows.parse().map_err(|_| "this is not a level")?;
    if level.is_solved() {
        return Ok(true);
    }
    let words = |text: Option<&str>| {
        let words = text?.split_whitespace().collect::<Vec<_>>().join(" ");
        (!words.is_empty()).then_some(words)
    };
    (level.title, level.author) = (words(title), words(author));
    level.add_solution(moves);
    let moves = solution(&level).ok_or("the validator rejects the solution")?;
    let Some(mut kept) = BestSolutions::new(output) else { return Ok(true) };
    let added = kept.add(&[(&level, "", &moves)], Duration::ZERO);
    kept.fault().map_or(Ok(added.is_some()), Err)
}

/// The player's kept solutions of each of these levels, that with the fewest moves first.
pub(crate) fn known(levels: &[Level], output: &Output) -> Vec<Vec<String>> {
    let known = BestSolutions::new(output).map(|mut kept| kept.known_of_each(levels)).unwrap_or_default();
    let is_own = |(by, moves): &Made| by.is_empty() && !moves.is_empty();
    let written = |all: Vec<Made>| {
        all.into_iter().filter(is_own).map(|(_, moves)| lurd::lurd(moves)).collect::<Vec<String>>()
    };
    known.into_iter().map(written).chain(std::iter::repeat(Vec::new())).take(levels.len()).collect()
}

/// The file of solutions; `None` if nothing is to be kept, or no folder is known.
pub(super) fn place() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE) {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(PathBuf::from(path)),
        None => Some(files::data_folder()?.join("banto").join("solutions.sok")),
    }
}

/// Refuses levels that would be written in place of the kept solutions or games.
pub(super) fn spare(path: Option<&Path>, output: &Output) -> Result<(), Exit> {
    let kept = place().into_iter().flat_map(|place| [place.with_file_name(UNFINISHED), place]);
    match path.filter(|path| kept.into_iter().any(|kept| save::is_same(path, &kept))) {
        Some(path) => {
            let text = format!("{} is where banto keeps your solutions and games", path.display());
            Err(output.misused(&text, "name another file for the result"))
        }
        None => Ok(()),
    }
}

/// Changes a file in the turn of the only program that does: it has locked the file beside, which stays there. `None`
/// if others are at it and there is no patience to wait.
pub(super) fn in_turn<T>(
    file: &Path,
    patience: Duration,
    output: &Output,
    change: impl FnOnce() -> Result<T, String>,
) -> Result<Option<T>, String> {
    let locked = match locked(file, patience, output) {
        Err(error) if error.kind() == ErrorKind::WouldBlock && patience.is_zero() => return Ok(None),
        locked => locked.map_err(|error| reason(&error))?,
    };
    let changed = change();
    drop(locked);
    changed.map(Some)
}

/// The lock for a file, whose folder is made if there is none. It waits for programs that came first as long as they
/// get on, then with patience, and until a signal ends the work.
fn locked(file: &Path, patience: Duration, output: &Output) -> io::Result<File> {
    fs::create_dir_all(input::folder(file))?;
    let beside = file.with_extension("lock");
    let locked = File::options().read(true).write(true).create(true).truncate(false).open(beside)?;
    let changed = || fs::metadata(file).and_then(|data| data.modified()).ok();
    let (mut last, mut since) = (changed(), Instant::now());
    while !files::lock(&locked)? {
        let now = changed();
        if now != last {
            (last, since) = (now, Instant::now());
        }
        if since.elapsed() >= patience || output.cancel_flag().load(Ordering::Relaxed) {
            return Err(io::Error::new(ErrorKind::WouldBlock, BUSY));
        }
        sleep(LOOK);
    }
    Ok(locked)
}

/// Whether this program can have written a collection: every level is solved, and the title says so or every level is
/// in its normal form.
fn is_kept(collection: &Collection) -> bool {
    let is_normal = |level: &Level| {
        let normal = Normal::new(level).and_then(|normal| normal.rows.parse::<Level>().ok());
        normal.is_some_and(|normal| normal.rows == level.rows)
    };
    let has_title = collection.title.as_deref() == Some(TITLE);
    collection.levels.iter().all(|level| solution(level).is_some() && (has_title || is_normal(level)))
}

/// A solution of a kept level, turned to fit the same level in another orientation.
fn turned(moves: &[Move], kept: &Level, level: &Level) -> Option<Vec<Move>> {
    let (from, to) = (Normal::new(kept)?, Normal::new(level)?);
    let turn = |made: &Move| Move { direction: from.carried(made.direction, &to), ..*made }.into();
    fit::solved(level, &moves.iter().map(turn).collect::<Vec<_>>()).ok()
}

/// The stored solutions of a level that the validator accepts, each with its title.
pub(super) fn accepted(level: &Level) -> Vec<Made> {
    let moves = |stored: &StoredSolution| fit::solved(level, &lurd::typed(&stored.moves).ok()?).ok();
    level.solutions.iter().filter_map(|one| Some((one.title.clone(), moves(one)?))).collect()
}

/// The best of some solutions: the first of those with the fewest moves, and that with the fewest pushes if it is
/// another.
pub(super) fn best(made: &[Made]) -> Vec<Made> {
    shortest(made, |(_, moves)| moves)
}

/// Who has made a solution, from its heading, without its length, as in `Ada (180/22)`. Empty if that only numbers it,
/// as in `1 (180/22)`, or tells how it was made, as in `found in 3.2 s`.
pub(super) fn name_in(title: &str) -> &str {
    let behind = |part: &'_ str| part.split_once(')').is_some_and(|(_, rest)| has_letter(rest));
    let mut parts = title.split('(');
    let tells =
        title.starts_with(char::is_lowercase) && title.split(' ').any(|word| word.parse::<f64>().is_ok());
    if tells || !parts.next().is_some_and(has_letter) && !parts.any(behind) {
        return "";
    }
    let length = title.strip_suffix(')').and_then(|title| title.rsplit_once('('));
    let is_length =
        |words: &str| words.starts_with(|one: char| one.is_ascii_digit()) && words.parse::<u32>().is_err();
    length.filter(|(_, words)| is_length(words)).map_or(title, |(name, _)| name.trim_end())
}

fn has_letter(words: &str) -> bool {
    words.contains(char::is_alphabetic)
}

/// The best of a level's stored solutions of each who has solved it: first the player, whose solutions have no name,
/// then others in order.
pub(super) fn best_of_each(level: &Level) -> Vec<Made> {
    let mut all: BTreeMap<String, Vec<Made>> = BTreeMap::new();
    for (title, moves) in accepted(level) {
        let by = name_in(&title).to_owned();
        all.entry(by.clone()).or_default().push((by, moves));
    }
    all.values().flat_map(|made| best(made)).collect()
}

/// The stored solution with the fewest moves.
pub(super) fn solution(level: &Level) -> Option<Vec<Move>> {
    best(&accepted(level)).into_iter().next().map(|(_, moves)| moves)
}
