//! A file of results that grows: a line of JSON for each level, so that a long run can be ended and gone on with.
//!
//! In: the file of earlier runs, if there is one, and results. Out: which levels it has, and more lines, each whole as
//! soon as its level is solved. A line that was cut off by a kill is removed, and so is a new file that gets no line.
//! Levels are known by their file, their number, the solver, and the digest of their drawing: a level that was changed
//! is solved again, and so is one whose search was stopped.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{self, Path, PathBuf};

use serde_json::{Map, Value};

use super::best_solutions;
use crate::compare::SolverName;
use crate::{Exit, Output, reason};
use banto_base::source::sha256;
use banto_sokoban::level::StoredSolution;
use banto_sokoban::{Alphabet, Level, draw};

/// How a line begins: the names of its fields are in the order of the alphabet.
const BEGINNING: &[u8] = b"{\"digest\":\"";

/// The file, open at its end.
pub(super) struct Results {
    path: PathBuf,
    file: File,
    /// What is done, by file, number, solver and digest.
    done: HashMap<String, Done>,
    is_empty: bool,
}

/// What is known of a level: its exit code, and its line.
#[derive(Clone)]
pub(super) struct Done {
    pub(super) exit: Exit,
    pub(super) line: Value,
}

impl Done {
    pub(super) fn solution(&self) -> Option<StoredSolution> {
        self.line["solution"].as_str().map(StoredSolution::from)
    }
}

/// Reports why a line could not be read or written.
fn refuse(path: &Path, why: &str, output: &Output) -> Exit {
    output.error(&format!("{}: {why}", path.display()));
    Exit::Input
}

impl Results {
    /// Opens a file of results, or makes it; reports why it cannot.
    pub(super) fn open(path: &Path, output: &Output) -> Result<Self, Exit> {
        Self::read(path).unwrap_or_else(|error| Err(reason(&error))).map_err(|why| refuse(path, &why, output))
    }

    fn read(path: &Path) -> io::Result<Result<Self, String>> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let (mut reader, mut done) = (BufReader::new(&file), HashMap::new());
        let (mut line, mut number, mut whole) = (Vec::new(), 0, 0_u64);
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                break;
            }
            number += 1;
            whole += length as u64;
            let Some((key, level)) = known(&line) else {
                return Ok(Err(format!("line {number} is no result of this command; name another file")));
            };
            level.map(|level| done.insert(key, level));
        }
        // What is left was cut off; a text of something else is not.
        if !line.is_empty() {
            if !line.starts_with(BEGINNING) && !BEGINNING.starts_with(&line) {
                let number = number + 1;
                return Ok(Err(format!("line {number} is no result of this command; name another file")));
            }
            file.set_len(whole)?;
        }
        Ok(Ok(Self { path: path.to_path_buf(), file, done, is_empty: whole == 0 }))
    }

    /// What is known of a level that needs no other result.
    pub(super) fn of(&self, file: &Path, number: usize, level: &Level, solver: &SolverName) -> Option<Done> {
        let key = key(&file.to_string_lossy(), number as u64, solver.name(), &digest(level));
        let done = self.done.get(&key)?;
        // A solution counts if the validator accepts it.
        let solutions = done.solution().into_iter().collect();
        let is_right = done.exit != Exit::Done
            || best_solutions::solution(&Level { solutions, ..level.clone() }).is_some();
        is_right.then(|| done.clone())
    }

    /// Adds the line of a result.
    pub(super) fn add(&mut self, line: &Value, output: &Output) -> Result<(), Exit> {
        self.is_empty = false;
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| refuse(&self.path, &reason(&error), output))
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        if self.is_empty {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A line with these fields of the result of a level.
pub(super) fn line(level: &Level, mut fields: Map<String, Value>) -> Value {
    fields.insert("digest".to_owned(), digest(level).into());
    fields.into()
}

/// The level of a line, and what is known of it if it needs no other result; `None` if it is no line of results.
fn known(line: &[u8]) -> Option<(String, Option<Done>)> {
    let line: Value = serde_json::from_slice(line).ok()?;
    let text = |field: &str| line[field].as_str();
    let key = key(text("file")?, line["level"].as_u64()?, text("solver")?, text("digest")?);
    let exit = match text("status")? {
        "solved" => Some(Exit::Done),
        "unsolvable" => Some(Exit::Unsolvable),
        _ => None,
    };
    Some((key, exit.map(|exit| Done { exit, line })))
}

fn key(file: &str, number: u64, solver: &str, digest: &str) -> String {
    // However the path is written.
    let file = path::absolute(file).map_or_else(|_| file.into(), |path| path.to_string_lossy().into_owned());
    format!("{file}\0{number}\0{solver}\0{digest}")
}

/// The beginning of the digest of a level's drawing.
fn digest(level: &Level) -> String {
    let mut digest = sha256(draw::level(level, Alphabet::Xsb).as_bytes());
    digest.truncate(16);
    digest
}
