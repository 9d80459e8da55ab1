//! The live line on standard error: what is going on now. Silent where standard error is no terminal, unless it is asked for.

use std::io::{IsTerminal, Write};

use super::arguments::ShowProgress;
use super::units;

/// The live line.
pub(super) struct Progress {
    shown: bool,
    drawn: bool,
}

impl Progress {
    pub(super) fn new(when: ShowProgress, quiet: bool) -> Self {
        let shown = match when {
            ShowProgress::Always => true,
            ShowProgress::Never => false,
            ShowProgress::Auto => std::io::stderr().is_terminal() && !quiet,
        };
        Self { shown, drawn: false }
    }

    /// A stage begins.
    pub(super) fn stage(&mut self, name: &str) {
        self.draw(name);
    }

    /// A search is here now.
    pub(super) fn search(&mut self, progress: &crate::search::Progress) {
        let seconds = progress.elapsed.as_secs_f64().max(0.001);
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = progress.counts.expanded as f64 / seconds;
        let best = progress.best_h.map(|best| format!(", best h {best}")).unwrap_or_default();
        self.draw(&format!(
            "{seconds:.1}s: expanded {}, {rate:.0}/s{best}, {}",
            progress.counts.expanded,
            units::show_memory(progress.bytes),
        ));
    }

    /// Takes the line away.
    pub(super) fn clear(&mut self) {
        if self.drawn {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
            self.drawn = false;
        }
    }

    fn draw(&mut self, text: &str) {
        if self.shown {
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "\r\x1b[K{text}");
            let _ = out.flush();
            self.drawn = true;
        }
    }
}
