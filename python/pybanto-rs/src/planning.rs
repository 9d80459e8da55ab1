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
use banto::limits::{Limits, Stop, peak_memory_bytes, resident_memory_bytes};
use banto::planner::{self, Answer, OnPlan, PlanError, Quality, Request, Status, TOO_COSTLY, ValidatedPlan};
use banto::search::{SEARCHES, search_named};
use banto::source::nearest;
use banto::task::{Metric, Task};
use banto::why;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyStopIteration, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::texts::{Named, Unread, read};

/// How often a thread that waits for a search looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// A plan: its steps, each a name and arguments, its cost, whether that counts steps, who found it, when, in seconds.
pub type Found = (Vec<(String, Vec<String>)>, u64, bool, String, f64);

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
fn unknown<'a>(kind: &str, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> PyErr {
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
        let time = self.time_limit.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Limits::none().within_machine().with(time, self.memory_limit))
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

/// How a run ended, with what Python is to know of it.
struct Run {
    answer: Answer,
    plan: Option<Found>,
    is_canceled: bool,
    reason: Option<String>,
    warnings: Vec<String>,
    taken: Duration,
    added: Option<u64>,
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

fn found(task: &Task, plan: &ValidatedPlan, since: Instant) -> Found {
    let step = |step: &banto::plan::Step| {
        let arguments = step.arguments.iter().map(|object| task.objects.name(*object).to_owned());
        (task.schemas[usize::from(step.schema)].name.clone(), arguments.collect())
    };
    let steps = plan.plan.steps.iter().map(step).collect();
    let is_unit = task.metric == Metric::UnitCost;
    (steps, plan.cost, is_unit, plan.by.to_owned(), since.elapsed().as_secs_f64())
}

/// Plans, and hands each better plan on.
fn run(
    named: [Named; 2],
    wish: &Wish,
    request: &Request,
    limits: &Limits,
    tell: &mut (dyn FnMut(Found) + Send),
) -> Result<Run, Failed> {
    let since = Instant::now();
    let before = (resident_memory_bytes(), peak_memory_bytes());
    let (texts, task, warnings) = match read(named, limits) {
        Ok(read) => read,
        Err(Unread::Stopped(stop)) => return Ok(Run::stopped(stop, since.elapsed())),
        Err(unread) => return Err(Failed::Unread(unread)),
    };
    let task = wish.changed(task).map_err(Failed::Wrong)?;
    let observer = OnPlan::new(&(), |task: &Task, plan: &ValidatedPlan| tell(found(task, plan, since)));
    let answer = planner::plan(&task, request, limits, &observer).map_err(Failed::Plan)?;
    let reason = match &answer.status {
        Status::Unsolvable(proof) => why::reason(&task, proof, limits),
        Status::TooCostly => Some(TOO_COSTLY.to_owned()),
        Status::Unsolved => answer.unsuited.clone(),
        _ => answer.stopped().or(answer.stop.map(|stop| stop.to_string())),
    };
    let plan = answer.plan.as_ref().map(|plan| found(&task, plan, since));
    let warnings = warnings.iter().map(|one| format!("{}: {}", texts[one.file.min(1)].name(), one.message));
    let warnings = warnings.collect();
    // The rise of the peak is what this call has added; below the peak of before, what its searches have counted.
    let added = match (before, peak_memory_bytes()) {
        ((Some(held), Some(peak)), Some(now)) if now > peak => Some(now.saturating_sub(held)),
        _ => Some(answer.work.bytes),
    };
    let is_canceled = limits.cancel_flag().load(Ordering::Relaxed);
    Ok(Run { answer, plan, is_canceled, reason, warnings, taken: since.elapsed(), added })
}

impl Run {
    /// One that has not even read its texts.
    fn stopped(stop: Stop, taken: Duration) -> Self {
        let mut answer = Answer::default();
        answer.status = Status::Stopped(stop);
        let (reason, warnings) = (Some(format!("{stop} while reading")), Vec::new());
        Self { answer, plan: None, is_canceled: false, reason, warnings, taken, added: None }
    }

    fn described<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let (answer, counts) = (&self.answer, &self.answer.work.counts);
        let status = match &answer.status {
            Status::Solved { optimal: true } => "optimal",
            Status::Solved { optimal: false } if self.is_canceled => "interrupted",
            Status::Solved { optimal: false } => "solved",
            Status::Unsolvable(_) => "unsolvable",
            Status::Unsolved | Status::TooCostly => "unsolved",
            Status::Stopped(Stop::Time) => "time limit",
            Status::Stopped(Stop::Memory) => "memory limit",
            Status::Stopped(_) => "interrupted",
        };
        dict.set_item("status", status)?;
        dict.set_item("plan", &self.plan)?;
        dict.set_item("lower_bound", answer.lower_bound())?;
        dict.set_item("reason", &self.reason)?;
        dict.set_item("warnings", &self.warnings)?;
        dict.set_item("structure", answer.used.iter().map(|used| used.words.clone()).collect::<Vec<_>>())?;
        let statistics = PyDict::new(py);
        statistics.set_item("expanded", counts.expanded)?;
        statistics.set_item("evaluated", counts.evaluated)?;
        statistics.set_item("generated", counts.generated)?;
        statistics.set_item("dead_ends", counts.dead_ends)?;
        statistics.set_item("states", answer.work.states)?;
        statistics.set_item("seconds", self.taken.as_secs_f64())?;
        statistics.set_item("search_seconds", answer.searching().time.as_secs_f64())?;
        statistics.set_item("memory_added", self.added)?;
        dict.set_item("statistics", statistics)?;
        Ok(dict)
    }
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
) -> PyResult<Bound<'_, PyDict>> {
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
    let run = match (ended, failed) {
        // Ctrl-C leaves the best plan in hand; without one, it is what it always is.
        (Ok(run), Some(error)) if error.is_instance_of::<PyKeyboardInterrupt>(py) && run.plan.is_some() => {
            run
        }
        (_, Some(error)) => return Err(error),
        (ended, None) => ended.map_err(|failed| failed.raise(py))?,
    };
    run.described(py)
}

type Ended = Result<Run, Failed>;

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

    /// How it ended; nothing while it runs.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        match &*ended {
            None => Ok(None),
            Some(Ok(run)) => run.described(py).map(Some),
            // An error is raised once.
            Some(Err(_)) => match ended.take() {
                Some(Err(failed)) => Err(failed.raise(py)),
                _ => Ok(None),
            },
        }
    }
}

impl Drop for Plans {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}
