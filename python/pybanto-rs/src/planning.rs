//! The planner from Python: one plan, or better and better ones as they are found.
//!
//! In: a task as texts, and what is asked for. Out: a dictionary for each run and a tuple for each plan. The search runs
//! in a thread of its own, without the interpreter; the caller's thread hears of plans and of signals.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use banto::heuristics::{HeuristicRow, heuristic_named, heuristics};
use banto::limits::threads::SEARCH_BYTES;
use banto::limits::{Limits, peak_memory_bytes, resident_memory_bytes};
use banto::planner::{self, OnPlan, PlanError, Quality, Request, Status, TOO_COSTLY, ValidatedPlan};
use banto::search::{Counts, SEARCHES, search_named};
use banto::source::{Diagnostic, nearest};
use banto::task::Task;
use banto::why;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyStopIteration, PyValueError};
use pyo3::prelude::*;

use crate::results::{End, Found, Statistics, found, stopped};
use crate::texts::{Named, Unread, read};

/// How often a thread that waits for a search looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// What is asked for, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Wish {
    quality: String,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: usize,
    search: Option<String>,
    heuristic: Vec<String>,
    pub seed: u64,
    start: Option<Vec<String>>,
    goal: Option<Vec<String>>,
}

/// The name, or what is near it.
pub fn unknown<'a>(kind: &str, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> PyErr {
    let near = nearest(name, names.clone()).map(|near| format!("; did you mean {near}?"));
    let near = near.unwrap_or_else(|| format!("; there are {}", names.collect::<Vec<_>>().join(", ")));
    PyValueError::new_err(format!("there is no {kind} {name}{near}"))
}

/// There is no search of this name.
pub fn unknown_search(name: &str) -> PyErr {
    unknown("search", name, SEARCHES.iter().map(|row| row.name))
}

/// The heuristic with a name.
pub fn heuristic_row(name: &str) -> PyResult<HeuristicRow> {
    let rows = heuristics();
    heuristic_named(name).ok_or_else(|| unknown("heuristic", name, rows.iter().map(|row| &*row.name)))
}

/// Limits in seconds and bytes, and those of the machine.
pub fn limits(time: Option<f64>, memory: Option<u64>) -> PyResult<Limits> {
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Limits::none().within_machine().with(time, memory))
}

impl Wish {
    fn request(&self) -> PyResult<Request> {
        let quality = match self.quality.as_str() {
            "good" => Quality::Good,
            "first" => Quality::First,
            "optimal" => Quality::Optimal,
            "anytime" => Quality::Anytime,
            other => {
                return Err(unknown("quality", other, ["good", "first", "optimal", "anytime"].into_iter()));
            }
        };
        let rows = self.heuristic.iter().map(|name| heuristic_row(name));
        let request = Request::default().quality(quality).threads(self.threads.max(1)).seed(self.seed);
        let mut request = request.heuristics(rows.collect::<PyResult<_>>()?);
        if let Some(name) = &self.search {
            let row = search_named(name).ok_or_else(|| unknown_search(name))?;
            request = request.algorithm(row.algorithm);
        }
        request.check().map_err(PyValueError::new_err)?;
        Ok(request)
    }

    pub fn limits(&self) -> PyResult<Limits> {
        limits(self.time_limit, self.memory_limit)
    }

    /// The task with the start and the goal that are wished for.
    fn changed(&self, task: Task) -> Result<Task, String> {
        let atoms =
            |texts: &[String]| texts.iter().map(|text| task.atom(text)).collect::<Result<Vec<_>, _>>();
        let (start, goal) = (self.start.as_deref().map(atoms), self.goal.as_deref().map(atoms));
        let mut task = task.clone();
        if let Some(start) = start {
            let start = start?;
            let derived = |(predicate, _): &&_| {
                let info: &banto::task::Predicate = &task.predicate_info[usize::from(*predicate)];
                info.layer.is_some()
            };
            if let Some((predicate, _)) = start.iter().find(derived) {
                return Err(format!("{} is derived, so no start says it", task.predicates.name(*predicate)));
            }
            task = task.starting_from(start);
        }
        if let Some(goal) = goal {
            task = task.aiming_at(goal?);
        }
        Ok(task)
    }
}

/// Why there was none.
enum Failed {
    Unread(Unread),
    Wrong(String),
    Plan(PlanError),
}

impl Failed {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Unread(unread) => unread.raise(py),
            Self::Wrong(why) => PyValueError::new_err(why),
            Self::Plan(error @ PlanError::Rejected { .. }) => PyRuntimeError::new_err(error.to_string()),
            Self::Plan(error) => PyValueError::new_err(error.to_string()),
        }
    }
}

/// Plans, and hands each better plan on.
fn run(
    named: [Named; 2],
    wish: &Wish,
    request: &Request,
    limits: &Limits,
    tell: &mut (dyn FnMut(Found) + Send),
) -> Result<End, Failed> {
    let since = Instant::now();
    let before = (resident_memory_bytes(), peak_memory_bytes());
    let (texts, task, warnings) = match read(named, limits) {
        Ok(read) => read,
        Err(Unread::Stopped(stop)) => {
            let reason = Some(format!("{stop} while reading"));
            let statistics = Statistics::new(&Counts::default(), 0, since);
            return Ok(End { status: stopped(stop), reason, statistics, ..End::default() });
        }
        Err(unread) => return Err(Failed::Unread(unread)),
    };
    let task = wish.changed(task).map_err(Failed::Wrong)?;
    let as_found = |plan: &ValidatedPlan| found(&task, &plan.plan, plan.cost, plan.by, since);
    let observer = OnPlan::new(&(), |_: &Task, plan: &ValidatedPlan| tell(as_found(plan)));
    let answer = planner::plan(&task, request, limits, &observer).map_err(Failed::Plan)?;
    let is_canceled = limits.cancel_flag().load(Ordering::Relaxed);
    let (status, reason) = match &answer.status {
        Status::Solved { optimal: true } => ("optimal", None),
        Status::Solved { .. } => {
            let status = if is_canceled { "interrupted" } else { "solved" };
            (status, answer.stop.map(|stop| stop.to_string()))
        }
        Status::Unsolvable(proof) => ("unsolvable", why::reason(&task, proof, limits)),
        Status::TooCostly => ("unsolved", Some(TOO_COSTLY.to_owned())),
        Status::Unsolved => ("unsolved", answer.unsuited.clone()),
        Status::Stopped(stop) => (stopped(*stop), answer.stopped()),
    };
    // The rise of the peak is what this call has added; below the peak of before, what its searches have counted.
    let added = match (before, peak_memory_bytes()) {
        ((Some(held), Some(peak)), Some(now)) if now > peak => now.saturating_sub(held),
        _ => answer.work.bytes,
    };
    let warning = |one: &Diagnostic| format!("{}: {}", texts[one.file.min(1)].name(), one.message);
    Ok(End {
        status,
        plan: answer.plan.as_ref().map(as_found),
        lower_bound: answer.lower_bound(),
        reason,
        warnings: warnings.iter().map(warning).collect(),
        structure: answer.used.iter().map(|used| used.words.clone()).collect(),
        statistics: Statistics::new(&answer.work.counts, added, since),
    })
}

/// Works in a thread of its own, without the interpreter, which hears signals meanwhile. The second value is the
/// exception of a signal, or of a function that heard of a plan; the work was then told to stop.
pub fn heard<T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    heard_by(py, cancel, &mut |_, _| Ok(false), |_| work())
}

fn heard_by<T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    hear: &mut (dyn FnMut(Python<'_>, Found) -> PyResult<bool> + Send),
    work: impl FnOnce(&mut (dyn FnMut(Found) + Send)) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (heard, was_heard) = channel();
            // The search waits until a plan was heard: a function may have had enough.
            let tell = move |found| {
                let _ = sender.send(found).is_ok() && was_heard.recv().is_ok();
            };
            let builder = thread::Builder::new().stack_size(SEARCH_BYTES);
            let worker = builder
                .spawn_scoped(scope, move || work(&mut { tell }))
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let mut failed = None;
            loop {
                let next = receiver.recv_timeout(LOOK);
                let was_plan = next.is_ok();
                let now = match next {
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals().map(|()| false)),
                    // What comes after the end is not heard.
                    Ok(_) if cancel.load(Ordering::Relaxed) => Ok(false),
                    Ok(found) => Python::attach(|py| hear(py, found)),
                };
                if !matches!(now, Ok(false)) {
                    cancel.store(true, Ordering::Relaxed);
                    failed = failed.or(now.err());
                }
                if was_plan {
                    let _ = heard.send(());
                }
            }
            match worker.join() {
                Ok(value) => Ok((value, failed)),
                Err(panic) => resume_unwind(panic),
            }
        })
    })
}

/// Plans for two texts. `on_plan` gets each better plan; a true value of it ends the search.
#[pyfunction]
pub fn plan(
    py: Python<'_>,
    domain: Named,
    problem: Named,
    wish: Wish,
    on_plan: Option<Py<PyAny>>,
) -> PyResult<End> {
    let (request, limits) = (wish.request()?, wish.limits()?);
    let cancel = limits.cancel_flag();
    let hear = &mut |py: Python<'_>, found: Found| match &on_plan {
        Some(function) => function.bind(py).call1((found,))?.is_truthy(),
        None => Ok(false),
    };
    let wants = on_plan.is_some();
    let (ended, failed) = heard_by(py, &cancel, hear, |tell| {
        let tell = &mut |found| {
            if wants {
                tell(found);
            }
        };
        run([domain, problem], &wish, &request, &limits, tell)
    })?;
    match (ended, failed) {
        // Ctrl-C leaves the best plan in hand; without one, it is what it always is.
        (Ok(end), Some(error)) if error.is_instance_of::<PyKeyboardInterrupt>(py) && end.plan.is_some() => {
            Ok(end)
        }
        (_, Some(error)) => Err(error),
        (ended, None) => ended.map_err(|failed| failed.raise(py)),
    }
}

type Ended = Result<End, Failed>;

/// Better and better plans, one at a time.
#[pyclass(frozen)]
pub struct Plans {
    cancel: Arc<AtomicBool>,
    found: Mutex<Receiver<Found>>,
    ended: Arc<Mutex<Option<Ended>>>,
}

#[pymethods]
impl Plans {
    #[new]
    fn new(domain: Named, problem: Named, wish: Wish) -> PyResult<Self> {
        let (request, limits) = (wish.request()?, wish.limits()?);
        let (sender, receiver) = channel();
        let (cancel, ended) = (limits.cancel_flag(), Arc::default());
        let end: Arc<Mutex<Option<Ended>>> = Arc::clone(&ended);
        let work = move || {
            let tell = &mut |found| drop(sender.send(found));
            let result = run([domain, problem], &wish, &request, &limits, tell);
            *end.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        };
        let spawned = thread::Builder::new().stack_size(SEARCH_BYTES).spawn(work);
        spawned.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { cancel, found: Mutex::new(receiver), ended })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    /// The next plan; the search goes on meanwhile.
    fn __next__(&self, py: Python<'_>) -> PyResult<Found> {
        loop {
            let next =
                py.detach(|| self.found.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
            match next {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.cancel.store(true, Ordering::Relaxed))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(match self.result(py)? {
                        Some(_) => PyStopIteration::new_err(()),
                        None => PyRuntimeError::new_err("a fault of banto ended the search"),
                    });
                }
            }
        }
    }

    /// Ends the search.
    fn close(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// How it ended; nothing while it runs. Of one that was told to end, it waits until it has.
    fn result(&self, py: Python<'_>) -> PyResult<Option<End>> {
        let is_open = || {
            let has_ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_some();
            // The thread of the search holds the other reference.
            !has_ended && Arc::strong_count(&self.ended) > 1
        };
        while self.cancel.load(Ordering::Relaxed) && is_open() {
            py.detach(|| thread::sleep(LOOK / 10));
            py.check_signals()?;
        }
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        match ended.take() {
            Some(Ok(end)) => {
                *ended = Some(Ok(end.clone()));
                Ok(Some(end))
            }
            // An error is raised once.
            Some(Err(failed)) => Err(failed.raise(py)),
            None => Ok(None),
        }
    }
}

impl Drop for Plans {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
