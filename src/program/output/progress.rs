//! The live progress line on standard error, by default only on a terminal; or events for programs.
//!
//! In: the progress of a search. Out: a line that is rewritten in place and erased at the end; or JSON on standard
//! output.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::compare::figures::show_memory;
use crate::{Output, When, mpi_launcher};
use banto_base::system::console;
use banto_search::{self as search, Grounding, Observer};

/// The live line.
pub(crate) struct Progress<'o> {
    output: &'o Output,
    shown: bool,
    is_terminal: bool,
    drawn: AtomicBool,
    /// Which of several concurrent searches is shown, and when it last reported.
    shows: Mutex<Option<(ThreadId, Instant)>>,
    /// The cost of the best plan, and what is said of it. Once there is one, many short searches improve it, and the
    /// counts of one say little.
    best: Mutex<Option<(u64, String)>>,
    /// The bound that was told last; `None` if a search may be about a part of a task.
    bound: Mutex<Option<u64>>,
    /// What it is a bound on.
    measure: &'static str,
    /// If layers and estimates are told: the lowest estimate of each search so far.
    lowest: Option<Mutex<BTreeMap<Option<&'static str>, u64>>>,
}

/// A search that has been silent for this long is over.
const SILENT: Duration = Duration::from_secs(1);

impl<'o> Progress<'o> {
    pub(crate) fn new(when: When, quiet: bool, output: &'o Output) -> Self {
        let is_terminal = std::io::stderr().is_terminal() && console::knows_escapes();
        let shown = !mpi_launcher::is_silent() && when.unwrap_or(is_terminal && !quiet);
        Self {
            output,
            shown,
            is_terminal,
            drawn: AtomicBool::new(false),
            shows: Mutex::default(),
            best: Mutex::default(),
            bound: Mutex::default(),
            measure: "",
            lowest: None,
        }
    }

    /// Layers and lowest estimates of searches are events.
    pub(crate) fn with_layers(self) -> Self {
        Self { lowest: Some(Mutex::default()), ..self }
    }

    /// Tells a layer or an estimate to programs.
    fn tell_layer(&self, progress: &search::Progress) {
        let search::Work { counts, bytes, .. } = progress.work;
        let kind = if progress.layer.is_some() { "layer" } else { "estimate" };
        let event = json!({
            "search": progress.search,
            "f": progress.layer.map(|layer| layer[0]),
            "g": progress.layer.map(|layer| layer[1]),
            "best_h": progress.best_h,
            "expanded": counts.expanded,
            "evaluated": counts.evaluated,
            "generated": counts.generated,
            "bytes": bytes,
            "lower_bound": progress.lower_bound,
        });
        self.output.event(kind, event);
    }

    /// Every search is about the whole task: what one proves of the cost of plans, or another measure, is told.
    pub(crate) fn with_bounds(self, measure: &'static str) -> Self {
        Self { bound: Mutex::new(Some(0)), measure, ..self }
    }

    /// What is known of the cost of a cheapest plan.
    fn known(&self) -> Option<String> {
        let measure = self.measure;
        match (locked(&self.bound).filter(|bound| *bound > 0), &*locked(&self.best)) {
            (Some(bound), Some((best, _))) => Some(format!("{bound} <= {measure} <= {best}")),
            (Some(bound), None) => Some(format!("{bound} <= {measure}")),
            (None, best) => best.as_ref().map(|(_, words)| words.clone()),
        }
    }

    /// Tells that a piece of work begins.
    pub(crate) fn begin(&self, name: &str) {
        self.draw(name);
        self.output.event("stage", json!({ "stage": name }));
    }

    /// Tells how far a search is: in words to people, in numbers to programs.
    pub(crate) fn say(&self, progress: &search::Progress, words: impl FnOnce() -> String) {
        if !self.output.has_events() {
            return self.draw(&words());
        }
        let search::Work { counts, bytes, .. } = progress.work;
        let mut event = json!({ "best_h": progress.best_h, "best_cost": locked(&self.best).as_ref().map(|best| best.0), "bytes": bytes });
        event["expanded"] = counts.expanded.into();
        event["evaluated"] = counts.evaluated.into();
        event["generated"] = counts.generated.into();
        self.output.event("progress", event);
    }

    /// Tells what was proven.
    fn prove(&self, progress: &search::Progress) {
        let mut bound = locked(&self.bound);
        if let (Some(told), Some(proven)) = (*bound, progress.lower_bound)
            && proven > told
        {
            *bound = Some(proven);
            self.output.event("bound", json!({ "lower_bound": proven }));
        }
    }

    /// Tells that there is a plan of this cost.
    pub(crate) fn found(&self, cost: u64, words: String) {
        *locked(&self.best) = Some((cost, words));
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
            let width = console::columns().unwrap_or(80);
            let _ = write!(out, "\r\x1b[K{}", fitting(text, usize::from(width).saturating_sub(1)));
            self.drawn.store(true, Ordering::Relaxed);
        } else {
            // In a file or a pipe, a line cannot be overwritten.
            let _ = writeln!(out, "{text}");
        }
        let _ = out.flush();
    }
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Observer for Progress<'_> {
    fn stage(&self, name: &'static str) {
        self.begin(name);
    }

    fn grounding(&self, progress: &Grounding) {
        let Grounding { stage, atoms, operators, most, .. } = progress;
        let (name, count) = most.as_ref().map(|(name, count)| (name, count)).unzip();
        if self.output.has_events() {
            let event = json!({
                "stage": stage,
                "atoms": atoms,
                "operators": operators,
                "most": name,
                "most_operators": count,
            });
            return self.output.event("grounding", event);
        }
        let most = most.as_ref().map(|(name, count)| format!(", {name} {count}")).unwrap_or_default();
        self.draw(&format!("{stage}: {atoms} atoms, {operators} operators{most}"));
    }

    fn milestone(&self, progress: &search::Progress) {
        self.prove(progress);
        let Some((told, best)) = self.lowest.as_ref().zip(progress.best_h) else { return };
        let mut told = locked(told);
        if told.get(&progress.search).is_none_or(|known| best < *known) {
            told.insert(progress.search, best);
            self.tell_layer(progress);
        }
    }

    fn layer(&self, progress: &search::Progress) {
        self.prove(progress);
        if self.lowest.is_some() {
            self.tell_layer(progress);
        }
    }

    fn progress(&self, progress: &search::Progress) {
        self.prove(progress);
        let (thread, now) = (std::thread::current().id(), Instant::now());
        let mut shows = locked(&self.shows);
        if shows.is_some_and(|(shown, heard)| shown != thread && now - heard < SILENT) {
            return;
        }
        *shows = Some((thread, now));
        self.say(progress, || {
            let seconds = progress.elapsed.as_secs_f64().max(0.001);
            let known = self.known().map(|known| format!(", {known}")).unwrap_or_default();
            if locked(&self.best).is_some() && progress.lower_bound.is_none() {
                return format!("{seconds:.1}s: improving{known}");
            }
            let search::Work { counts, bytes, .. } = progress.work;
            #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
            let rate = counts.expanded as f64 / seconds;
            let best = progress.best_h.map(|best| format!(", best h {best}")).unwrap_or_default();
            let memory = show_memory(bytes);
            let search = progress.search.map(|name| format!("{name}: ")).unwrap_or_default();
            let expanded = counts.expanded;
            format!("{seconds:.1}s: {search}expanded {expanded}, {rate:.0}/s{best}{known}, {memory}")
        });
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
