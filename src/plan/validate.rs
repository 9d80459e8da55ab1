//! The judge: replays a plan over the resolved task.

use rustc_hash::FxHashMap;

use super::evaluate::{GroundAtom, State, instance, value};
use super::explain::{Fault, explain};
use super::{Plan, Step};
use crate::pddl::deep;
use crate::task::{Amount, Effect, FunctionId, Metric, ObjectId, Task};

/// What the judge says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every step can be applied, and the goal holds at the end.
    Valid {
        /// The sum of the steps' costs.
        cost: u64,
    },
    /// It is no plan.
    Invalid(Fault),
}

/// Judges a plan. A plan whose cost is beyond 2^64 is not accepted.
///
/// ```
/// use banto::plan::{Plan, Verdict, validate};
/// use banto::source::SourceText;
/// use banto::{pddl, task};
///
/// let domain = SourceText::new(
///     "d",
///     "(define (domain d) (:predicates (lit)) (:action press :parameters () :effect (lit)))",
/// );
/// let problem = SourceText::new("p", "(define (problem p) (:domain d) (:init) (:goal (lit)))");
/// let task = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).task.unwrap();
/// let found = banto::plan::read(&task, "0: (PRESS) [1]").unwrap();
/// assert_eq!(validate(&task, &found.plan), Verdict::Valid { cost: 1 });
/// assert!(matches!(validate(&task, &Plan::default()), Verdict::Invalid(_)));
/// ```
#[must_use]
pub fn validate(task: &Task, plan: &Plan) -> Verdict {
    deep::call(task.nesting, || match replay(task, plan) {
        Ok(cost) => Verdict::Valid { cost },
        Err(fault) => Verdict::Invalid(fault),
    })
}

fn replay(task: &Task, plan: &Plan) -> Result<u64, Fault> {
    let mut state = State::new(task);
    let values: Values<'_> = task.values.iter().zip(task.numbers.iter().copied()).collect();
    let mut sum = 0u64;
    for (index, step) in plan.steps.iter().enumerate() {
        fits(task, index, step)?;
        let schema = &task.schemas[step.schema.index()];
        let mut binding = step.arguments.clone();
        if !state.holds(&schema.precondition, &mut binding) {
            let reasons = explain(&state, plan, &schema.precondition, &mut binding);
            return Err(Fault::Precondition { step: index, reasons });
        }
        let cost = cost(task, &values, index, step)?;
        sum = sum.checked_add(cost).ok_or(Fault::CostTooLarge { step: index })?;
        apply(&mut state, index, &schema.effects, &mut binding);
    }
    let mut binding = Vec::new();
    if state.holds(&task.goal, &mut binding) {
        return Ok(sum);
    }
    Err(Fault::Goal { reasons: explain(&state, plan, &task.goal, &mut binding) })
}

/// Whether the arguments are of the parameters' types.
fn fits(task: &Task, index: usize, step: &Step) -> Result<(), Fault> {
    let schema = &task.schemas[step.schema.index()];
    if schema.parameters.len() != step.arguments.len() {
        return Err(Fault::Arguments { step: index, wanted: schema.parameters.len() });
    }
    for (parameter, object) in schema.parameters.iter().zip(&step.arguments) {
        if !task.types.fits(&task.object_types[object.index()], &parameter.types) {
            return Err(Fault::Type {
                step: index,
                object: task.objects.name(*object).to_owned(),
                is: task.types.show(&task.object_types[object.index()]),
                parameter: parameter.name.clone(),
                wanted: task.types.show(&parameter.types),
            });
        }
    }
    Ok(())
}

/// The values of function terms.
type Values<'a> = FxHashMap<(FunctionId, &'a [ObjectId]), u64>;

fn cost(task: &Task, values: &Values<'_>, index: usize, step: &Step) -> Result<u64, Fault> {
    if task.metric == Metric::UnitCost {
        return Ok(1);
    }
    let mut sum = 0u64;
    for amount in &task.schemas[step.schema.index()].cost {
        let part = match amount {
            Amount::Number(number) => *number,
            Amount::Function(function, terms, _) => {
                let arguments: Vec<ObjectId> =
                    terms.iter().map(|term| value(*term, &step.arguments)).collect();
                match values.get(&(*function, arguments.as_slice())) {
                    Some(number) => *number,
                    None => {
                        let mut term = format!("({}", task.functions.name(*function));
                        arguments.iter().for_each(|object| {
                            term.push(' ');
                            term.push_str(task.objects.name(*object));
                        });
                        return Err(Fault::UndefinedCost { step: index, term: term + ")" });
                    }
                }
            }
        };
        sum = sum.checked_add(part).ok_or(Fault::CostTooLarge { step: index })?;
    }
    Ok(sum)
}

/// Deletes, then adds; all conditions are read before either.
fn apply(state: &mut State<'_>, index: usize, effects: &[Effect], binding: &mut Vec<ObjectId>) {
    let mut deletes: Vec<GroundAtom> = Vec::new();
    let mut adds: Vec<GroundAtom> = Vec::new();
    for effect in effects {
        collect(state, effect, binding, &mut deletes, &mut adds);
    }
    for atom in deletes {
        if state.holding.remove(&atom) {
            state.touched.insert(atom, index);
        }
    }
    for atom in adds {
        if state.holding.insert(atom.clone()) {
            state.touched.insert(atom, index);
        }
    }
    state.derive();
}

fn collect(
    state: &State<'_>,
    effect: &Effect,
    binding: &mut Vec<ObjectId>,
    deletes: &mut Vec<GroundAtom>,
    adds: &mut Vec<GroundAtom>,
) {
    match effect {
        Effect::Add(atom) => adds.push(instance(atom, binding)),
        Effect::Delete(atom) => deletes.push(instance(atom, binding)),
        Effect::When(condition, inner) => {
            if state.holds(condition, binding) {
                inner.iter().for_each(|effect| collect(state, effect, binding, deletes, adds));
            }
        }
        Effect::Forall(variables, inner) => {
            state.some(variables, binding, &mut |binding| {
                inner.iter().for_each(|effect| collect(state, effect, binding, deletes, adds));
                false
            });
        }
    }
}
