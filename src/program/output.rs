//! Printing: data on standard output, messages and diagnostics on standard error.
//!
//! In: text, JSON objects, diagnostics. Out: the two streams. If nobody reads the results any more, the work in
//! progress is canceled as by Ctrl-C, and nothing more is printed. The first failure message is kept, so that `--json`
//! prints an object even without a result.

pub(super) mod columns;
pub(super) mod os_error;
pub(super) mod progress;
pub(super) mod stream;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use self::stream::{Interruptible, Signals};
use super::compare::figures::counted;
use super::{Exit, mpi_launcher, reason};
use banto_base::source::{
    Diagnostic, MessageFormat, Renderer, Severity, SourceText, Span, printable_lines, shortened,
};
use banto_base::system::console;

/// How many diagnostics about one file are shown by default: later ones mostly follow from the first.
const SHOWN: usize = 20;

/// The version of every object of `--json`; docs/json.md says when it changes.
const JSON_VERSION: u32 = 1;

/// Where and how results and messages are printed.
pub(super) struct Output {
    format: MessageFormat,
    color: bool,
    /// Whether data on standard output may be colored.
    pub(super) data_color: bool,
    all: bool,
    /// Set if data could not be written.
    is_unread: AtomicBool,
    /// Set if that was for another reason than a closed pipe.
    is_lost: AtomicBool,
    /// Set once an object was printed: nothing may follow it.
    has_object: AtomicBool,
    /// Set if events are printed on standard output.
    has_events: AtomicBool,
    /// The first reason given for a missing result.
    why: Mutex<Option<String>>,
    /// When the program started.
    pub(super) start: Instant,
    signals: Signals,
    /// Set if the system gives fewer threads than are wanted.
    few_threads: Arc<AtomicBool>,
}

impl Output {
    /// Diagnostics in this format; colors always, never, or (`None`) on a terminal; all diagnostics, or the first
    /// ones.
    pub(super) fn new(format: MessageFormat, color: Option<bool>, all: bool, start: Instant) -> Self {
        let unwanted = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let on_terminals = || !unwanted() && console::knows_escapes();
        let wanted = |is_terminal: bool| color.unwrap_or_else(|| is_terminal && on_terminals());
        Self {
            format,
            color: wanted(io::stderr().is_terminal()),
            data_color: wanted(io::stdout().is_terminal()),
            all,
            is_unread: AtomicBool::new(false),
            is_lost: AtomicBool::new(false),
            has_object: AtomicBool::new(false),
            has_events: AtomicBool::new(false),
            why: Mutex::new(None),
            start,
            signals: Signals::default(),
            few_threads: Arc::default(),
        }
    }

    /// The flags that signals set and read.
    pub(super) fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// The flag that ends the work.
    pub(super) fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.signals.cancel)
    }

    /// The flag that tells of threads that the system does not give.
    pub(super) fn few_threads(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.few_threads)
    }

    /// Prints bytes on standard output.
    pub(super) fn bytes(&self, bytes: &[u8]) {
        if self.is_silent() {
            return;
        }
        let mut buffered = io::stdout().lock();
        let written = buffered.flush().and_then(|()| {
            let mut out = Interruptible { file: stream::standard_output(), signals: self.signals() };
            out.write_all(bytes).and_then(|()| out.flush())
        });
        if let Err(error) = written {
            self.end_unread(&error);
        }
    }

    /// Ends the work, because standard output cannot be written. A closed pipe says that no more is wanted; any other
    /// reason is reported.
    pub(super) fn end_unread(&self, error: &io::Error) {
        if error.kind() != io::ErrorKind::BrokenPipe && !self.is_lost.swap(true, Ordering::Relaxed) {
            self.refused(error);
        }
        self.is_unread.store(true, Ordering::Relaxed);
        self.signals.cancel.store(true, Ordering::Relaxed);
    }

    /// Whether nothing is printed: by all but one of the processes that share a search, and once nobody reads the
    /// results.
    fn is_silent(&self) -> bool {
        mpi_launcher::is_silent() || self.is_unread()
    }

    /// Reports that standard output cannot be written.
    fn refused(&self, error: &io::Error) {
        self.error(&format!("cannot write to standard output: {}", reason(error)));
    }

    /// Whether nobody reads standard output any more: it is closed, or data was lost.
    fn is_unread(&self) -> bool {
        self.is_unread.load(Ordering::Relaxed)
    }

    /// How the program ends if the results did not arrive, whatever they were.
    pub(super) fn without_reader(&self) -> Option<Exit> {
        let is_lost = self.is_lost.load(Ordering::Relaxed);
        self.is_unread().then_some(if is_lost { Exit::Input } else { Exit::Unread })
    }

    /// Prints data on standard output.
    pub(super) fn data(&self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// From here on, events are printed on standard output, if they are wanted.
    pub(super) fn tell_events(&self, are_wanted: bool) {
        self.has_events.store(are_wanted, Ordering::Relaxed);
    }

    pub(super) fn has_events(&self) -> bool {
        self.has_events.load(Ordering::Relaxed)
    }

    /// Prints an event of `--events`, if they are printed.
    pub(super) fn event(&self, name: &str, mut event: serde_json::Value) {
        if self.has_events() {
            event["event"] = name.into();
            event["version"] = JSON_VERSION.into();
            event["seconds"] = self.start.elapsed().as_secs_f64().into();
            self.data(&format!("{event}\n"));
        }
    }

    /// Prints an object of `--json` with its version, on a line of its own.
    pub(super) fn object(&self, mut object: serde_json::Value) {
        self.has_object.store(true, Ordering::Relaxed);
        // The last event says the same.
        if let Some(message) = object["message"].as_str() {
            self.remember(message);
        }
        if self.has_events() {
            object["event"] = "result".into();
        }
        object["version"] = JSON_VERSION.into();
        self.data(&format!("{object}\n"));
    }

    /// Prints an object of `--json`; if the command ended early, with how and why.
    pub(super) fn object_so_far(&self, mut object: serde_json::Value, exit: Exit) {
        object["status"] = exit.status().into();
        if exit != Exit::Done {
            object["exit"] = exit.code().into();
            object["message"] = self.why().into();
        }
        self.object(object);
    }

    /// Prints the object of a command without a result, from the messages about it.
    pub(super) fn failure(&self, exit: Exit) {
        self.failed(exit, &self.why().unwrap_or_else(|| exit.meaning().to_owned()));
    }

    /// Prints the object of a command without a result, with a message.
    pub(super) fn failed(&self, exit: Exit, message: &str) {
        let (status, code) = (exit.status(), exit.code());
        self.object(serde_json::json!({ "status": status, "exit": code, "message": message }));
    }

    /// The reason given for a missing result; empty if nothing was wrong.
    pub(super) fn why(&self) -> Option<String> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins anew, with the next of several files.
    pub(super) fn forget_why(&self) {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether `--json` has printed its object.
    pub(super) fn has_object(&self) -> bool {
        self.has_object.load(Ordering::Relaxed)
    }

    /// Prints a message line on standard error.
    pub(super) fn talk(&self, text: &str) {
        self.talk_after("", text);
    }

    /// Prints a message, in which names of files have no controls that a terminal obeys, after what may be colored.
    fn talk_after(&self, word: &str, text: &str) {
        if !self.is_silent() {
            let _ = writeln!(io::stderr().lock(), "{word}{}", printable_lines(text));
        }
    }

    /// Keeps the reason for a missing result; the first one counts.
    pub(super) fn remember(&self, text: &str) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| text.to_owned());
    }

    /// Prints why there is no result.
    pub(super) fn ended(&self, text: &str) {
        self.remember(text);
        self.say("error", "", text);
    }

    /// Prints a message in the chosen format: for people as it is, for programs as a diagnostic without a place.
    fn say(&self, severity: &'static str, before: &str, text: &str) {
        match self.format {
            MessageFormat::Json => self.talk(&Renderer::without_place(severity, text)),
            _ => self.talk_after(before, text),
        }
    }

    /// Prints an error: what is wrong, in a sentence.
    pub(super) fn error(&self, text: &str) {
        let text = &shortened(text.to_owned());
        self.remember(text);
        let red = if self.color { ("\x1b[1;91m", "\x1b[0m") } else { ("", "") };
        self.say("error", &format!("{}error{}: ", red.0, red.1), text);
    }

    /// Prints an error about the command line.
    pub(super) fn usage(&self, text: &str) -> Exit {
        self.error(text);
        Exit::Usage
    }

    /// Prints an error about the command line, with help.
    pub(super) fn misused(&self, text: &str, help: &str) -> Exit {
        self.error(text);
        self.help(help);
        Exit::Usage
    }

    /// Prints what a user can do about an error.
    pub(super) fn help(&self, text: &str) {
        self.say("help", "help: ", text);
    }

    /// Prints diagnostics on standard error in the chosen format. For people, the list is cut short.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic], texts: &[&SourceText]) {
        if let Some(first) = first_error(diagnostics) {
            self.remember(&first.message);
        }
        if self.is_silent() {
            return;
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

    /// Prints the first of some warnings on a line, and what shows the others on the next; for programs, all of them.
    pub(super) fn warn(&self, warnings: &[Diagnostic], texts: &[&SourceText], all: &str) {
        let Some((first, others)) = warnings.split_first() else { return };
        if !self.is_for_people() {
            return self.diagnostics(warnings, texts);
        }
        let line = Renderer::new(texts, MessageFormat::Short, false).heading(first);
        let more = match others.len() {
            0 => String::new(),
            more => format!("\nand {}: {all}", counted(more, "more warning", "more warnings")),
        };
        self.talk(&format!("{line}{more}"));
    }

    /// Prints the errors that leave no result.
    pub(super) fn refuse(&self, diagnostics: &[Diagnostic], texts: &[&SourceText]) -> Exit {
        self.diagnostics(diagnostics, texts);
        exit(diagnostics)
    }

    /// A sentence after a word, with the source line of a place; the format is that of results, which are text.
    pub(super) fn sentence(
        &self,
        word: &str,
        text: &str,
        place: Option<(usize, Span)>,
        texts: [&SourceText; 2],
    ) -> String {
        Renderer::new(&texts, self.format, self.color).sentence(word, text, place)
    }

    /// Whether people read the messages.
    pub(super) fn is_for_people(&self) -> bool {
        self.format != MessageFormat::Json
    }

    /// How many errors and warnings there are, in words; empty if there are none.
    pub(super) fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
        let count = |severity| diagnostics.iter().filter(|one| one.severity() == severity).count();
        let words =
            |number: usize, word: &str| (number > 0).then(|| counted(number, word, &format!("{word}s")));
        match (words(count(Severity::Error), "error"), words(count(Severity::Warning), "warning")) {
            (Some(errors), Some(warnings)) => Some(format!("{errors}, {warnings}")),
            (errors, warnings) => errors.or(warnings),
        }
    }
}

/// The exit code for diagnostics: unsupported whatever else is wrong, because mending that would not help.
pub(super) fn exit(diagnostics: &[Diagnostic]) -> Exit {
    let mut errors = diagnostics.iter().filter(|one| one.severity() == Severity::Error).peekable();
    if errors.peek().is_none() {
        Exit::Done
    } else if errors.any(|one| one.code.is_unsupported()) {
        Exit::Unsupported
    } else {
        Exit::Input
    }
}

pub(super) fn first_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    diagnostics.iter().find(|one| one.severity() == Severity::Error)
}

/// The diagnostics that are shown out of many, in order: no warning displaces an error.
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
