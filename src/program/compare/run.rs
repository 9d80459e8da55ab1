//! Runs every solver on every level or task, in one thread or several.
//!
//! In: levels or tasks, solvers, and the limits of each run. Out: a [`Comparison`], in the given order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;

use super::entry::{Entry, EntryKind};
use super::fresh;
use super::jobs::run_jobs;
use super::measure::{self, Most};
use super::outcome::{Ending, Outcome, Solution};
use super::record;
use super::solver::{SolverName, solve_any};
use banto_base::limits::{Limits, Stop};
use banto_base::system::memory;
use banto_search::{Observer, Random};

/// A run shorter than this is repeated until all its runs have taken as long together: what one shows is how warm the
/// caches were.
pub(super) const SHORT: Duration = Duration::from_millis(10);
/// The most runs, for solvers that take next to no time.
const MOST_RUNS: usize = 15;

/// Limits on each run.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// How much processor time one solver may take for one level; by the clock where that is not known.
    pub time: Option<Duration>,
    /// How much memory the process may hold.
    pub memory: Option<u64>,
    /// Whether each run is a process of its own, measured from outside as other programs are.
    pub fresh: bool,
    /// Ends everything when set.
    pub cancel: Arc<AtomicBool>,
    /// Set if the system provides fewer threads than are wanted.
    pub few_threads: Arc<AtomicBool>,
}

impl Allowed {
    /// The limits of everything.
    fn limits(&self) -> Limits {
        let limits = Limits::none().within_machine().with_cancel_flag(Arc::clone(&self.cancel));
        limits.with(None, self.memory).with_thread_flag(Arc::clone(&self.few_threads))
    }

    /// The limits of a run that begins now: of the processor, for one thread or for all, and some times as much by the
    /// clock; or by the clock alone.
    fn of_run(&self, most: Most, all_threads: Option<bool>) -> Limits {
        let limits = self.limits().with(most.clock(), None);
        match all_threads.zip(self.time) {
            Some((all, time)) => limits.with_processor_time(time, all),
            None => limits,
        }
    }
}

/// A level or a task, and the results in the order of the solvers; `None` for a run that was not begun.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The level or task.
    pub entry: Entry,
    /// The results of the solvers.
    pub outcomes: Vec<Option<Outcome>>,
}

impl Compared {
    /// The solution of the solver at an index.
    pub(super) fn solution(&self, solver: usize) -> Option<&Solution> {
        self.outcomes[solver].as_ref()?.solution()
    }

    /// Whether any solver ran on it.
    pub fn is_begun(&self) -> bool {
        self.outcomes.iter().any(Option::is_some)
    }
}

/// All runs.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The solvers.
    pub solvers: Vec<SolverName>,
    /// The limits of each run.
    pub allowed: Allowed,
    /// How many threads there were, and how many a run had.
    pub threads: usize,
    pub(super) threads_of_a_run: usize,
    /// The levels or tasks.
    pub entries: Vec<Compared>,
    /// The program and the machine, with its load when all had run.
    pub(super) program: Value,
}

impl Comparison {
    /// The settings of a solver, if it is a planner: as of `banto plan`.
    pub(super) fn settings(&self, solver: &SolverName) -> Option<Value> {
        let times = ["wall", "CPU"].map(|clock| self.allowed.time.filter(|_| self.clock() == clock));
        let request = solver.request(self.threads_of_a_run)?;
        Some(record::settings_within(&request, times, self.allowed.memory, None))
    }

    /// The flags of `banto compare` that repeat everything.
    pub(super) fn arguments(&self) -> Vec<String> {
        let (others, ours): (Vec<_>, Vec<_>) =
            self.solvers.iter().partition(|solver| solver.as_external().is_some());
        let ours: Vec<&str> = ours.into_iter().map(SolverName::name).collect();
        let mut out = vec!["--solvers".to_owned(), ours.join(",")];
        for (solver, external) in others.into_iter().filter_map(|one| Some((one, one.as_external()?))) {
            out.extend(["--external".to_owned(), format!("{}={}", solver.name(), external.command)]);
        }
        out.extend(self.allowed.fresh.then(|| "--fresh".to_owned()));
        out.extend(["--threads".to_owned(), self.threads.to_string()]);
        out.extend(record::limits([self.allowed.time, None], self.allowed.memory, None));
        out
    }

    /// Whether every run ended by itself.
    pub fn is_whole(&self) -> bool {
        let is_cut = |outcome: &Outcome| outcome.ending == Ending::Stopped(Stop::Canceled);
        let ended = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|outcome| !is_cut(outcome));
        self.entries.iter().all(|one| one.outcomes.iter().all(ended))
    }

    /// What times are of, as far as they are known: `CPU`, the processor, or `wall`, the clock on the wall.
    pub fn clock(&self) -> &'static str {
        let is_cpu = |outcome: &Outcome| outcome.taken.cpu.is_some();
        let mut outcomes = self.entries.iter().flat_map(|one| one.outcomes.iter().flatten());
        if outcomes.all(is_cpu) { "CPU" } else { "wall" }
    }

    /// What times are of: the clock, from where to where, and the limit.
    pub(super) fn span(&self) -> String {
        let span = if self.allowed.fresh {
            "of a process for each run, from its start to its end"
        } else {
            "in one process, from reading to the validated answer"
        };
        let limit = self.allowed.time.map(|time| format!(", at most {}s", time.as_secs_f64()));
        format!("{} {span}{}", self.clock(), limit.unwrap_or_default())
    }

    /// The kinds of expanded states of a solver that were seen.
    pub(super) fn expands(&self, solver: usize) -> String {
        let outcomes = self.entries.iter().filter_map(|one| one.outcomes[solver].as_ref());
        let kinds: BTreeSet<&str> =
            outcomes.map(|outcome| &*outcome.expands).filter(|kind| !kind.is_empty()).collect();
        kinds.into_iter().collect::<Vec<_>>().join("; or ")
    }

    /// Whether not all solvers count the same kind of expanded states.
    pub(super) fn count_differently(&self) -> bool {
        let kinds = (0..self.solvers.len()).map(|solver| self.expands(solver));
        kinds.filter(|kinds| !kinds.is_empty()).collect::<BTreeSet<_>>().len() > 1
    }

    /// The domains of all tasks.
    pub(super) fn domains(&self) -> BTreeSet<&str> {
        self.entries.iter().filter_map(|one| one.entry.domain()).collect()
    }

    /// Levels or tasks.
    pub fn kind(&self) -> EntryKind {
        self.entries.first().map_or(EntryKind::Levels, |one| one.entry.kind())
    }

    /// Faults of this program: the level or task, the solver, and what is wrong.
    pub fn faults(&self) -> impl Iterator<Item = (&Entry, &SolverName, &str)> {
        self.entries.iter().flat_map(|one| {
            let named = self.solvers.iter().zip(&one.outcomes);
            named.filter_map(|(solver, outcome)| match outcome.as_ref().map(|outcome| &outcome.ending) {
                Some(Ending::Faulty(words)) => Some((&one.entry, solver, words.as_str())),
                _ => None,
            })
        })
    }
}

/// A run that begins, or has ended.
#[derive(Clone, Copy, Debug)]
pub struct Begun<'a> {
    /// How many runs are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// The level or task.
    pub entry: &'a Entry,
    /// The solver.
    pub solver: &'a SolverName,
    /// How it has ended.
    pub outcome: Option<&'a Outcome>,
}

/// Runs every solver on every level or task, `threads` runs at a time; if there are fewer, each has several threads.
/// Concurrent runs share the two things that are measured and limited for the process as a whole: the processor, and
/// memory.
///
/// ```
/// use banto::internals::compare::{Allowed, Comparison, Entry, SolverName, run};
///
/// let level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let entries = vec![Entry::level("a.xsb".to_owned(), 1, level)];
/// let solvers = ["direct", "strips:pushes"].map(|name| SolverName::read(name).unwrap()).to_vec();
/// let comparison: Comparison = run(entries, solvers, Allowed::default(), 1, &|_| {}, &());
/// assert!(comparison.is_whole() && comparison.faults().next().is_none());
/// assert_eq!(banto::internals::compare::csv::text(&comparison).lines().count(), 3);
/// assert_eq!(banto::internals::compare::price::prices(&comparison).len(), 1);
/// assert!(banto::internals::compare::table::text(&comparison, true, None).contains("too short to compare"));
/// let page = banto::internals::compare::html::page(&comparison);
/// assert!(page.starts_with("<!") && page.contains("banto compare FILES --solvers direct,strips:pushes"));
/// assert_eq!(banto::internals::compare::json::value(&comparison)["status"], "ok");
/// ```
pub fn run(
    entries: Vec<Entry>,
    solvers: Vec<SolverName>,
    allowed: Allowed,
    threads: usize,
    tell: &(dyn Fn(&Begun<'_>) + Sync),
    observer: &dyn Observer,
) -> Comparison {
    let (total, at_once) = (entries.len() * solvers.len(), threads);
    let order = order(entries.len(), solvers.len());
    let done = AtomicUsize::new(0);
    let work = |job: usize, threads: usize| {
        let (entry, solver) = (&entries[job / solvers.len()], &solvers[order[job] % solvers.len()]);
        let now = Begun { done: done.load(Ordering::Relaxed), total, entry, solver, outcome: None };
        tell(&now);
        // Of runs at the same time, none has a peak of its own.
        let is_alone = total == 1 || at_once == 1;
        // What several threads take is not told apart from what other runs take at the same time.
        let all_threads = if threads == 1 || is_alone { Some(threads > 1) } else { None };
        let most = Most { time: allowed.time, memory: allowed.memory, is_cpu: all_threads.is_some() };
        let mut outcome = match solver.as_external() {
            Some(external) => Some(external.solve(entry, most, &allowed.limits())),
            None if allowed.fresh => Some(fresh::solve(entry, solver, threads, most, &allowed.limits())),
            None => {
                memory::begin_peak();
                let held = memory::resident();
                let mut outcome = median(|| {
                    let limits = allowed.of_run(most, all_threads);
                    solve_any(&entry.subject, solver, threads, &limits, observer)
                        .map(|outcome| in_time(outcome, most))
                });
                if let Some(outcome) = &mut outcome {
                    outcome.taken.add(entry.reading);
                    outcome.preparation.add(entry.reading);
                    (outcome.peak, outcome.held) =
                        (memory::peak().filter(|_| is_alone), held.filter(|_| is_alone));
                }
                outcome
            }
        };
        if all_threads.is_none() {
            outcome.iter_mut().for_each(Outcome::forget_processor_time);
        }
        done.fetch_add(1, Ordering::Relaxed);
        if outcome.is_some() {
            tell(&Begun { outcome: outcome.as_ref(), ..now });
        }
        outcome
    };
    let mut outcomes = vec![None; total];
    run_jobs(total, threads, &allowed.limits(), &work, &mut |job, outcome| outcomes[order[job]] = outcome);
    let mut outcomes = outcomes.into_iter();
    let entries = entries.into_iter().map(|entry| {
        let mut outcomes: Vec<_> = outcomes.by_ref().take(solvers.len()).collect();
        contradict(&solvers, &mut outcomes);
        Compared { entry, outcomes }
    });
    let mut entries: Vec<Compared> = entries.collect();
    distrust(&mut entries, solvers.len());
    let threads_of_a_run = (threads / total.max(1)).max(1);
    Comparison { solvers, allowed, threads, threads_of_a_run, entries, program: record::program() }
}

/// The order of the runs: level by level, and on each the solvers in an order that is drawn, so that none of them
/// always finds the caches as the same other one has left them.
fn order(entries: usize, solvers: usize) -> Vec<usize> {
    let mut random = Random::new(0);
    let mut order: Vec<usize> = (0..entries * solvers).collect();
    for of_entry in order.chunks_mut(solvers.max(1)) {
        for place in (1..of_entry.len()).rev() {
            of_entry.swap(place, random.below_index(place + 1));
        }
    }
    order
}

/// The run of median time, of as many as a short run needs. They differ in time alone.
fn median(mut once: impl FnMut() -> Option<Outcome>) -> Option<Outcome> {
    let mut all = vec![once()?];
    let mut sum = all[0].taken.best();
    while all[0].ending.is_answer() && sum < SHORT && all.len() < MOST_RUNS {
        let next = once().filter(|next| next.ending == all[0].ending);
        let Some(next) = next else { break };
        sum += next.taken.best();
        all.push(next);
    }
    all.sort_by_key(|one| one.taken.best());
    let repeats = all.len();
    Some(Outcome { repeats, ..all.swap_remove((repeats - 1) / 2) })
}

/// An outcome that says which clock has ended it.
fn in_time(outcome: Outcome, most: Most) -> Outcome {
    let is_by_clock = most.is_cpu && most.clock().is_some_and(|most| outcome.taken.time >= most);
    match outcome.ending {
        Ending::Stopped(Stop::Time) if is_by_clock => {
            Outcome { ending: Ending::Failed("stopped", measure::clock_words()), ..outcome }
        }
        _ => outcome,
    }
}

/// What a solver is told that says so of a level that has one.
const CLAIM: &str = "it says that there is no solution";

/// Of another program that was wrong once when it said that there is no solution, no such claim counts.
fn distrust(entries: &mut [Compared], solvers: usize) {
    for solver in 0..solvers {
        let is_refuted = |one: &Compared| match one.outcomes[solver].as_ref().map(|outcome| &outcome.ending) {
            Some(Ending::Failed(_, words)) => words.starts_with(CLAIM),
            _ => false,
        };
        let Some(place) = entries.iter().find(|one| is_refuted(one)).map(|one| one.entry.place()) else {
            continue;
        };
        for outcome in entries.iter_mut().filter_map(|one| one.outcomes[solver].as_mut()) {
            if let Ending::Unsolvable(_) = outcome.ending {
                outcome.ending = Ending::Failed("invalid", format!("{CLAIM}, as wrongly of {place}"));
            }
        }
    }
}

/// What says that there is no solution is wrong where a validated one is at hand.
fn contradict(solvers: &[SolverName], outcomes: &mut [Option<Outcome>]) {
    let is_solved = |outcome: &Option<Outcome>| outcome.as_ref().is_some_and(|one| one.solution().is_some());
    let Some(found) = outcomes.iter().position(is_solved) else { return };
    for outcome in outcomes.iter_mut().flatten() {
        if let Ending::Unsolvable(_) = outcome.ending {
            let words = format!("{CLAIM}, and {} has one", solvers[found].name());
            outcome.ending =
                if outcome.is_foreign { Ending::Failed("invalid", words) } else { Ending::Faulty(words) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banto_base::limits::Taken;

    /// Any run may wait only so long.
    #[test]
    fn the_clock_ends_runs_of_ours_as_of_others() {
        let second = Duration::from_secs(1);
        let allowed = Allowed { time: Some(second), ..Allowed::default() };
        let most = Most { time: allowed.time, memory: None, is_cpu: true };
        assert_eq!(allowed.of_run(most, Some(false)).time(), Some(11 * second));
        assert_eq!(allowed.of_run(Most { is_cpu: false, ..most }, None).time(), Some(second));
        for (time, word) in [(11 * second, Some(measure::clock_words())), (2 * second, None)] {
            let taken = Taken { time, cpu: Some(second / 2) };
            let outcome = in_time(Outcome { taken, ..Ending::Stopped(Stop::Time).into() }, most);
            assert_eq!(outcome.ending.word(), "stopped");
            assert_eq!(outcome.reason(), word.or(Some(Stop::Time.to_string())));
        }
    }

    /// A single short time would say how warm the caches were.
    #[test]
    fn a_short_run_is_repeated_and_a_long_one_is_not() {
        let answer = Ending::Unsolvable(None);
        let runs = |milliseconds: &[u64], ending: &Ending| {
            let mut times = milliseconds.iter().copied().map(Duration::from_millis);
            let run = median(|| {
                let taken = Taken { time: times.next()?, cpu: None };
                Some(Outcome { taken, ..ending.clone().into() })
            });
            run.map(|run| (run.taken.time.as_millis(), run.repeats))
        };
        assert_eq!(runs(&[12, 1], &answer), Some((12, 1)));
        assert_eq!(runs(&[7, 1, 2, 3], &answer), Some((2, 3)));
        assert_eq!(runs(&[0; 40], &answer), Some((0, MOST_RUNS)));
        assert_eq!(runs(&[7, 1, 2], &Ending::Unsolved), Some((7, 1)));
        assert_eq!(runs(&[], &answer), None);
    }

    /// Where one is right, the other is not.
    #[test]
    fn a_solution_refutes_that_there_is_none() {
        let solvers = ["bfs", "astar", "direct"].map(|name| SolverName::read(name).unwrap());
        let level = "#####\n#@$.#\n#####".parse().unwrap();
        let solved = super::super::solve(&level, &solvers[0], &Limits::none(), &());
        let none = Outcome::from(Ending::Unsolvable(None));
        let mut outcomes = [Some(Outcome { is_foreign: true, ..none.clone() }), solved, Some(none.clone())];
        contradict(&solvers, &mut outcomes);
        let words: Vec<&str> = outcomes.iter().flatten().map(|outcome| outcome.ending.word()).collect();
        assert_eq!(words, ["invalid", "solved", "fault"]);
        let mut agreed = [Some(none.clone()), None];
        contradict(&solvers, &mut agreed);
        assert_eq!(agreed[0].as_ref().unwrap().ending, none.ending);
        // What was wrong once is not believed elsewhere.
        let level = "#####\n#@$.#\n#####".parse().unwrap();
        let entry = Entry::level("a.xsb".to_owned(), 1, level);
        let of = |outcome: &Outcome| Compared { entry: entry.clone(), outcomes: vec![Some(outcome.clone())] };
        let mut entries = [of(&none), of(outcomes[0].as_ref().unwrap())];
        distrust(&mut entries, 1);
        let words = "it says that there is no solution, as wrongly of a.xsb level 1";
        assert_eq!(entries[0].outcomes[0].as_ref().unwrap().reason().as_deref(), Some(words));
    }
}
