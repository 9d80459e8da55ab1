//! Lines typed on a terminal, with history and completion.
//!
//! In: keys, and a task whose names complete words. Out: lines.

use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::commands::candidates;
use banto_text::task::Task;

pub(super) struct Editor<'t>(rustyline::Editor<Words<'t>, MemHistory>);

/// Completes words.
struct Words<'t>(&'t Task);

impl<'t> Editor<'t> {
    pub(super) fn new(task: &'t Task) -> rustyline::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = rustyline::Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Words(task)));
        Ok(Self(editor))
    }

    /// The next line; `None` at the end of the input. Ctrl-C empties the line.
    pub(super) fn line(&mut self, steps: usize) -> io::Result<Option<String>> {
        match self.0.readline(&format!("{steps}> ")) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Interrupted) => Ok(Some(String::new())),
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Completer for Words<'_> {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let start = before.rfind([' ', '(']).map_or(0, |at| at + 1);
        let mut words: Vec<&str> =
            before[..start].split([' ', '(']).filter(|word| !word.is_empty()).collect();
        if line.trim_start().starts_with('(') {
            words.insert(0, "apply");
        }
        let mut found = candidates(self.0, &words);
        found.retain(|word| word.starts_with(&before[start..]));
        found.iter_mut().for_each(|word| word.push(' '));
        Ok((start, found))
    }
}

impl Hinter for Words<'_> {
    type Hint = String;
}

impl Highlighter for Words<'_> {}
impl Validator for Words<'_> {}
impl Helper for Words<'_> {}
