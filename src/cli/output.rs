//! Printing: data, talk, and diagnostics. A reader that goes away (a closed pipe) ends the talk, not the program.
//!
//! What is said of an ending is remembered, so that `--json` has an object with it also where a command came to no result.
//!
//! In: text, objects, diagnostics. Out: nothing but what stands on the two streams. What is said is decided by the commands.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{Arguments, Color, Format};
use super::exit::Exit;
use crate::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText};

/// Set when data could not be written.
static DATA_IS_LOST: AtomicBool = AtomicBool::new(false);
/// Set when an object was printed: then nothing is to be added to it.
static HAS_OBJECT: AtomicBool = AtomicBool::new(false);
/// Set where talk may be coloured.
static TALK_COLOR: AtomicBool = AtomicBool::new(false);
/// The first thing that was said of why there is no result.
static WHY: Mutex<Option<String>> = Mutex::new(None);

/// So many diagnostics about one file are shown where nobody asks for more: what comes behind mostly follows from them.
const SHOWN: usize = 20;

/// Where and how results and messages are printed.
pub(super) struct Output {
    format: MessageFormat,
    color: bool,
    data_color: bool,
    all: bool,
}

impl Output {
    pub(super) fn new(arguments: &Arguments) -> Self {
        let format = match arguments.message_format {
            Format::Human => MessageFormat::Human,
            Format::Short => MessageFormat::Short,
            Format::Json => MessageFormat::Json,
        };
        let wanted = |is_terminal: bool| match arguments.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        let (color, data_color) = (wanted(io::stderr().is_terminal()), wanted(io::stdout().is_terminal()));
        TALK_COLOR.store(color, Ordering::Relaxed);
        Self { format, color, data_color, all: arguments.all_messages }
    }

    /// Whether data on standard output may be coloured.
    pub(super) const fn data_color(&self) -> bool {
        self.data_color
    }

    /// Prints bytes on standard output.
    pub(super) fn bytes(bytes: &[u8]) {
        let mut out = io::stdout().lock();
        if let Err(error) = out.write_all(bytes).and_then(|()| out.flush())
            && error.kind() != io::ErrorKind::BrokenPipe
            && !DATA_IS_LOST.swap(true, Ordering::Relaxed)
        {
            Self::refused(&error);
        }
    }

    /// Says that standard output cannot be written.
    pub(super) fn refused(error: &io::Error) {
        Self::error(&format!("cannot write to standard output: {}", super::input::reason(error)));
    }

    /// Whether data could not be written, for another reason than a reader that has gone away.
    pub(super) fn is_lost() -> bool {
        DATA_IS_LOST.load(Ordering::Relaxed)
    }

    /// Prints data on standard output.
    pub(super) fn data(text: &str) {
        Self::bytes(text.as_bytes());
    }

    /// Prints an object of `--json`, on a line of its own.
    pub(super) fn object(object: &serde_json::Value) {
        HAS_OBJECT.store(true, Ordering::Relaxed);
        Self::data(&format!("{object}\n"));
    }

    /// Prints the object of a command that came to no result, from what was said of it.
    pub(super) fn failure(exit: Exit) {
        Self::object(&serde_json::json!({
            "version": 1,
            "status": exit.status(),
            "exit": exit.code(),
            "message": Self::why().unwrap_or_else(|| exit.meaning().to_owned()),
        }));
    }

    /// What was said of why there is no result; nothing where nothing was wrong.
    pub(super) fn why() -> Option<String> {
        WHY.lock().ok().and_then(|why| why.clone())
    }

    /// Whether `--json` has given its object.
    pub(super) fn has_object() -> bool {
        HAS_OBJECT.load(Ordering::Relaxed)
    }

    /// Prints a line of talk on standard error.
    pub(super) fn talk(text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Keeps what was said of why there is no result; the first word counts.
    pub(super) fn remember(text: &str) {
        if let Ok(mut why) = WHY.lock() {
            why.get_or_insert_with(|| text.to_owned());
        }
    }

    /// Prints why there is no result.
    pub(super) fn ended(text: &str) {
        Self::remember(text);
        Self::talk(text);
    }

    /// Prints an error: what is wrong, in a sentence.
    pub(super) fn error(text: &str) {
        Self::remember(text);
        let red = if TALK_COLOR.load(Ordering::Relaxed) { ("\x1b[1;91m", "\x1b[0m") } else { ("", "") };
        Self::talk(&format!("{}error{}: {text}", red.0, red.1));
    }

    /// Prints an error about the command line.
    pub(super) fn usage(text: &str) -> Exit {
        Self::error(text);
        Exit::Usage
    }

    /// Prints what a user can do about an error.
    pub(super) fn help(text: &str) {
        Self::talk(&format!("help: {text}"));
    }

    /// Prints diagnostics on standard error, each as the format asks. For people the list ends after some.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic], texts: &[&SourceText]) {
        if let Some(first) = first_error(diagnostics) {
            Self::remember(&first.message);
        }
        let renderer = Renderer::new(texts, self.format, self.color);
        let all = self.all || self.format != MessageFormat::Human || diagnostics.len() <= SHOWN;
        let shown = if all { diagnostics.iter().collect() } else { shown(diagnostics) };
        let mut out = io::BufWriter::new(io::stderr().lock());
        for diagnostic in &shown {
            if out.write_all(renderer.render(diagnostic).as_bytes()).is_err() {
                return;
            }
        }
        if shown.len() < diagnostics.len() {
            let more = diagnostics.len() - shown.len();
            let _ = writeln!(out, "and {more} more, which may follow from these; --all-messages shows them");
        }
        let _ = out.flush();
    }

    /// How many errors and warnings there are, in words; nothing where there are none.
    pub(super) fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
        let count = |severity| diagnostics.iter().filter(|one| one.severity() == severity).count();
        let words = |number: usize, word: &str| match number {
            0 => None,
            1 => Some(format!("1 {word}")),
            _ => Some(format!("{number} {word}s")),
        };
        match (words(count(Severity::Error), "error"), words(count(Severity::Warning), "warning")) {
            (Some(errors), Some(warnings)) => Some(format!("{errors}, {warnings}")),
            (errors, warnings) => errors.or(warnings),
        }
    }
}

/// The first error.
pub(super) fn first_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    diagnostics.iter().find(|one| one.severity() == Severity::Error)
}

/// Those that are shown of many, in their order: no error gives way to a warning.
fn shown(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let errors = diagnostics.iter().filter(|one| one.severity() == Severity::Error).count();
    let (mut errors, mut warnings) = (errors.min(SHOWN), SHOWN.saturating_sub(errors));
    let taken = |diagnostic: &&Diagnostic| -> bool {
        let left = if diagnostic.severity() == Severity::Error { &mut errors } else { &mut warnings };
        let is_taken = *left > 0;
        *left = left.saturating_sub(1);
        is_taken
    };
    diagnostics.iter().filter(taken).collect()
}
