//! The files of the folder: what there is, what is in them, and saving; and the player's best solutions.
//!
//! In: paths that the page names, relative to the folder. Out: texts with versions. A path leads to no file outside of
//! the folder, nor to a hidden one, whatever links there are. A file is replaced only if it is still what the page has
//! seen; otherwise the page is told what it is now.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::hash::Hasher;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHasher;
use serde_json::{Map, Value, json};

use crate::commands::sokoban::{
    best_solutions::{self, BUSY},
    unfinished,
};
use crate::files::definition::Definition;
use crate::files::find_domain::defined;
use crate::files::save;
use crate::mcp::Refusal;
use crate::{Output, reason};
use banto_base::limits::Limits;
use banto_base::source::{Severity, SourceText};
use banto_base::system::files;
use banto_sokoban::level::{self, Alphabet, Level, Reading};
use banto_sokoban::{Met, draw, picture};

/// How many files are listed, of how many entries that are looked at, and how deep in folders.
const MOST_FILES: usize = 2_000;
const MOST_ENTRIES: usize = 50_000;
const MOST_FOLDERS: usize = 6;

/// How many cells a level has at most of which there is a picture on the shelf.
const MOST_CELLS: usize = 5_000;

/// The longest text, in bytes.
const LONGEST: u64 = 8 << 20;

/// The files that may be opened and saved, by the ends of their names.
const KINDS: [&str; 10] = ["pddl", "xsb", "sok", "slc", "rle", "plan", "txt", "csv", "json", "md"];

/// What the page may open: folders and files, without links, and the folder that all of them are in.
pub(super) struct Root {
    folder: PathBuf,
    only: Vec<PathBuf>,
}

impl Root {
    /// `None` if no folder has all of these.
    pub(super) fn of(only: Vec<PathBuf>) -> Option<Self> {
        let holds_all = |folder: &&Path| folder.is_dir() && only.iter().all(|path| path.starts_with(folder));
        let folder = only.first()?.ancestors().find(holds_all)?.to_owned();
        Some(Self { folder, only })
    }

    /// Whether a path leads to one of these, or into one.
    fn holds(&self, path: &Path) -> bool {
        self.only.iter().any(|one| path.starts_with(one))
    }
}

pub(super) struct Folder<'a> {
    root: Root,
    output: &'a Output,
    /// One page saves at a time: between looking at a file and replacing it, no other does.
    saving: Mutex<()>,
    /// Of what is read in levels.
    limits: Limits,
}

/// The answer to a request.
type Answer = Result<Value, Refusal>;

fn refused(words: impl Into<String>) -> Refusal {
    Refusal(-32602, words.into())
}

/// The answer to what is to be kept: the page tries again if others are saving.
fn acknowledged(kept: Result<bool, String>) -> Answer {
    let is_done = kept.map_err(refused)?;
    is_done.then_some(Value::Null).ok_or_else(|| Refusal(-32000, format!("{BUSY}: yours comes next")))
}

/// A hash of a text, with its length.
fn version(text: &[u8]) -> String {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    format!("{:016x}-{}", hasher.finish(), text.len())
}

impl<'a> Folder<'a> {
    pub(super) fn new(root: Root, output: &'a Output, limits: Limits) -> Self {
        Self { root, output, saving: Mutex::new(()), limits }
    }

    /// A name under which pages keep what is of this folder, which says nothing about it.
    pub(super) fn name(&self) -> String {
        version(self.root.folder.as_os_str().as_encoded_bytes())
    }

    /// Answers a request about files.
    pub(super) fn answer(&self, request: &str, params: &Value) -> Answer {
        let path = || {
            let named = params["path"].as_str().ok_or_else(|| refused("a path is needed"))?;
            Ok((named, self.path(named)?))
        };
        let text = |name: &str| params[name].as_str().unwrap_or_default();
        match request {
            "files" => Ok(self.files()),
            "open" => path().and_then(|(named, path)| read(&self.root.folder, named, &path)).map(|text| shown(&text)),
            // Whether a file has changed.
            "seen" => path().map(
                |(named, path)| json!({ "version": read(&self.root.folder, named, &path).ok().map(|text| version(&text)) }),
            ),
            "save" => path().and_then(|(named, path)| self.save(named, &path, params)),
            // What a player has solved or left is kept where the game in the terminal keeps it.
            "keep" => {
                let about = (params["title"].as_str(), params["author"].as_str());
                let kept = best_solutions::keep((text("rows"), text("moves")), about, self.output);
                acknowledged(kept)
            }
            "leave" => acknowledged(unfinished::leave(text("rows"), text("moves"), self.output)),
            "known" => self.known(text("level")),
            // For each text of levels, in any format, how many there are and the first board.
            "boards" => {
                let texts = params["texts"].as_array().ok_or_else(|| refused("texts are needed"))?;
                texts.iter().map(|text| self.boards(text.as_str().unwrap_or_default())).collect()
            }
            // Nothing was asked; the page is still there.
            "here" => Ok(Value::Null),
            _ => Err(Refusal(-32601, format!("there is no request banto/{request}"))),
        }
    }

    /// Of each level in a text that was played: its rows, the best solutions, and the moves of a game that was left.
    fn known(&self, levels: &str) -> Answer {
        let reading = self.levels(levels)?;
        let levels = reading.collection.levels;
        let best = best_solutions::known(&levels, self.output);
        let left = unfinished::left(&levels, self.output);
        let played = levels.iter().zip(best.into_iter().zip(left));
        let played = played.filter(|(_, (solutions, left))| !solutions.is_empty() || left.is_some());
        let row = |(level, (solutions, left))| json!({ "rows": draw::level(level, Alphabet::Xsb), "solutions": solutions, "left": left });
        Ok(played.map(row).collect())
    }

    /// The levels of a text, within the limits.
    fn levels(&self, text: &str) -> Result<Reading, Refusal> {
        let stopped = |stop| refused(format!("stopped while reading {} bytes of levels: {stop}", text.len()));
        self.limits.check().map_err(stopped)?;
        level::read_within(&SourceText::new("<levels>", text), None, &self.limits).map_err(stopped)
    }

    /// The title of the levels in a text, how many there are, how many of them can be played, and how many are there
    /// already; what is wrong, if anything is; and the size of the first with a picture, unless it is large.
    fn boards(&self, text: &str) -> Answer {
        let reading = self.levels(text)?;
        let is_playable = reading.playable_levels();
        let playable = is_playable.iter().filter(|is_playable| **is_playable).count();
        let faults = reading.diagnostics.iter().zip(&reading.about).filter(|(one, about)| {
            one.severity() == Severity::Error && about.is_none_or(|index| !is_playable[index])
        });
        let why: Vec<&str> = faults.take(3).map(|(fault, _)| &fault.message[..]).collect();
        let why = (!why.is_empty()).then(|| why.join("; "));
        let (title, levels) = (reading.collection.title, reading.collection.levels);
        let mut met = Met::default();
        let again = levels.iter().filter(|level| met.again(level, ()).is_some()).count();
        let cells = |level: &Level| level.rows.iter().map(Vec::len).sum::<usize>();
        let first = levels.first().filter(|level| cells(level) <= MOST_CELLS);
        let size = levels.first().map(|level| format!("{} × {}", level.width(), level.height()));
        Ok(json!({
            "title": title,
            "levels": levels.len(),
            "playable": playable,
            "again": again,
            "why": why,
            "picture": first.map(picture::svg),
            "size": size,
        }))
    }

    /// The files that can be opened, by their paths, and what those of PDDL define.
    fn files(&self) -> Value {
        let (mut files, mut seen) = (Vec::new(), 0);
        let root = &self.root.folder;
        let named = |path: &Path| {
            let parts: Option<Vec<_>> = path.strip_prefix(root).ok()?.iter().map(shown_part).collect();
            parts.map(|parts| parts.join("/"))
        };
        let (mut open, single): (Vec<_>, Vec<_>) =
            self.root.only.iter().map(|path| (path.clone(), 0)).partition(|(path, _)| path.is_dir());
        files.extend(single.iter().filter_map(|(path, _)| named(path)));
        while let Some((folder, depth)) = open.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
                seen += 1;
                let path = entry.path();
                let Ok(kind) = entry.file_type() else { continue };
                if entry.file_name().to_string_lossy().starts_with('.') {
                    continue;
                }
                if kind.is_dir() && depth < MOST_FOLDERS {
                    open.push((path, depth + 1));
                } else if kind.is_file() && is_known(&path) {
                    files.extend(named(&path));
                }
            }
            if files.len() > MOST_FILES || seen > MOST_ENTRIES {
                break;
            }
        }
        files.sort();
        files.dedup();
        files.truncate(MOST_FILES);
        let name = root.file_name().unwrap_or(root.as_os_str()).to_string_lossy();
        let about = |file: &String| match defined(&root.join(file))? {
            Definition::Domain(name) => Some((file.clone(), json!({ "kind": "domain", "domain": name }))),
            Definition::Problem(name) => Some((file.clone(), json!({ "kind": "problem", "domain": name }))),
        };
        let pddl = files.iter().filter(|file| file.to_ascii_lowercase().ends_with(".pddl"));
        let definitions: Map<_, _> = pddl.filter_map(about).collect();
        json!({ "folder": name, "files": files, "definitions": definitions })
    }

    /// The place that a path names: a file of a known kind in the folder, or one that could be there.
    fn path(&self, named: &str) -> Result<PathBuf, Refusal> {
        let outside = || refused(format!("{named} is no file of the folder"));
        let relative = Path::new(named);
        let is_plain = |part: Component<'_>| match part {
            Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
            _ => false,
        };
        if named.contains(['\0', '\\', ':']) || !relative.components().all(is_plain) {
            return Err(outside());
        }
        if !is_known(relative) {
            return Err(refused(format!(
                "{named}: only files of these kinds are opened: {}",
                KINDS.join(", ")
            )));
        }
        let path = self.root.folder.join(relative);
        let real = match files::real(&path) {
            Ok(real) => real,
            // It is not there yet, and no link either.
            Err(_) if path.symlink_metadata().is_err() => {
                let folder = path.parent().and_then(|folder| files::real(folder).ok()).ok_or_else(|| {
                    let folder = relative.parent().unwrap_or(relative).display();
                    refused(format!("there is no folder {folder}: a file is saved in one that is there"))
                })?;
                folder.join(path.file_name().ok_or_else(outside)?)
            }
            Err(_) => return Err(outside()),
        };
        let inside = real.strip_prefix(&self.root.folder).map_err(|_| outside())?;
        if inside.components().all(is_plain) && is_known(&real) && self.root.holds(&real) {
            Ok(real)
        } else {
            Err(outside())
        }
    }

    /// Writes a file whole, if nobody else has changed it since the page has seen it. A byte-order mark and the line
    /// ends of Windows stay, which the page does not see.
    fn save(&self, named: &str, path: &Path, params: &Value) -> Answer {
        let text = params["text"].as_str().ok_or_else(|| refused("a text is needed"))?;
        let _turn = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = Cow::from(text);
        if path.exists() {
            let now = read(&self.root.folder, named, path)?;
            let known = plain(&now).ok_or_else(|| {
                refused(format!("{named} is {NO_TEXT}, and is not overwritten: take another name"))
            })?;
            if params["version"].as_str() != Some(&version(&now)) && known != text {
                let mut shown = shown(&now);
                shown["conflict"] = true.into();
                return Ok(shown);
            }
            let count = |end: &str| String::from_utf8_lossy(&now).matches(end).count();
            if count("\r\n") > 0 && count("\r\n") == count("\n") {
                written = text.replace('\n', "\r\n").into();
            }
            if now.starts_with(MARK) {
                written = format!("\u{feff}{written}").into();
            }
        }
        let bytes = written.as_bytes();
        if bytes.len() as u64 > LONGEST {
            return Err(refused(format!(
                "{named} would be longer than {} MiB, and not be opened",
                LONGEST >> 20
            )));
        }
        let saved = save::whole(self.output, path, |out| out.write_all(bytes));
        saved.map_err(|error| refused(format!("cannot write {named}: {}", reason(&error))))?;
        Ok(json!({ "version": version(bytes) }))
    }
}

/// A part of a path as the page has it; `None` if it is hidden.
fn shown_part(part: &OsStr) -> Option<Cow<'_, str>> {
    Some(part.to_string_lossy()).filter(|part| !part.starts_with('.'))
}

/// Whether a file is of a kind that may be opened.
pub(super) fn is_known(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default().to_string_lossy();
    KINDS.iter().any(|kind| end.eq_ignore_ascii_case(kind))
}

/// The bytes of a file in a folder, unless it is too long, or no file.
fn read(root: &Path, named: &str, path: &Path) -> Result<Vec<u8>, Refusal> {
    let cannot = |error: std::io::Error| refused(format!("cannot read {named}: {}", reason(&error)));
    let mut bytes = Vec::new();
    let inside = path.strip_prefix(root).unwrap_or(path);
    let file = files::open_inside(root, inside).map_err(cannot)?;
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LONGEST {
        return Err(refused(format!("{named} has more than {} MiB", LONGEST >> 20)));
    }
    Ok(bytes)
}

/// The byte-order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a file is only read.
const NO_TEXT: &str = "not UTF-8 text";

/// The text of a file as a page shows it; `None` if it is none: saving that would change more than was written.
fn plain(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes.strip_prefix(MARK).unwrap_or(bytes)).ok()?;
    (!text.contains('\0')).then(|| lines(text))
}

/// A text with the line ends that editors of pages know.
fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn shown(bytes: &[u8]) -> Value {
    let version = version(bytes);
    match plain(bytes) {
        Some(text) => json!({ "text": text, "version": version }),
        None => {
            json!({ "text": lines(&String::from_utf8_lossy(bytes)), "version": version, "fault": NO_TEXT })
        }
    }
}
