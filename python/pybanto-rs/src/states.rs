//! A ground task and its states, one at a time.
//!
//! In: a task as texts. Out: classes of Python for the task, its operators and its states. A state is a packed row with
//! the task that it belongs to. What holds in it is what holds in PDDL: facts that never change are in no row, but are
//! known.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use banto::ground::{GroundError, Scope, ground_for};
use banto::heuristics::AnyHeuristic;
use banto::limits::Limits;
use banto::search::{At, Estimate, Heuristic as _, Space};
use banto::strips::{self, AxiomEvaluator, CostKind, FactName, OpId, TaskSpace};
use banto::task::{self, GroundAtom};
use pyo3::exceptions::{PyMemoryError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyString, PyTuple};
use smallvec::SmallVec;

use crate::planning::{heard, heuristic_row, limits};
use crate::texts::{Unread, read};

/// A space that keeps its task.
pub type Kept = TaskSpace<'static, u64>;
/// A packed state.
pub type Row = SmallVec<[u64; 3]>;

/// Where a row says whether an atom holds: in which word, under which mask, by which bits; and whether these deny it.
#[derive(Clone, Copy)]
struct Pattern {
    word: usize,
    mask: u64,
    bits: u64,
    holds: bool,
}

impl Pattern {
    fn is_true(&self, complete: &[u64]) -> bool {
        (complete[self.word] & self.mask == self.bits) == self.holds
    }
}

/// What works on states.
pub struct Engine {
    pub space: Kept,
    pub scratch: <Kept as Space>::Scratch,
    axioms: AxiomEvaluator,
    complete: Vec<u64>,
}

/// A ground task, shared by its states.
pub struct Shared {
    pub names: task::Task,
    pub ground: Arc<strips::Task>,
    /// Whether some state may be a goal.
    pub has_goal: bool,
    engine: Mutex<Engine>,
    patterns: HashMap<GroundAtom, Pattern>,
    /// Facts of the start that nothing changes.
    always: std::collections::HashSet<GroundAtom>,
    /// The atoms that change, each with its text.
    atoms: Vec<(Pattern, String)>,
    atom_names: PyOnceLock<Vec<Py<PyString>>>,
    /// For each operator the first one of its action, where some action has several.
    first: Option<Vec<OpId>>,
    operators: PyOnceLock<Vec<Py<Operator>>>,
}

/// Why there is no ground task.
enum Failed {
    Unread(Unread),
    Ground(GroundError),
    TooCostly,
}

impl Failed {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Unread(unread) => unread.raise(py),
            Self::Ground(GroundError::Stopped(banto::limits::Stop::Memory)) => {
                PyMemoryError::new_err("memory limit while grounding")
            }
            Self::Ground(GroundError::Stopped(stop)) => {
                PyTimeoutError::new_err(format!("{stop} while grounding"))
            }
            Self::Ground(error) => PyValueError::new_err(error.to_string()),
            Self::TooCostly => PyValueError::new_err("a cost is too large to count"),
        }
    }
}

impl Shared {
    fn new(names: task::Task, limits: &Limits) -> Result<Self, Failed> {
        let ground = |scope| ground_for(&names, &scope, limits, &mut |_| {}).map_err(Failed::Ground);
        let found = ground(Scope::Plans)?.task;
        let has_goal = found.is_some();
        // Where the goal is out of reach, there are states all the same.
        let found = match found {
            Some(found) => Some(found),
            None => ground(Scope::Everything(names.predicates.ids().collect()))?.task,
        };
        let ground = Arc::new(found.ok_or(Failed::TooCostly)?);
        let space = Kept::keeping(Arc::clone(&ground), CostKind::Real, limits)
            .map_err(|stop| Failed::Ground(stop.into()))?
            .ok_or(Failed::TooCostly)?;
        let (axioms, complete) = (AxiomEvaluator::new(&ground), vec![0; ground.packing().complete_words()]);
        let engine = Mutex::new(Engine { scratch: space.scratch(), space, axioms, complete });
        let mut patterns: HashMap<GroundAtom, Pattern> = HashMap::new();
        for fact in (0..ground.fact_count()).map(strips::FactId::from) {
            let (holds, atom) = match ground.name(fact) {
                FactName::Atom(atom) => (true, atom),
                FactName::Not(atom) => (false, atom),
                FactName::NoneOfThem | FactName::Invented(_) => continue,
            };
            let (word, mask, bits) = ground.packing().pattern(ground.variable_of(fact), fact);
            let (predicate, arguments) = ground.atom(atom);
            let pattern = Pattern { word, mask, bits, holds };
            let known = patterns.entry((predicate, arguments.to_vec())).or_insert(pattern);
            if holds {
                *known = pattern;
            }
        }
        let mut atoms: Vec<(Pattern, String)> = patterns
            .iter()
            .map(|((predicate, arguments), pattern)| (*pattern, names.show_atom(*predicate, arguments)))
            .collect();
        atoms.sort_by(|one, other| one.1.cmp(&other.1));
        let start = names.init.iter().map(|(predicate, arguments)| (predicate, arguments.to_vec()));
        let always = start.filter(|atom| !patterns.contains_key(atom)).collect();
        let first = ground.first_of_action();
        let is_needed = first.iter().zip(ground.operators()).any(|(first, operator)| *first != operator);
        let first = is_needed.then_some(first);
        let (atom_names, operators) = (PyOnceLock::new(), PyOnceLock::new());
        Ok(Self { names, ground, has_goal, engine, patterns, always, atoms, atom_names, first, operators })
    }

    pub fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn words(&self) -> usize {
        self.ground.packing().words()
    }

    pub fn operators(self: &Arc<Self>, py: Python<'_>) -> PyResult<&Vec<Py<Operator>>> {
        self.operators.get_or_try_init(py, || {
            let made = |number: OpId| {
                let (schema, arguments) = self.ground.step(number);
                let names = arguments.iter().map(|object| self.names.objects.name(*object));
                let name = PyString::intern(py, &self.names.schemas[usize::from(schema)].name);
                Py::new(
                    py,
                    Operator {
                        task: Arc::downgrade(self),
                        number,
                        name: name.unbind(),
                        arguments: PyTuple::new(py, names)?.unbind(),
                        cost: self.ground.cost(number),
                    },
                )
            };
            self.ground.operators().map(made).collect()
        })
    }

    /// Whether an operator stands for its action: of several, the first that applies does.
    pub fn is_new(&self, number: u32, before: &mut Vec<OpId>) -> bool {
        let Some(first) = &self.first else { return true };
        let action = first[number as usize];
        let is_new = !before.contains(&action);
        if is_new {
            before.push(action);
        }
        is_new
    }

    pub fn is_goal(&self, engine: &Engine, row: &[u64]) -> bool {
        self.has_goal && engine.space.is_goal(row)
    }

    fn show(&self, fact: strips::FactId) -> String {
        self.ground.show_fact(&self.names, fact)
    }
}

impl Engine {
    /// The row with what is derived in it.
    fn complete(&mut self, row: &[u64]) -> &[u64] {
        self.complete[..row.len()].copy_from_slice(row);
        if !self.axioms.is_empty() {
            let Self { space, axioms, complete, .. } = self;
            axioms.evaluate(space.task(), complete);
        }
        &self.complete
    }
}

/// A ground operator: an action with its objects.
#[pyclass(frozen, module = "pybanto")]
pub struct Operator {
    task: Weak<Shared>,
    pub number: OpId,
    #[pyo3(get)]
    name: Py<PyString>,
    #[pyo3(get)]
    arguments: Py<PyTuple>,
    #[pyo3(get)]
    cost: u64,
}

impl Operator {
    fn task(&self) -> PyResult<Arc<Shared>> {
        self.task.upgrade().ok_or_else(|| PyValueError::new_err("the task of this operator is gone"))
    }
}

#[pymethods]
impl Operator {
    /// Its number in `Task.operators`.
    #[getter]
    fn index(&self) -> usize {
        usize::from(self.number)
    }

    /// The facts that it needs.
    #[getter]
    fn preconditions(&self) -> PyResult<Vec<String>> {
        let task = self.task()?;
        Ok(task.ground.condition(self.number).iter().map(|fact| task.show(*fact)).collect())
    }

    /// Its effects: the facts that must hold before, often none, and the fact that then holds.
    #[getter]
    fn effects(&self) -> PyResult<Vec<(Vec<String>, String)>> {
        let task = self.task()?;
        let effects = task.ground.effects(self.number).map(|effect| {
            (effect.condition.iter().map(|fact| task.show(*fact)).collect(), task.show(effect.fact))
        });
        Ok(effects.collect())
    }

    fn __str__(&self) -> PyResult<String> {
        let task = self.task()?;
        Ok(task.ground.show_operator(&task.names, self.number))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.__str__()
    }
}

/// A ground task.
#[pyclass(frozen, module = "pybanto")]
pub struct Task {
    pub shared: Arc<Shared>,
}

/// The text and its name, as `pybanto._functions.named` reads them.
fn named(py: Python<'_>, text: &Bound<'_, PyAny>, name: &str) -> PyResult<crate::texts::Named> {
    py.import("pybanto._functions")?.getattr("named")?.call1((text, name))?.extract()
}

#[pymethods]
impl Task {
    #[new]
    #[pyo3(signature = (domain, problem, *, time_limit=None, memory_limit=None))]
    fn new(
        py: Python<'_>,
        domain: &Bound<'_, PyAny>,
        problem: &Bound<'_, PyAny>,
        time_limit: Option<f64>,
        memory_limit: Option<u64>,
    ) -> PyResult<Self> {
        let texts = [named(py, domain, "domain")?, named(py, problem, "problem")?];
        let limits = limits(time_limit, memory_limit)?;
        let (shared, interrupted) = heard(py, &limits.cancel_flag(), || {
            let (_, task, _) = read(texts, &limits).map_err(Failed::Unread)?;
            Shared::new(task, &limits)
        })?;
        interrupted.map_or(Ok(()), Err)?;
        Ok(Self { shared: Arc::new(shared.map_err(|failed: Failed| failed.raise(py))?) })
    }

    /// The state in which everything begins.
    #[getter]
    fn initial(&self) -> State {
        let mut row = Row::from_elem(0, self.shared.words());
        self.shared.engine().space.initial(&mut row);
        State { shared: Arc::clone(&self.shared), row }
    }

    /// All operators, by their numbers.
    #[getter]
    fn operators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.shared.operators(py)?.iter().map(|one| one.clone_ref(py)))
    }

    /// The facts that change, as texts.
    #[getter]
    fn facts(&self) -> Vec<&str> {
        self.shared.atoms.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// The facts to reach, as texts.
    #[getter]
    fn goal(&self) -> Vec<String> {
        self.shared.ground.goal().iter().map(|fact| self.shared.show(*fact)).collect()
    }

    /// The objects, each with the names of its types.
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (names, objects) = (&self.shared.names, PyDict::new(py));
        for (object, types) in names.objects.names().zip(&names.object_types) {
            objects.set_item(object, names.types.show(types))?;
        }
        Ok(objects)
    }

    /// The predicates, each with the types of its parameters.
    #[getter]
    fn predicates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (names, predicates) = (&self.shared.names, PyDict::new(py));
        for (predicate, info) in names.predicates.names().zip(&names.predicate_info) {
            let types: Vec<String> = info.parameters.iter().map(|types| names.types.show(types)).collect();
            predicates.set_item(predicate, types)?;
        }
        Ok(predicates)
    }

    /// Groups of facts of which at most one holds.
    #[getter]
    fn mutex_groups(&self) -> Vec<Vec<String>> {
        let groups = self.shared.ground.groups().iter();
        groups.map(|group| group.iter().map(|fact| self.shared.show(*fact)).collect()).collect()
    }

    /// A heuristic of banto by its name: it is called with states.
    fn heuristic(&self, name: &str) -> PyResult<Heuristic> {
        let row = heuristic_row(name)?;
        let built = row.within(&self.shared.ground, CostKind::Real, &Limits::none());
        let built = Mutex::new(built.map_err(|stop| PyTimeoutError::new_err(stop.to_string()))?);
        Ok(Heuristic { shared: Arc::clone(&self.shared), name: row.name.into_owned(), built })
    }

    fn __repr__(&self) -> String {
        let names = &self.shared.names;
        format!("<pybanto.Task {} of {}: {}>", names.problem, names.domain, names.summary())
    }
}

/// A state of a task. It never changes; equal states of one task are equal, and have the same hash.
#[pyclass(frozen, module = "pybanto")]
pub struct State {
    pub shared: Arc<Shared>,
    pub row: Row,
}

impl State {
    fn with(&self, row: &[u64]) -> Self {
        Self { shared: Arc::clone(&self.shared), row: Row::from_slice(row) }
    }

    /// The number of an operator of its task.
    fn number(&self, operator: &Bound<'_, PyAny>) -> PyResult<OpId> {
        if let Ok(operator) = operator.cast::<Operator>() {
            let operator = operator.get();
            if !std::ptr::eq(operator.task.as_ptr(), Arc::as_ptr(&self.shared)) {
                return Err(PyValueError::new_err("the operator belongs to another task"));
            }
            return Ok(operator.number);
        }
        let number: usize = operator.extract()?;
        if number >= self.shared.ground.operator_count() {
            return Err(PyValueError::new_err(format!("there is no operator {number}")));
        }
        Ok(number.into())
    }
}

#[pymethods]
impl State {
    /// The operators that can be applied.
    fn applicable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let operators = self.shared.operators(py)?;
        let (mut found, mut before) = (Vec::new(), Vec::new());
        let Engine { space, scratch, .. } = &mut *self.shared.engine();
        space.actions(scratch, &self.row, &mut |number, _| {
            if self.shared.is_new(number, &mut before) {
                found.push(operators[number as usize].clone_ref(py));
            }
        });
        PyList::new(py, found)
    }

    /// The operators that can be applied, each with the state that it leads to.
    fn successors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let operators = self.shared.operators(py)?;
        let (mut found, mut before) = (Vec::new(), Vec::new());
        let mut engine = self.shared.engine();
        let Engine { space, scratch, .. } = &mut *engine;
        space.expand(scratch, &self.row, &mut |number, _, row| {
            if self.shared.is_new(number, &mut before) {
                found.push((operators[number as usize].clone_ref(py), self.with(row)));
            }
        });
        drop(engine);
        PyList::new(py, found)
    }

    /// The state after an operator, or its number.
    fn apply(&self, operator: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = self.number(operator)?;
        let mut engine = self.shared.engine();
        let task = &self.shared.ground;
        let complete = engine.complete(&self.row);
        let holds = |fact: &strips::FactId| {
            let (word, mask, bits) = task.packing().pattern(task.variable_of(*fact), *fact);
            complete[word] & mask == bits
        };
        if !task.condition(number).iter().all(holds) {
            let shown = task.show_operator(&self.shared.names, number);
            return Err(PyValueError::new_err(format!("{shown} cannot be applied in this state")));
        }
        let Engine { space, scratch, .. } = &mut *engine;
        let mut row = Row::from_elem(0, self.row.len());
        space.apply(scratch, &self.row, number.into(), &mut row);
        Ok(Self { shared: Arc::clone(&self.shared), row })
    }

    /// Whether the goal holds.
    fn is_goal(&self) -> bool {
        self.shared.is_goal(&self.shared.engine(), &self.row)
    }

    /// The atoms that hold, as texts, without those that never change.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let names = self.shared.atom_names.get_or_init(py, || {
            self.shared.atoms.iter().map(|(_, text)| PyString::new(py, text).unbind()).collect()
        });
        let mut engine = self.shared.engine();
        let complete = engine.complete(&self.row);
        let atoms = self.shared.atoms.iter().zip(names);
        let holding = atoms.filter(|((pattern, _), _)| pattern.is_true(complete)).map(|(_, name)| name);
        PyFrozenSet::new(py, holding)
    }

    /// The atoms that a problem says in `:init` to start from this state.
    fn init(&self) -> Vec<String> {
        let names = &self.shared.names;
        let mut engine = self.shared.engine();
        let complete = engine.complete(&self.row);
        let changing = self.shared.patterns.iter().filter(|((predicate, _), pattern)| {
            names.predicate_info[usize::from(*predicate)].layer.is_none() && pattern.is_true(complete)
        });
        let atoms = changing.map(|(atom, _)| atom).chain(&self.shared.always);
        let mut init: Vec<String> = atoms.map(|(head, objects)| names.show_atom(*head, objects)).collect();
        init.sort();
        init
    }

    /// Whether an atom holds, such as `"at ball1 hall"`.
    fn __contains__(&self, atom: &str) -> PyResult<bool> {
        let atom = self.shared.names.atom(atom).map_err(PyValueError::new_err)?;
        Ok(match self.shared.patterns.get(&atom) {
            Some(pattern) => pattern.is_true(self.shared.engine().complete(&self.row)),
            None => self.shared.always.contains(&atom),
        })
    }

    /// The task of the state.
    #[getter]
    fn task(&self) -> Task {
        Task { shared: Arc::clone(&self.shared) }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.row == other.row && Arc::ptr_eq(&self.shared, &other.shared)
        })
    }

    fn __hash__(&self) -> u64 {
        let mix = |hash: u64, word: &u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        let hash = self.row.iter().fold(0, mix);
        hash ^ hash >> 32
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut facts: Vec<String> =
            self.facts(py)?.extract::<std::collections::HashSet<_>>()?.into_iter().collect();
        facts.sort();
        Ok(format!("<pybanto.State {}>", facts.join(" ")))
    }
}

/// A heuristic of banto for the states of a task.
#[pyclass(frozen, module = "pybanto")]
pub struct Heuristic {
    shared: Arc<Shared>,
    #[pyo3(get)]
    name: String,
    built: Mutex<AnyHeuristic<'static, u64>>,
}

impl Heuristic {
    /// The estimates of states; `None` for dead ends.
    pub fn estimates<'r>(
        &self,
        states: impl Iterator<Item = &'r [u64]>,
        preferred: &mut Vec<u32>,
    ) -> Vec<Option<u64>> {
        let engine = self.shared.engine();
        let mut heuristic = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let estimates = states.map(|state| {
            let at = At { space: &engine.space, id: None, state, g: 0, earlier: &[] };
            match heuristic.evaluate(&at, preferred) {
                Estimate::Cost(cost) => Some(cost),
                Estimate::DeadEnd { .. } => None,
            }
        });
        estimates.collect()
    }

    pub fn task(&self) -> &Arc<Shared> {
        &self.shared
    }
}

/// An estimate as a number of Python.
pub fn number(py: Python<'_>, estimate: Option<u64>) -> PyResult<Bound<'_, PyAny>> {
    match estimate {
        Some(cost) => Ok(cost.into_pyobject(py)?.into_any()),
        None => Ok(f64::INFINITY.into_pyobject(py)?.into_any()),
    }
}

#[pymethods]
impl Heuristic {
    /// The estimate of a state; infinite for a dead end.
    fn __call__<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        self.check(state)?;
        number(py, self.estimates(std::iter::once(&*state.row), &mut Vec::new())[0])
    }

    /// The operators that it prefers in a state.
    fn preferred<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyList>> {
        self.check(state)?;
        let mut numbers = Vec::new();
        self.estimates(std::iter::once(&*state.row), &mut numbers);
        numbers.sort_unstable();
        numbers.dedup();
        let operators = self.shared.operators(py)?;
        PyList::new(py, numbers.iter().map(|number| operators[*number as usize].clone_ref(py)))
    }

    fn __repr__(&self) -> String {
        format!("<pybanto.Heuristic {}>", self.name)
    }
}

impl Heuristic {
    fn check(&self, state: &State) -> PyResult<()> {
        if Arc::ptr_eq(&self.shared, &state.shared) {
            return Ok(());
        }
        Err(PyValueError::new_err("the state belongs to another task"))
    }
}
