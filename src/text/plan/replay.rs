//! A plan replayed step by step over the resolved task.
//!
//! In: a task and a plan. Out: the state after each step, or the first fault. All conditions of a step are read in the
//! state before it; an atom that a step both deletes and adds is true after it; parameters may be bound to the same
//! object.

use super::cost::Costs;
use super::derive::Rules;
use super::evaluate::{Binding, State};
use super::explain::Explainer;
use super::fault::{Fault, FaultKind, Reason};
use super::guide::Values;
use super::{Plan, Step};
use crate::task::{Condition, Effect, GroundAtoms, ObjectId, PredicateId, SchemaId, Task, Variable};
use banto_base::limits::Limits;

/// A replay in progress.
pub struct Replay<'t> {
    pub(super) task: &'t Task,
    rules: Rules<'t>,
    /// The groups of derived predicates that each action reads, once it is used: a plan may need few of many.
    groups: Vec<Option<Vec<usize>>>,
    pub(super) state: State<'t>,
    costs: Costs<'t>,
    changes: Changes,
}

impl<'t> Replay<'t> {
    /// A replay before the first step.
    pub fn new(task: &'t Task, limits: Limits) -> Self {
        Self {
            task,
            rules: Rules::new(task),
            groups: vec![None; task.schemas.len()],
            state: State::initial(task, limits),
            costs: Costs::new(task),
            changes: Changes::default(),
        }
    }

    /// Continues with other limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.state.limits = limits;
    }

    /// Makes a step of a plan, after those before it.
    ///
    /// # Errors
    /// Why it cannot be made. The state stays as it was.
    pub(super) fn step(
        &mut self,
        plan: &Plan,
        index: usize,
        changed: impl FnMut(PredicateId, &[ObjectId], bool),
    ) -> Result<(), Fault> {
        self.check(plan, index)?;
        let step = &plan.steps[index];
        self.costs.pay(step).map_err(|(what, reason)| {
            Fault::step(FaultKind::Cost, index, &show(self.task, step), what, vec![reason])
        })?;
        let effects = &self.task.schemas[step.schema.index()].effects;
        self.changes.collect(&self.state, effects, &mut step.arguments.clone());
        self.changes.make(&mut self.state, index, changed);
        Ok(())
    }

    /// Checks whether a step of a plan can be made now.
    pub fn check(&mut self, plan: &Plan, index: usize) -> Result<(), Fault> {
        let (task, step) = (self.task, &plan.steps[index]);
        check_types(task, step).map_err(|(kind, what, reason)| {
            Fault::step(kind, index, &show(task, step), &what, vec![reason])
        })?;
        let schema = &task.schemas[step.schema.index()];
        let conditions = || schema.conditions().into_iter().map(|(_, condition)| condition);
        let groups = self.groups[step.schema.index()].get_or_insert_with(|| self.rules.read_by(conditions()));
        self.rules.derive(groups, &mut self.state);
        if self.state.holds(&schema.precondition, &mut step.arguments.clone()) {
            return Ok(());
        }
        let reasons = self.explainer(plan, 0).why(&schema.precondition, &step.arguments);
        Err(Fault::step(FaultKind::Precondition, index, &show(task, step), "cannot be applied", reasons))
    }

    /// Checks whether the goal holds now, at the end of a plan.
    pub fn goal(&mut self, plan: &Plan) -> Result<(), Fault> {
        let task = self.task;
        self.rules.derive(&self.rules.read_by([&task.goal]), &mut self.state);
        if self.state.holds(&task.goal, &mut Vec::new()) {
            return Ok(());
        }
        let message = if plan.steps.is_empty() {
            "there are no steps, and the goal does not hold in the initial state"
        } else {
            "all steps can be applied, but the goal does not hold at the end"
        };
        let reasons = self.explainer(plan, 1).why(&task.goal, &[]);
        Err(Fault { kind: FaultKind::Goal, step: None, message: message.to_owned(), reasons })
    }

    /// The sum of the steps' costs.
    pub fn cost(&self) -> u64 {
        self.costs.sum()
    }

    /// The task with the present state as its start.
    #[doc(hidden)]
    pub fn task_from_here(&mut self) -> Task {
        let mut task = self.task.clone();
        task.init = GroundAtoms::default();
        let basic = |one: &PredicateId| self.task.predicate_info[one.index()].layer.is_none();
        for predicate in self.task.predicates.ids().filter(basic).collect::<Vec<_>>() {
            for atom in self.atoms(predicate) {
                task.init.push(predicate, &atom);
            }
        }
        task
    }

    /// The atoms of a predicate that hold now, in order.
    pub fn atoms(&mut self, predicate: PredicateId) -> Vec<Vec<ObjectId>> {
        self.rules.derive_all(&mut self.state);
        let relation = self.state.relation(predicate);
        let mut atoms: Vec<_> = (0..relation.len()).map(|row| relation.at(row).to_vec()).collect();
        atoms.sort_unstable();
        atoms
    }

    /// The arguments with which a schema can be applied now, in order.
    pub fn applicable(&mut self, schema: SchemaId) -> Vec<Vec<ObjectId>> {
        self.rules.derive_all(&mut self.state);
        let schema = &self.task.schemas[schema.index()];
        let values = Values { variables: &schema.parameters, body: &schema.precondition, wanted: true };
        let mut found = Vec::new();
        self.state.each(values, &mut Vec::new(), &mut |binding| {
            found.push(binding.clone());
            // Without parameters, once is enough.
            binding.is_empty()
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a condition holds now for some values of its variables.
    #[doc(hidden)]
    pub fn is_possible(&mut self, variables: &[Variable], condition: &Condition) -> bool {
        let values = Values { variables, body: condition, wanted: true };
        self.state.each(values, &mut Vec::new(), &mut |_| true)
    }

    /// Explains conditions in this state; `file` is their text.
    pub(super) fn explainer<'a>(&'a mut self, plan: &'a Plan, file: usize) -> Explainer<'a, 't> {
        self.rules.derive_all(&mut self.state);
        Explainer { state: &self.state, plan, file, given: 0 }
    }
}

/// A step in PDDL, even one of another task.
fn show(task: &Task, step: &Step) -> String {
    let known = |object: &ObjectId| object.index() < task.objects.len();
    if step.schema.index() < task.schemas.len() && step.arguments.iter().all(known) {
        task.show_step(step.schema, &step.arguments)
    } else {
        "(?)".to_owned()
    }
}

/// Whether the arguments of a step match its action's parameters in number and types; if not, what it does, and why.
fn check_types(task: &Task, step: &Step) -> Result<(), (FaultKind, String, Reason)> {
    let wrong = |kind, text: String| {
        let what = match kind {
            FaultKind::Type => "has an argument of a wrong type",
            _ => "does not fit its action",
        };
        Err((kind, what.to_owned(), Reason::plain(text)))
    };
    let Some(schema) = task.schemas.get(step.schema.index()) else {
        return wrong(FaultKind::Action, "the task has no such action".to_owned());
    };
    if schema.parameters.len() != step.arguments.len() {
        return wrong(FaultKind::Arguments, super::takes(task, schema, step.arguments.len()));
    }
    let fits = |parameter: usize, object: usize| {
        let types = task.object_types.get(step.arguments[object].index());
        types.is_some_and(|types| task.types.fits(types, &schema.parameters[parameter].types))
    };
    let bad: Vec<usize> = (0..step.arguments.len()).filter(|at| !fits(*at, *at)).collect();
    if let [first, second] = bad[..]
        && fits(first, second)
        && fits(second, first)
    {
        let [one, other] = [first, second].map(|at| task.objects.name(step.arguments[at]));
        let what = format!("has a type mismatch: {one} and {other} are swapped in {}", schema.name);
        return Err((FaultKind::Type, what, Reason::plain(format!("write {other} before {one}"))));
    }
    let Some(at) = bad.first().copied() else { return Ok(()) };
    let (parameter, object) = (&schema.parameters[at], step.arguments[at]);
    let Some(types) = task.object_types.get(object.index()) else {
        return wrong(FaultKind::Object, "the task has no such object".to_owned());
    };
    let (wanted, is) = (task.types.show(&parameter.types), task.types.show(types));
    let name = task.objects.name(object);
    wrong(FaultKind::Type, format!("{name} is of type {is}, but {} takes type {wanted}", parameter.name))
}

/// The changes of one step, flat.
#[derive(Default)]
struct Changes {
    /// The predicate, whether it is added, and where its objects end.
    pending: Vec<(PredicateId, bool, usize)>,
    objects: Vec<ObjectId>,
}

impl Changes {
    fn collect(&mut self, state: &State<'_>, effects: &[Effect], binding: &mut Binding) {
        for effect in effects {
            match effect {
                Effect::Add(atom) | Effect::Delete(atom) => {
                    self.objects.extend(atom.arguments.iter().map(|term| term.value(binding)));
                    let adds = matches!(effect, Effect::Add(_));
                    self.pending.push((atom.predicate, adds, self.objects.len()));
                }
                Effect::When(condition, inner) => {
                    if state.holds(condition, binding) {
                        self.collect(state, inner, binding);
                    }
                }
                Effect::Forall(variables, inner) => {
                    let every = Condition::default();
                    // In (forall ... (when ...)) the condition says which objects matter.
                    let (body, inner) = match &inner[..] {
                        [Effect::When(condition, inner)] => (condition, inner),
                        _ => (&every, inner),
                    };
                    let values = Values { variables, body, wanted: true };
                    state.each(values, binding, &mut |binding| {
                        self.collect(state, inner, binding);
                        false
                    });
                }
            }
        }
    }

    /// Makes the changes of a step, from 0, and clears them. Reports what was not so before.
    fn make(
        &mut self,
        state: &mut State<'_>,
        step: usize,
        mut changed: impl FnMut(PredicateId, &[ObjectId], bool),
    ) {
        let step = u32::try_from(step + 1).expect("fewer than 2^32 steps");
        // Adds come first, so that the relation knows what this step added and does not delete it.
        for adds in [true, false] {
            let mut start = 0;
            for (predicate, added, end) in &self.pending {
                let objects = &self.objects[start..*end];
                start = *end;
                if *added == adds {
                    let relation = state.relation_mut(*predicate);
                    let is_new =
                        if adds { relation.add(objects, step) } else { relation.delete(objects, step) };
                    if is_new {
                        changed(*predicate, objects, adds);
                    }
                }
            }
        }
        self.pending.clear();
        self.objects.clear();
    }
}
