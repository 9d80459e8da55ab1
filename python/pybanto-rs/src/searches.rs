//! Searches of Python's: any search of banto by a heuristic that is a function of Python, or one of banto's.
//!
//! In: a task, the name of a search, heuristics. Out: a dictionary as for the planner. A plan leaves only after the
//! validator has accepted it. Where a function takes many states at a time, `many` asks for all successors of a state at
//! once, in a best-first search of its own.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use banto::limits::{Limits, Stop};
use banto::plan::{Plan, Step, Verdict, validate};
use banto::search::{
    Algorithm, At, Claims, Counts, Estimate, Exhaustion, Heuristic, Outcome, Path, Pool, Search, Settings,
    Space, StateId, search_named,
};
use banto::strips::{CostKind, OpId};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::planning::{Wish, heard, heuristic_row, unknown_search};
use crate::results::{End, Statistics, found, stopped};
use crate::states::{Kept, Operator, Row, Shared, State, Task};

/// A function of Python as a heuristic: it gets a state, and gives a number, infinite for a dead end, or a number and
/// preferred operators.
struct Asked {
    function: Py<PyAny>,
    shared: Arc<Shared>,
    claims: Claims,
    failed: Arc<Failure>,
}

/// The first exception of a function; it ends the search.
struct Failure {
    error: Mutex<Option<PyErr>>,
    cancel: Arc<AtomicBool>,
}

impl Failure {
    fn note(&self, error: PyErr) {
        self.cancel.store(true, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

/// A number of Python as an estimate.
fn estimate(value: &Bound<'_, PyAny>, safe: bool) -> PyResult<Estimate<u64>> {
    if let Ok(cost) = value.extract::<u64>() {
        return Ok(Estimate::Cost(cost));
    }
    let number: f64 = value.extract()?;
    if number == f64::INFINITY {
        return Ok(Estimate::DeadEnd { safe });
    }
    // Costs are whole: what is less than the next whole number is rounded up to it by no admissible heuristic's harm.
    if (0.0..9e15).contains(&number) {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is within the range"
        )]
        return Ok(Estimate::Cost(number.ceil() as u64));
    }
    Err(PyValueError::new_err(format!("an estimate is a number that is not negative, not {number}")))
}

impl Asked {
    fn answer(&self, state: &[u64], preferred: &mut Vec<u32>) -> PyResult<Estimate<u64>> {
        Python::attach(|py| {
            let state = State { shared: Arc::clone(&self.shared), row: Row::from_slice(state) };
            let value = self.function.bind(py).call1((state,))?;
            let Ok(pair) = value.cast::<PyTuple>() else { return estimate(&value, self.claims.safe) };
            for operator in pair.get_item(1)?.try_iter()? {
                preferred.push(operator?.cast::<Operator>()?.get().number.into());
            }
            estimate(&pair.get_item(0)?, self.claims.safe)
        })
    }
}

impl Heuristic<Kept> for Asked {
    fn evaluate(&mut self, at: &At<'_, Kept>, preferred: &mut Vec<u32>) -> Estimate<u64> {
        self.answer(at.state, preferred).unwrap_or_else(|error| {
            self.failed.note(error);
            Estimate::DeadEnd { safe: false }
        })
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}

/// What a search has found, and what it took.
struct Ended {
    outcome: Outcome<u64>,
    lower_bound: Option<u64>,
    counts: Counts,
    bytes: u64,
}

/// A search of banto's over the states of a task.
#[pyfunction]
#[pyo3(signature = (task, algorithm, heuristics, wish, weight, admissible, many))]
#[allow(clippy::too_many_arguments, reason = "the package names them")]
pub fn search(
    py: Python<'_>,
    task: &Task,
    algorithm: &str,
    heuristics: Vec<Bound<'_, PyAny>>,
    wish: Wish,
    weight: Option<u32>,
    admissible: bool,
    many: bool,
) -> PyResult<End> {
    let row = search_named(algorithm).ok_or_else(|| unknown_search(algorithm))?;
    if !row.uses_heuristic && !heuristics.is_empty() {
        return Err(PyValueError::new_err(format!("{algorithm} takes no heuristic")));
    }
    let (since, limits, shared) = (Instant::now(), wish.limits()?, Arc::clone(&task.shared));
    let failed = Arc::new(Failure { error: Mutex::default(), cancel: limits.cancel_flag() });
    let refused = |stop: Stop| PyRuntimeError::new_err(stop.to_string());
    let space = Kept::keeping(Arc::clone(&shared.ground), CostKind::Real, &limits).map_err(refused)?;
    let space = space.ok_or_else(|| PyValueError::new_err("a cost is too large to count"))?;
    let mut settings = Settings::default().seed(wish.seed);
    settings.weight = weight.unwrap_or(settings.weight);
    // Whoever does not promise that estimates are never too high does not promise that dead ends are.
    let claims = Claims { admissible, consistent: false, safe: admissible };
    let ended = if !shared.has_goal {
        // The states are those of a task without a goal, which each of them would be.
        let outcome = Outcome::Exhausted(Exhaustion::Proven);
        Ended { outcome, lower_bound: None, counts: Counts::default(), bytes: 0 }
    } else if many {
        let [function] = &heuristics[..] else {
            return Err(PyTypeError::new_err("with many=True there is one function, of a list of states"));
        };
        let weight = match row.algorithm {
            Algorithm::Astar => Some(1),
            Algorithm::Wastar => Some(settings.weight),
            Algorithm::Gbfs => None,
            _ => return Err(PyValueError::new_err("many=True is for astar, wastar and gbfs")),
        };
        let proves = weight == Some(1) && admissible;
        by_many(function, &shared, &space, &limits, (weight, proves))?
    } else {
        let mut asks_python = false;
        let mut list: Vec<Box<dyn Heuristic<Kept> + Send>> = Vec::new();
        for one in &heuristics {
            if let Ok(name) = one.extract::<String>() {
                let built = heuristic_row(&name)?.within(&shared.ground, CostKind::Real, &limits);
                list.push(built.map_err(refused)?);
            } else {
                asks_python = true;
                let (function, shared) = (one.clone().unbind(), Arc::clone(&shared));
                list.push(Box::new(Asked { function, shared, claims, failed: Arc::clone(&failed) }));
            }
        }
        let run = |space: &Kept| {
            let mut search = Search::new(space).limits(&limits).settings(settings);
            if !list.is_empty() {
                search = search.heuristics(list);
            }
            let report = search.run(row.algorithm);
            let (lower_bound, work) = (report.readings.lower_bound, report.work);
            Ended { outcome: report.outcome, lower_bound, counts: work.counts, bytes: work.bytes }
        };
        if asks_python {
            run(&space)
        } else {
            // The space goes to a thread of its own.
            let (ended, interrupted) = heard(py, &limits.cancel_flag(), move || run(&space))?;
            interrupted.map_or(Ok(()), Err)?;
            ended
        }
    };
    if let Some(error) = failed.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    judged(&shared, ended, algorithm, since)
}

/// The cheapest way to a state: its cost, the state before and the step; and the estimate of the state.
type Way = (u64, Option<(StateId, u32)>, Option<u64>);

/// Best-first search that asks for the estimates of all new successors of a state at once: A\*, with a weight, or
/// greedy without one.
fn by_many(
    function: &Bound<'_, PyAny>,
    shared: &Arc<Shared>,
    space: &Kept,
    limits: &Limits,
    (weight, proves): (Option<u32>, bool),
) -> PyResult<Ended> {
    let (mut pool, mut scratch) = (Pool::new(space.words()), space.scratch());
    let (mut row, mut counts) = (vec![0; space.words()], Counts::default());
    let mut ways: HashMap<StateId, Way> = HashMap::new();
    let mut open = BinaryHeap::new();
    let ask = |pool: &Pool, ids: &[StateId]| -> PyResult<Vec<Option<u64>>> {
        let state = |id: &StateId| State { shared: Arc::clone(shared), row: Row::from_slice(pool.row(*id)) };
        let values = function.call1((ids.iter().map(state).collect::<Vec<_>>(),))?;
        let mut found = Vec::with_capacity(ids.len());
        for value in values.try_iter()? {
            found.push(match estimate(&value?, true)? {
                Estimate::Cost(cost) => Some(cost),
                Estimate::DeadEnd { .. } => None,
            });
        }
        if found.len() != ids.len() {
            let message = format!("{} estimates for {} states", found.len(), ids.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(found)
    };
    let rank = |g: u64, h: u64| match weight {
        Some(weight) => (g.saturating_add(h.saturating_mul(weight.into())), h),
        None => (h, g),
    };
    space.initial(&mut row);
    let (first, _) = pool.intern(&row).ok_or_else(|| PyRuntimeError::new_err("no memory"))?;
    let value = ask(&pool, &[first])?[0];
    counts.evaluated += 1;
    ways.insert(first, (0, None, value));
    let mut number = 0_u64;
    open.extend(value.map(|h| Reverse((rank(0, h), number, 0, first))));
    let (mut lower_bound, mut fresh) = (0, Vec::new());
    while let Some(Reverse((rank_of, _, g, id))) = open.pop() {
        if ways[&id].0 < g {
            continue;
        }
        if weight == Some(1) {
            lower_bound = lower_bound.max(rank_of.0);
        }
        row.copy_from_slice(pool.row(id));
        if space.is_goal(&row) {
            let mut actions = Vec::new();
            let mut at = id;
            while let Some((before, action)) = ways[&at].1 {
                actions.push(action);
                at = before;
            }
            actions.reverse();
            let outcome = Outcome::Solved { path: Path { actions, cost: g }, optimal: proves };
            let lower_bound = proves.then_some(g);
            return Ok(Ended { outcome, lower_bound, counts, bytes: pool.bytes() as u64 });
        }
        if let Err(stop) = limits.check() {
            let lower_bound = proves.then_some(lower_bound);
            let outcome = Outcome::Stopped(stop);
            return Ok(Ended { outcome, lower_bound, counts, bytes: pool.bytes() as u64 });
        }
        counts.expanded += 1;
        fresh.clear();
        let mut again = Vec::new();
        space.expand(&mut scratch, &row, &mut |action, cost, successor| {
            counts.generated += 1;
            let Some((next, _)) = pool.intern(successor) else { return };
            let far = g.saturating_add(cost);
            match ways.get_mut(&next) {
                None => {
                    ways.insert(next, (far, Some((id, action)), None));
                    fresh.push(next);
                }
                Some(way) if far < way.0 => {
                    (way.0, way.1) = (far, Some((id, action)));
                    again.extend(way.2.filter(|_| weight.is_some()).map(|h| (next, far, h)));
                }
                Some(_) => {}
            }
        });
        if !fresh.is_empty() {
            counts.evaluated += fresh.len() as u64;
            for (next, value) in fresh.iter().zip(ask(&pool, &fresh)?) {
                let way = ways.get_mut(next).expect("it was entered");
                way.2 = value;
                let far = way.0;
                match value {
                    Some(h) => again.push((*next, far, h)),
                    None => counts.dead_ends += 1,
                }
            }
        }
        for (next, far, h) in again {
            number += 1;
            open.push(Reverse((rank(far, h), number, far, next)));
        }
    }
    let outcome = Outcome::Exhausted(Exhaustion::Proven);
    Ok(Ended { outcome, lower_bound: None, counts, bytes: pool.bytes() as u64 })
}

/// How a search ended; its plan is judged.
fn judged(shared: &Shared, ended: Ended, name: &str, since: Instant) -> PyResult<End> {
    let (mut plan, mut lower_bound) = (None, ended.lower_bound);
    let status = match ended.outcome {
        Outcome::Solved { path, optimal } => {
            let step = |operator: &u32| {
                let (schema, arguments) = shared.ground.step(OpId::from(*operator));
                Step { schema, arguments: arguments.to_vec() }
            };
            let steps = Plan { steps: path.actions.iter().map(step).collect() };
            let Verdict::Valid { cost } = validate(&shared.names, &steps) else {
                return Err(PyRuntimeError::new_err("a plan was found that the validator rejects"));
            };
            plan = Some(found(&shared.names, &steps, cost, name, since));
            lower_bound = if optimal { Some(cost) } else { lower_bound };
            if optimal { "optimal" } else { "solved" }
        }
        Outcome::Exhausted(end) => {
            lower_bound = None;
            if end == Exhaustion::Proven { "unsolvable" } else { "unsolved" }
        }
        Outcome::Stopped(stop) => stopped(stop),
    };
    let statistics = Statistics::new(&ended.counts, ended.bytes, since);
    Ok(End { status, plan, lower_bound, statistics, ..End::default() })
}
