//! Many states at once: successors, estimates, walks, and whole state spaces as arrays.
//!
//! In: states, or rows of a buffer, such as an array of `NumPy`. Out: views of memory that `NumPy` takes without a copy:
//! `numpy.asarray` of one is an array. A row has as many words of 64 bits as a state of the task.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use banto::limits::Limits;
use banto::search::{Pool, Random, Space, StateId};
use banto::strips::CostKind;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyMemoryView};

use crate::planning::heard;
use crate::states::{Engine, Heuristic, Kept, Row, Shared, State, Task};

/// The view of numbers that lie in memory one after the other: so many to a row, or, of 0, in a single row.
pub fn view<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
    format: &str,
    width: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let memory = PyBytes::new_with(py, numbers.len() * N, |memory| {
        for (place, number) in memory.chunks_exact_mut(N).zip(numbers) {
            place.copy_from_slice(&bytes(*number));
        }
        Ok(())
    })?;
    let memory = PyMemoryView::from(&memory)?;
    if width == 0 || numbers.is_empty() {
        return memory.call_method1("cast", (format,));
    }
    memory.call_method1("cast", (format, [numbers.len() / width, width]))
}

fn words<'py>(py: Python<'py>, numbers: &[u64], width: usize) -> PyResult<Bound<'py, PyAny>> {
    view(py, numbers, u64::to_ne_bytes, "Q", width)
}

fn counts<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    view(py, numbers, u32::to_ne_bytes, "I", 0)
}

impl Shared {
    /// The rows of states, or of a buffer.
    fn rows(self: &Arc<Self>, states: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        if let Ok(list) = states.cast::<PyList>() {
            let mut rows = Vec::with_capacity(list.len() * self.width());
            for state in list {
                let state = state.cast::<State>()?.get();
                if !Arc::ptr_eq(self, &state.shared) {
                    return Err(PyValueError::new_err("a state belongs to another task"));
                }
                self.put(&mut rows, &state.row);
            }
            return Ok(rows);
        }
        let buffer = PyBuffer::<u64>::get(states).map_err(|_| {
            PyTypeError::new_err("states are a list of them, or a buffer of words of 64 bits")
        })?;
        let is_a_row = |length: &usize| length.is_multiple_of(self.width());
        let rows_fit = match buffer.shape() {
            [_, .., last] => *last == self.width(),
            others => others.iter().all(is_a_row),
        };
        if !rows_fit {
            return Err(PyValueError::new_err(format!("a row of this task has {} words", self.width())));
        }
        buffer.to_vec(states.py())
    }

    /// The words of a row in a buffer: of a task in which nothing changes, one that is 0.
    fn width(&self) -> usize {
        self.words().max(1)
    }

    fn put(&self, rows: &mut Vec<u64>, row: &[u64]) {
        rows.extend_from_slice(row);
        if row.is_empty() {
            rows.push(0);
        }
    }

    fn states<'r>(&self, rows: &'r [u64]) -> impl Iterator<Item = &'r [u64]> + use<'r> {
        let words = self.words();
        rows.chunks_exact(self.width()).map(move |row| &row[..words])
    }
}

/// A row is judged before it is used: it consists of values of variables, and of nothing else.
fn check(shared: &Shared, rows: &[u64]) -> PyResult<()> {
    let (packing, variables) = (shared.ground.packing(), shared.ground.variables());
    let mut same = vec![0; shared.words()];
    for row in shared.states(rows) {
        for (number, variable) in variables.iter().enumerate().filter(|(_, one)| one.layer.is_none()) {
            let value = packing.get(row, number.into());
            if value <= variable.last() {
                packing.set(&mut same, number.into(), value);
            }
        }
        if same != row {
            return Err(PyValueError::new_err("a row is no state of this task"));
        }
    }
    Ok(())
}

#[pymethods]
impl Task {
    /// How many words a row has.
    #[getter]
    fn row_words(&self) -> usize {
        self.shared.width()
    }

    /// The rows of states, as a view of memory with as many rows as states.
    fn pack<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        words(py, &self.shared.rows(states)?, self.shared.width())
    }

    /// The states of rows.
    fn unpack(&self, rows: &Bound<'_, PyAny>) -> PyResult<Vec<State>> {
        let rows = self.shared.rows(rows)?;
        check(&self.shared, &rows)?;
        let state = |row: &[u64]| State { shared: Arc::clone(&self.shared), row: Row::from_slice(row) };
        Ok(self.shared.states(&rows).map(state).collect())
    }

    /// All successors of many states: for each its parent's place, the number of the operator, and its row.
    #[allow(clippy::type_complexity, reason = "three views")]
    fn expand<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let rows = self.shared.rows(states)?;
        check(&self.shared, &rows)?;
        let (parents, operators, found) = py.detach(|| {
            let mut engine = self.shared.engine();
            let Engine { space, scratch, .. } = &mut *engine;
            let (mut parents, mut operators) = (Vec::new(), Vec::new());
            let (mut found, mut before) = (Vec::new(), Vec::new());
            for (row, parent) in self.shared.states(&rows).zip(0_u32..) {
                before.clear();
                space.expand(scratch, row, &mut |number, _, row| {
                    if self.shared.is_new(number, &mut before) {
                        parents.push(parent);
                        operators.push(number);
                        self.shared.put(&mut found, row);
                    }
                });
            }
            (parents, operators, found)
        });
        Ok((counts(py, &parents)?, counts(py, &operators)?, words(py, &found, self.shared.width())?))
    }

    /// Of many states, whether each is a goal: bytes that are 0 or 1.
    fn goals<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.shared.rows(states)?;
        let goals: Vec<u8> = py.detach(|| {
            let engine = self.shared.engine();
            self.shared.states(&rows).map(|row| u8::from(self.shared.is_goal(&engine, row))).collect()
        });
        view(py, &goals, u8::to_ne_bytes, "B", 0)
    }

    /// The states of a walk of random steps from a state, itself first; it ends early where no operator applies.
    #[pyo3(signature = (steps, *, seed=0, start=None))]
    fn random_walk(&self, steps: usize, seed: u64, start: Option<&State>) -> PyResult<Vec<State>> {
        let mut random = Random::new(seed);
        let mut row = Row::from_elem(0, self.shared.words());
        let mut engine = self.shared.engine();
        let Engine { space, scratch, .. } = &mut *engine;
        match start {
            Some(state) if !Arc::ptr_eq(&state.shared, &self.shared) => {
                return Err(PyValueError::new_err("the state belongs to another task"));
            }
            Some(state) => row.copy_from_slice(&state.row),
            None => space.initial(&mut row),
        }
        let mut walk = vec![State { shared: Arc::clone(&self.shared), row: row.clone() }];
        let (mut operators, mut before) = (Vec::new(), Vec::new());
        for _ in 0..steps {
            operators.clear();
            before.clear();
            space.actions(scratch, &row, &mut |number, _| {
                if self.shared.is_new(number, &mut before) {
                    operators.push(number);
                }
            });
            if operators.is_empty() {
                break;
            }
            let mut next = row.clone();
            space.apply(scratch, &row, operators[random.below_index(operators.len())], &mut next);
            row = next;
            walk.push(State { shared: Arc::clone(&self.shared), row: row.clone() });
        }
        Ok(walk)
    }

    /// All states that can be reached, up to a limit, with their steps and the least cost to a goal.
    #[pyo3(signature = (limit=1_000_000))]
    fn state_space(&self, py: Python<'_>, limit: usize) -> PyResult<StateSpace> {
        let limits = Limits::none().within_machine();
        let shared = Arc::clone(&self.shared);
        let (space, interrupted) =
            heard(py, &limits.cancel_flag(), || StateSpace::reached(shared, limit, &limits))?;
        interrupted.map_or(Ok(()), Err)?;
        space.map_err(|stop| PyMemoryError::new_err(stop.to_string()))
    }
}

#[pymethods]
impl Heuristic {
    /// The estimates of many states, as numbers of 64 bits; -1 for a dead end.
    fn many<'py>(&self, py: Python<'py>, states: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.task().rows(states)?;
        check(self.task(), &rows)?;
        let estimates = py.detach(|| self.estimates(self.task().states(&rows), &mut Vec::new()));
        let number = |one: &Option<u64>| one.map_or(-1, |cost| i64::try_from(cost).unwrap_or(i64::MAX));
        let numbers: Vec<i64> = estimates.iter().map(number).collect();
        view(py, &numbers, i64::to_ne_bytes, "q", 0)
    }
}

/// States by numbers, 0 the initial one, with the steps between them.
#[pyclass(frozen, module = "pybanto")]
pub struct StateSpace {
    shared: Arc<Shared>,
    rows: Vec<u64>,
    /// The start, the end and the operator of each step.
    steps: [Vec<u32>; 3],
    goals: Vec<u8>,
    distances: Vec<i64>,
    /// Whether these are all states, with all their steps.
    #[pyo3(get)]
    complete: bool,
}

impl StateSpace {
    fn reached(shared: Arc<Shared>, limit: usize, limits: &Limits) -> Result<Self, banto::limits::Stop> {
        let space = Kept::keeping(Arc::clone(&shared.ground), CostKind::Real, limits)?;
        let space = space.expect("the task has such a space already");
        let (width, mut scratch) = (space.words(), space.scratch());
        let mut pool = Pool::new(width);
        let mut row = vec![0; width];
        space.initial(&mut row);
        let mut steps = [const { Vec::new() }; 3];
        // The pool numbers states as they come.
        let enter = |pool: &mut Pool, row: &[u64]| {
            let is_full = pool.len() >= limit;
            if is_full { pool.find(row) } else { pool.intern(row).map(|(id, _)| id) }
        };
        enter(&mut pool, &row);
        let (mut next, mut complete, mut before) = (0, limit > 0, Vec::new());
        while next < pool.len() {
            limits.check()?;
            limits.check_reserve(&steps[0], 64)?;
            row.copy_from_slice(pool.row(StateId::from(next)));
            before.clear();
            space.expand(&mut scratch, &row, &mut |number, _, successor| {
                if !shared.is_new(number, &mut before) {
                    return;
                }
                match enter(&mut pool, successor) {
                    Some(end) => {
                        let step = [u32::try_from(next).unwrap_or(u32::MAX), end.into(), number];
                        steps.iter_mut().zip(step).for_each(|(numbers, number)| numbers.push(number));
                    }
                    None => complete = false,
                }
            });
            next += 1;
        }
        let (mut rows, mut goals) = (Vec::new(), Vec::new());
        for row in (0..next).map(|number| pool.row(StateId::from(number))) {
            shared.put(&mut rows, row);
            goals.push(u8::from(shared.has_goal && space.is_goal(row)));
        }
        let distances = distances(&shared, &steps, &goals);
        Ok(Self { shared, rows, steps, goals, distances, complete })
    }
}

/// The least cost from each state to a goal, by steps backward from all goals; -1 where there is no way.
fn distances(shared: &Shared, steps: &[Vec<u32>; 3], goals: &[u8]) -> Vec<i64> {
    let [starts, ends, operators] = steps;
    let mut first = vec![0_u32; goals.len() + 1];
    ends.iter().for_each(|end| first[*end as usize + 1] += 1);
    (1..first.len()).for_each(|at| first[at] += first[at - 1]);
    let (mut place, mut into) = (first.clone(), vec![0; ends.len()]);
    for (end, step) in ends.iter().zip(0_u32..) {
        into[place[*end as usize] as usize] = step;
        place[*end as usize] += 1;
    }
    let mut distances = vec![u64::MAX; goals.len()];
    let mut open = BinaryHeap::new();
    for (goal, state) in goals.iter().zip(0_u32..).filter(|(goal, _)| **goal == 1) {
        distances[state as usize] = u64::from(*goal) - 1;
        open.push(Reverse((0, state)));
    }
    while let Some(Reverse((distance, state))) = open.pop() {
        if distance > distances[state as usize] {
            continue;
        }
        for step in &into[first[state as usize] as usize..first[state as usize + 1] as usize] {
            let cost = shared.ground.cost((operators[*step as usize] as usize).into());
            let (start, far) = (starts[*step as usize], distance.saturating_add(cost));
            if far < distances[start as usize] {
                distances[start as usize] = far;
                open.push(Reverse((far, start)));
            }
        }
    }
    distances.into_iter().map(|distance| i64::try_from(distance).unwrap_or(-1)).collect()
}

#[pymethods]
impl StateSpace {
    fn __len__(&self) -> usize {
        self.goals.len()
    }

    /// The rows of the states.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        words(py, &self.rows, self.shared.width())
    }

    /// Of each step the number of the state in which it starts.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        counts(py, &self.steps[0])
    }

    /// Of each step the number of the state in which it ends.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        counts(py, &self.steps[1])
    }

    /// Of each step the number of its operator.
    #[getter]
    fn operators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        counts(py, &self.steps[2])
    }

    /// Of each state 1 if it is a goal, else 0.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.goals, u8::to_ne_bytes, "B", 0)
    }

    /// Of each state the least cost to a goal (h*); -1 for a dead end. If not all states are there, it is what these allow.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        view(py, &self.distances, i64::to_ne_bytes, "q", 0)
    }

    /// The state of a number.
    fn state(&self, number: usize) -> PyResult<State> {
        let width = self.shared.width();
        if number >= self.goals.len() {
            return Err(PyValueError::new_err(format!("there are {} states", self.goals.len())));
        }
        let row = Row::from_slice(&self.rows[number * width..][..self.shared.words()]);
        Ok(State { shared: Arc::clone(&self.shared), row })
    }
}
