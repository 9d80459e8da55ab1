//! The validator: replays a plan over the resolved task.
//!
//! In: a task and a plan. Out: a [`Verdict`]. All conditions of a step are read in the state before it; what a step
//! both deletes and adds is true after it; parameters may be bound to the same object.

use super::compile::{Action, Change, Compiler};
use super::cost::Costs;
use super::derive::Rules;
use super::evaluate::{Binding, State, object};
use super::explain::Explainer;
use super::fault::{Fault, FaultKind, Reason};
use super::{Plan, Step};
use crate::limits::{Limits, Stop, stack};
use crate::task::{Condition, ObjectId, PredicateId, Task, Types};

/// What the validator says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every step can be applied, and the goal holds at the end.
    Valid {
        /// The sum of the steps' costs.
        cost: u64,
    },
    /// Not a plan: the first thing that is wrong.
    Invalid(Fault),
}

/// Validates a plan. A plan whose cost is 2^64 or more is not accepted.
///
/// ```
/// use banto::plan::{Plan, Verdict, validate};
/// use banto::source::SourceText;
/// use banto::{pddl, task};
///
/// let domain = SourceText::new(
///     "lamp.pddl",
///     "(define (domain lamp) (:predicates (lit))
///        (:action press :parameters () :precondition (not (lit)) :effect (lit)))",
/// );
/// let problem = SourceText::new("p", "(define (problem p) (:domain lamp) (:init) (:goal (lit)))");
/// let task = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).task.unwrap();
/// let read = |text: &str| banto::plan::read(&task, text).unwrap().plan;
/// assert_eq!(validate(&task, &read("0: (PRESS) [1]")), Verdict::Valid { cost: 1 });
/// let Verdict::Invalid(fault) = validate(&task, &read("(press)(press)")) else { panic!() };
/// assert_eq!(fault.message, "step 2 (press) cannot be applied");
/// assert_eq!(fault.reasons[0].text, "(lit) is true: added by step 1 (press)");
/// ```
#[must_use]
pub fn validate(task: &Task, plan: &Plan) -> Verdict {
    validate_within(task, plan, &Limits::none()).expect("without limits nothing stops")
}

/// The same within limits.
///
/// # Errors
/// When a limit is reached.
pub fn validate_within(task: &Task, plan: &Plan, limits: &Limits) -> Result<Verdict, Stop> {
    let limits = limits.clone();
    stack::deep(task.nesting, || {
        let mut validator = Validator::new(task, limits);
        let replayed = validator.replay(plan);
        validator.state.limits.check_now()?;
        Ok(match replayed {
            Ok(cost) => Verdict::Valid { cost },
            Err(fault) => Verdict::Invalid(fault),
        })
    })
}

struct Validator<'t> {
    task: &'t Task,
    compiler: Compiler<'t>,
    /// Compiled when first used: a plan may need few of many schemas.
    actions: Vec<Option<Ready>>,
    rules: Rules,
    state: State<'t>,
    costs: Costs<'t>,
}

/// An action that has been compiled.
struct Ready {
    action: Action,
    /// The groups of derived predicates that it reads.
    groups: Vec<usize>,
}

impl<'t> Validator<'t> {
    fn new(task: &'t Task, limits: Limits) -> Self {
        let mut compiler = Compiler::new(task);
        let rules = Rules::new(task, &mut compiler);
        let actions = task.schemas.iter().map(|_| None).collect();
        Self { task, compiler, actions, rules, state: State::initial(task, limits), costs: Costs::new(task) }
    }

    /// The cost of a valid plan, or the first fault. It does not count if a limit was reached.
    fn replay(&mut self, plan: &Plan) -> Result<u64, Fault> {
        let task = self.task;
        let mut changes = Changes::default();
        let mut binding: Vec<Option<ObjectId>> = Vec::new();
        for (index, step) in plan.steps.iter().enumerate() {
            if self.state.limits.check().is_err() {
                break;
            }
            let shown = || show(task, step);
            check_types(task, step).map_err(|(kind, reason)| {
                let what = match kind {
                    FaultKind::Type => "has an argument of a wrong type",
                    _ => "does not fit its action",
                };
                Fault::step(kind, index, &shown(), what, vec![reason])
            })?;
            let number = step.schema.index();
            let ready = match self.actions[number].take() {
                Some(ready) => ready,
                None => self.prepare(number),
            };
            self.rules.derive(&ready.groups, &mut self.state);
            binding.clear();
            binding.extend(step.arguments.iter().copied().map(Some));
            binding.resize(ready.action.width, None);
            if !self.state.holds(&ready.action.precondition, &mut binding) {
                let reasons = self.why(plan, &task.schemas[number].precondition, &step.arguments, 0);
                return Err(Fault::step(
                    FaultKind::Precondition,
                    index,
                    &shown(),
                    "cannot be applied",
                    reasons,
                ));
            }
            self.costs.pay(step).map_err(|(what, reason)| {
                Fault::step(FaultKind::Cost, index, &shown(), what, vec![reason])
            })?;
            changes.collect(&self.state, &ready.action.changes, &mut binding);
            changes.make(&mut self.state, index);
            self.actions[number] = Some(ready);
        }
        let (goal, width) = self.compiler.condition(0, &task.goal);
        let mut read = Vec::new();
        goal.predicates(&mut |predicate| read.push(predicate));
        let groups = self.rules.groups_of(&read);
        self.rules.derive(&groups, &mut self.state);
        if self.state.holds(&goal, &mut vec![None; width]) {
            return Ok(self.costs.sum());
        }
        let message = if plan.steps.is_empty() {
            "there are no steps, and the goal does not hold in the initial state"
        } else {
            "all steps can be applied, but the goal does not hold at the end"
        };
        let reasons = self.why(plan, &task.goal, &[], 1);
        Err(Fault { kind: FaultKind::Goal, step: None, message: message.to_owned(), reasons })
    }

    fn prepare(&mut self, schema: usize) -> Ready {
        let action = self.compiler.action(&self.task.schemas[schema]);
        let mut read = Vec::new();
        let mut visit = |predicate| read.push(predicate);
        action.precondition.predicates(&mut visit);
        action.changes.iter().for_each(|change| change.conditions(&mut visit));
        let groups = self.rules.groups_of(&read);
        Ready { action, groups }
    }

    fn why(&mut self, plan: &Plan, condition: &Condition, binding: &[ObjectId], file: usize) -> Vec<Reason> {
        self.rules.derive_all(&mut self.state);
        let mut explainer =
            Explainer { state: &self.state, plan, compiler: &mut self.compiler, file, given: 0 };
        explainer.why(condition, binding)
    }
}

/// A step as it is written, also where it is one of another task.
fn show(task: &Task, step: &Step) -> String {
    let known = |object: &ObjectId| object.index() < task.objects.len();
    if step.schema.index() < task.schemas.len() && step.arguments.iter().all(known) {
        task.show_step(step.schema, &step.arguments)
    } else {
        "(?)".to_owned()
    }
}

/// Whether a step has as many arguments as its action has parameters, each of its type.
fn check_types(task: &Task, step: &Step) -> Result<(), (FaultKind, Reason)> {
    let wrong = |kind, text: String| Err((kind, Reason::plain(text)));
    let Some(schema) = task.schemas.get(step.schema.index()) else {
        return wrong(FaultKind::Action, "the task has no such action".to_owned());
    };
    if schema.parameters.len() != step.arguments.len() {
        return wrong(FaultKind::Arguments, super::takes(task, schema, step.arguments.len()));
    }
    for (parameter, object) in schema.parameters.iter().zip(&step.arguments) {
        let Some(types) = task.object_types.get(object.index()) else {
            return wrong(FaultKind::Object, "the task has no such object".to_owned());
        };
        if !parameter.types.contains(&Types::object()) && !task.types.fits(types, &parameter.types) {
            let (wanted, is) = (task.types.show(&parameter.types), task.types.show(types));
            let name = task.objects.name(*object);
            let text = format!("{name} is of type {is}, but {} takes type {wanted}", parameter.name);
            return wrong(FaultKind::Type, text);
        }
    }
    Ok(())
}

/// The changes of one step, flat.
#[derive(Default)]
struct Changes {
    /// The predicate, whether it is added, and where its objects end.
    pending: Vec<(PredicateId, bool, usize)>,
    objects: Vec<ObjectId>,
}

impl Changes {
    fn collect(&mut self, state: &State<'_>, changes: &[Change], binding: &mut Binding) {
        for change in changes {
            match change {
                Change::Atom { atom, adds } => {
                    self.objects.extend(atom.arguments.iter().filter_map(|term| object(*term, binding)));
                    self.pending.push((atom.predicate, *adds, self.objects.len()));
                }
                Change::Each(search, inner) => {
                    state.each(search, binding, &mut |binding| {
                        self.collect(state, inner, binding);
                        false
                    });
                }
            }
        }
    }

    /// Makes the changes of a step, from 0, and forgets them.
    fn make(&mut self, state: &mut State<'_>, step: usize) {
        let step = u32::try_from(step + 1).expect("fewer than 2^32 steps");
        // Adds first: the relation knows then what this step added, and does not delete it.
        for adds in [true, false] {
            let mut start = 0;
            for (predicate, added, end) in &self.pending {
                let objects = &self.objects[start..*end];
                start = *end;
                if *added == adds {
                    let relation = state.relation_mut(*predicate);
                    let _ = if adds { relation.add(objects, step) } else { relation.delete(objects, step) };
                }
            }
        }
        self.pending.clear();
        self.objects.clear();
    }
}
