//! Runs every solver on every level, in one thread or several.
//!
//! In: levels, solvers, and the limits of each run. Out: a [`Comparison`], in the order of levels and solvers.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::outcome::{Ending, Outcome};
use super::solver::{SolverName, solve};
use crate::limits::{Limits, Stop};
use crate::search::Observer;
use crate::sokoban::Level;

/// Searches that call themselves need more than a thread has by itself.
const STACK_BYTES: usize = 64 << 20;

/// A level to be solved.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file that it is from.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
    /// The level.
    pub level: Level,
}

impl Entry {
    /// The level's title, or its number.
    pub fn title(&self) -> String {
        self.level.title.clone().unwrap_or_else(|| format!("level {}", self.number))
    }
}

/// What each run may use.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// How long one solver may take for one level.
    pub time: Option<Duration>,
    /// How much the process may hold.
    pub memory: Option<u64>,
    /// Ends everything when it is set.
    pub cancel: Arc<AtomicBool>,
}

impl Allowed {
    fn limits(&self) -> Limits {
        let mut limits = Limits::none().within_machine().with_cancel_flag(Arc::clone(&self.cancel));
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        if let Some(memory) = self.memory {
            limits = limits.with_memory(memory);
        }
        limits
    }
}

/// A level, and what came of each solver, in the order of the solvers; `None` for a run that the user cut short.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The level.
    pub entry: Entry,
    /// What came of the solvers.
    pub outcomes: Vec<Option<Outcome>>,
}

/// Everything that was run.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The solvers.
    pub solvers: Vec<SolverName>,
    /// What each run was allowed to take.
    pub allowed: Allowed,
    /// The levels.
    pub levels: Vec<Compared>,
}

impl Comparison {
    /// Whether every run came to an end of its own.
    pub fn is_whole(&self) -> bool {
        self.levels.iter().all(|level| level.outcomes.iter().all(Option::is_some))
    }

    /// Faults of this program: the level, the solver, and what is wrong.
    pub fn faults(&self) -> impl Iterator<Item = (&Entry, &SolverName, &str)> {
        self.levels.iter().flat_map(|level| {
            let named = self.solvers.iter().zip(&level.outcomes);
            named.filter_map(|(solver, outcome)| match outcome.as_ref().map(|outcome| &outcome.ending) {
                Some(Ending::Faulty(words)) => Some((&level.entry, solver, words.as_str())),
                _ => None,
            })
        })
    }
}

/// A run that begins.
#[derive(Clone, Copy, Debug)]
pub struct Begun<'a> {
    /// How many runs are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// The level.
    pub entry: &'a Entry,
    /// The solver.
    pub solver: &'a SolverName,
}

/// Runs every solver on every level, `threads` runs at a time. Runs that go on at the same time share the two things
/// that are measured and limited for the process as a whole: the processor, and memory.
///
/// ```
/// use banto::compare::{Allowed, Comparison, Entry, SolverName, run};
///
/// let level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let entries = vec![Entry { file: "a.xsb".to_owned(), number: 1, level }];
/// let solvers = ["direct", "strips:pushes"].map(|name| SolverName::read(name).unwrap()).to_vec();
/// let comparison: Comparison = run(entries, solvers, Allowed::default(), 1, &|_| {}, &());
/// assert!(comparison.is_whole() && comparison.faults().next().is_none());
/// assert_eq!(banto::compare::csv::text(&comparison).lines().count(), 3);
/// assert_eq!(banto::compare::price::prices(&comparison).len(), 1);
/// assert!(banto::compare::table::text(&comparison).contains("price of strips:pushes over direct"));
/// assert!(banto::compare::html::page(&comparison).starts_with("<!"));
/// assert_eq!(banto::compare::json::value(&comparison)["version"], 1);
/// ```
pub fn run(
    entries: Vec<Entry>,
    solvers: Vec<SolverName>,
    allowed: Allowed,
    threads: usize,
    begins: &(dyn Fn(&Begun<'_>) + Sync),
    observer: &dyn Observer,
) -> Comparison {
    let total = entries.len() * solvers.len();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; total]);
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= total || allowed.cancel.load(Ordering::Relaxed) {
                break;
            }
            let (entry, solver) = (&entries[job / solvers.len()], &solvers[job % solvers.len()]);
            begins(&Begun { done: done.load(Ordering::Relaxed), total, entry, solver });
            let outcome = solve(&entry.level, solver, &allowed.limits(), observer);
            let is_cut = |outcome: &Outcome| outcome.ending == Ending::Stopped(Stop::Cancelled);
            lock(&outcomes)[job] = outcome.filter(|outcome| !is_cut(outcome));
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        let worker = || std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let running = (0..threads.clamp(1, total.max(1))).filter_map(|_| worker().ok()).count();
        // Where the system has no thread to give, this one does the work.
        if running == 0 {
            work();
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
    let levels = entries.into_iter().map(|entry| {
        let outcomes = outcomes.by_ref().take(solvers.len()).collect();
        Compared { entry, outcomes }
    });
    Comparison { levels: levels.collect(), solvers, allowed }
}

/// What a thread left behind that ended in a panic is still whole: each value is written at once.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
