//! The live progress line on standard error, by default only on a terminal.
//!
//! In: the progress of a search. Out: a line that is rewritten in place and erased at the end.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use crate::base::system::console;
use crate::program::flags::units;
use crate::program::{When, mpi_launcher};
use crate::search::{self, Observer};

/// The live line.
pub(crate) struct Progress {
    shown: bool,
    is_terminal: bool,
    drawn: AtomicBool,
    /// Which of several concurrent searches is shown, and when it last reported.
    shows: Mutex<Option<(ThreadId, Instant)>>,
    /// The cost of the best plan. Once there is one, many short searches improve it, and the counts of one say little.
    best: Mutex<Option<u64>>,
}

/// A search that has been silent for this long is over.
const SILENT: Duration = Duration::from_secs(1);

impl Progress {
    pub(crate) fn new(when: When, quiet: bool) -> Self {
        let is_terminal = std::io::stderr().is_terminal() && console::knows_escapes();
        let shown = !mpi_launcher::is_silent() && when.unwrap_or(is_terminal && !quiet);
        Self {
            shown,
            is_terminal,
            drawn: AtomicBool::new(false),
            shows: Mutex::default(),
            best: Mutex::default(),
        }
    }

    /// Tells that there is a plan of this cost.
    pub(crate) fn found(&self, cost: u64) {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(cost);
    }

    /// Erases the line.
    pub(crate) fn clear(&self) {
        if self.drawn.swap(false, Ordering::Relaxed) {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }

    /// Shows a line in place of the one before.
    pub(crate) fn draw(&self, text: &str) {
        if !self.shown {
            return;
        }
        let mut out = std::io::stderr().lock();
        if self.is_terminal {
            // The last column stays free: some terminals wrap as soon as it is written.
            let width = terminal_size::terminal_size_of(std::io::stderr()).map_or(80, |(width, _)| width.0);
            let _ = write!(out, "\r\x1b[K{}", fitting(text, usize::from(width).saturating_sub(1)));
            self.drawn.store(true, Ordering::Relaxed);
        } else {
            // In a file or a pipe, a line cannot be overwritten.
            let _ = writeln!(out, "{text}");
        }
        let _ = out.flush();
    }
}

impl Observer for Progress {
    fn stage(&self, name: &'static str) {
        self.draw(name);
    }

    fn progress(&self, progress: &search::Progress) {
        let (thread, now) = (std::thread::current().id(), Instant::now());
        let mut shows = self.shows.lock().unwrap_or_else(PoisonError::into_inner);
        if shows.is_some_and(|(shown, heard)| shown != thread && now - heard < SILENT) {
            return;
        }
        *shows = Some((thread, now));
        let seconds = progress.elapsed.as_secs_f64().max(0.001);
        if let Some(cost) = *self.best.lock().unwrap_or_else(PoisonError::into_inner) {
            return self.draw(&format!("{seconds:.1}s: improving, best cost {cost}"));
        }
        let search::Work { counts, bytes, .. } = progress.work;
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = counts.expanded as f64 / seconds;
        let best = progress.best_h.map(|best| format!(", best h {best}")).unwrap_or_default();
        let memory = units::show_memory(bytes);
        let search = progress.search.map(|name| format!("{name}: ")).unwrap_or_default();
        let expanded = counts.expanded;
        self.draw(&format!("{seconds:.1}s: {search}expanded {expanded}, {rate:.0}/s{best}, {memory}"));
    }
}

/// The beginning of a text that takes at most this many columns, without a field that does not fit whole: half a number
/// would be another one. What is not ASCII may be two columns wide.
fn fitting(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, letter)| {
        taken += if letter.is_ascii() { 1 } else { 2 };
        taken > columns
    });
    let Some((end, _)) = end else { return text };
    let fits = |mark| text.match_indices(mark).map(|(at, _)| at).take_while(|at| *at <= end).last();
    let field = [", ", "; ", ": "].into_iter().filter_map(fits).max();
    &text[..field.or_else(|| fits(" ")).unwrap_or(end)]
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn the_live_line_is_no_wider_than_the_terminal() {
        let line = "12.0s: expanded 1234, 103/s, best h 4";
        for (columns, shown) in
            [(36, "12.0s: expanded 1234, 103/s"), (20, "12.0s: expanded 1234"), (19, "12.0s")]
        {
            assert_eq!(fitting(line, columns), shown);
        }
        assert_eq!(fitting("made 12 of 200 levels", 12), "made 12 of");
        assert_eq!(fitting("search", 10), "search");
        assert_eq!(fitting("番頭 plans", 5), "番頭");
        assert_eq!(fitting("search", 0), "");
    }
}
