//! Printing: data, talk, and diagnostics. A reader that goes away (a closed pipe) ends the talk, not the program.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::arguments::{Arguments, Color, Format};
use crate::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText};

/// Set when data could not be written.
static DATA_IS_LOST: AtomicBool = AtomicBool::new(false);

/// Where and how results and messages are printed.
pub(super) struct Output {
    format: MessageFormat,
    color: bool,
    data_color: bool,
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
        Self { format, color, data_color }
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
            Self::talk(&format!("error: cannot write to standard output: {error}"));
        }
    }

    /// Whether data could not be written, for another reason than a reader that has gone away.
    pub(super) fn is_lost() -> bool {
        DATA_IS_LOST.load(Ordering::Relaxed)
    }

    /// Prints data on standard output.
    pub(super) fn data(text: &str) {
        Self::bytes(text.as_bytes());
    }

    /// Prints a line of talk on standard error.
    pub(super) fn talk(text: &str) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Prints diagnostics on standard error, each as the format asks.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic], texts: &[&SourceText]) {
        let renderer = Renderer::new(texts, self.format, self.color);
        let mut out = io::BufWriter::new(io::stderr().lock());
        for diagnostic in diagnostics {
            if out.write_all(renderer.render(diagnostic).as_bytes()).is_err() {
                return;
            }
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
