//! Why a plan is none: the step, the atoms, and what last made them so.

use super::Plan;
use super::evaluate::{GroundAtom, State, instance, value};
use crate::source::Span;
use crate::task::{Atom, Condition, ObjectId, Task};

/// At most this many reasons are given.
const MAX_REASONS: usize = 8;

/// What is wrong with a plan. Steps are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A step has another number of arguments than its action has parameters.
    Arguments {
        /// The step.
        step: usize,
        /// The number of parameters.
        wanted: usize,
    },
    /// An argument is not of its parameter's type.
    Type {
        /// The step.
        step: usize,
        /// The argument.
        object: String,
        /// Its type.
        is: String,
        /// The parameter.
        parameter: String,
        /// The parameter's type.
        wanted: String,
    },
    /// The precondition of a step does not hold.
    Precondition {
        /// The step.
        step: usize,
        /// What does not hold.
        reasons: Vec<Reason>,
    },
    /// A step needs the value of a function term that has none.
    UndefinedCost {
        /// The step.
        step: usize,
        /// The term.
        term: String,
    },
    /// The sum of the costs is beyond 2^64.
    CostTooLarge {
        /// The step.
        step: usize,
    },
    /// The goal does not hold at the end.
    Goal {
        /// What does not hold.
        reasons: Vec<Reason>,
    },
}

/// A part of a condition that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What is so and should not be, and since when.
    pub text: String,
    /// Where the part is written, in the domain or (for a goal) the problem.
    pub span: Option<Span>,
}

impl Fault {
    /// The fault in one line.
    #[must_use]
    pub fn summary(&self, task: &Task, plan: &Plan) -> String {
        let step = |index: &usize| {
            let step = &plan.steps[*index];
            format!("step {} {}", index + 1, task.show_step(step.schema, &step.arguments))
        };
        match self {
            Self::Arguments { step: index, wanted } => {
                format!("{} needs {wanted} argument{}", step(index), if *wanted == 1 { "" } else { "s" })
            }
            Self::Type { step: index, object, is, parameter, wanted } => {
                format!("{}: {object} is a {is}, but {parameter} takes a {wanted}", step(index))
            }
            Self::Precondition { step: index, .. } => format!("{} cannot be applied", step(index)),
            Self::UndefinedCost { step: index, term } => {
                format!("{} cannot be applied: its cost needs {term}, which has no value", step(index))
            }
            Self::CostTooLarge { step: index } => format!("{} makes the cost greater than 2^64", step(index)),
            Self::Goal { .. } if plan.steps.is_empty() => {
                "the goal does not hold in the initial state".to_owned()
            }
            Self::Goal { .. } => "all steps can be applied, but the goal does not hold at the end".to_owned(),
        }
    }

    /// What exactly does not hold.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        match self {
            Self::Precondition { reasons, .. } | Self::Goal { reasons } => reasons,
            _ => &[],
        }
    }
}

/// Why a condition that does not hold does not hold.
pub(super) fn explain(
    state: &State<'_>,
    plan: &Plan,
    condition: &Condition,
    binding: &mut Vec<ObjectId>,
) -> Vec<Reason> {
    let mut explainer = Explainer { state, plan, reasons: Vec::new() };
    explainer.explain(condition, true, binding);
    explainer.reasons
}

struct Explainer<'a> {
    state: &'a State<'a>,
    plan: &'a Plan,
    reasons: Vec<Reason>,
}

impl Explainer<'_> {
    fn say(&mut self, text: String, span: Option<Span>) {
        if self.reasons.len() < MAX_REASONS {
            self.reasons.push(Reason { text, span });
        }
    }

    /// Explains why a condition is not what is wanted of it.
    fn explain(&mut self, condition: &Condition, wanted: bool, binding: &mut Vec<ObjectId>) {
        if self.reasons.len() >= MAX_REASONS || self.state.holds(condition, binding) == wanted {
            return;
        }
        match condition {
            Condition::Atom(atom) => self.atom(atom, wanted, binding),
            Condition::Equal(left, right, span) => {
                let name = |term| self.state.task.objects.name(value(term, binding));
                let text = if wanted {
                    format!("{} and {} are not the same object", name(*left), name(*right))
                } else {
                    format!("{} and {} are the same object", name(*left), name(*right))
                };
                self.say(text, Some(*span));
            }
            Condition::Not(inner) => self.explain(inner, !wanted, binding),
            Condition::And(parts) if wanted => {
                parts.iter().for_each(|part| self.explain(part, true, binding));
            }
            Condition::Or(parts) if !wanted => {
                parts.iter().for_each(|part| self.explain(part, false, binding));
            }
            Condition::Or(parts) => {
                if parts.len() > 1 {
                    self.say(format!("none of {} alternatives holds:", parts.len()), None);
                }
                parts.iter().for_each(|part| self.explain(part, true, binding));
            }
            Condition::And(parts) => {
                if parts.len() > 1 {
                    self.say(format!("{} conditions hold together that must not:", parts.len()), None);
                }
                parts.iter().for_each(|part| self.explain(part, false, binding));
            }
            Condition::Imply(left, right) if wanted => {
                self.say("what is required whenever another condition holds does not hold:".to_owned(), None);
                self.explain(right, true, binding);
                self.explain(left, false, binding);
            }
            Condition::Imply(left, right) => {
                self.explain(left, true, binding);
                self.explain(right, false, binding);
            }
            Condition::Forall(variables, inner) | Condition::Exists(variables, inner) => {
                let all = matches!(condition, Condition::Forall(..)) == wanted;
                let names: Vec<&str> = variables.iter().map(|variable| variable.name.as_str()).collect();
                if !all {
                    let kind = if wanted { "no values" } else { "all values" };
                    self.say(format!("{kind} of {} fulfil the condition", names.join(" ")), None);
                    return;
                }
                let state = self.state;
                let from = binding.len();
                let mut example: Option<Vec<ObjectId>> = None;
                state.some(variables, binding, &mut |binding| {
                    let found = state.holds(inner, binding) != wanted;
                    if found {
                        example = Some(binding.clone());
                    }
                    found
                });
                let Some(mut example) = example else { return };
                let pairs: Vec<String> = names
                    .iter()
                    .zip(&example[from..])
                    .map(|(name, object)| format!("{name} = {}", state.task.objects.name(*object)))
                    .collect();
                self.say(format!("for {}:", pairs.join(", ")), None);
                self.explain(inner, wanted, &mut example);
            }
        }
    }

    fn atom(&mut self, atom: &Atom, wanted: bool, binding: &[ObjectId]) {
        let ground = instance(atom, binding);
        let name = self.state.task.show_atom(ground.0, &ground.1);
        let is = if wanted { "false" } else { "true" };
        let history = self.history(&ground, wanted);
        self.say(format!("{name} is {is}: {history}"), Some(atom.span));
    }

    fn history(&self, atom: &GroundAtom, wanted: bool) -> String {
        let task = self.state.task;
        if task.predicate_info[atom.0.index()].layer.is_some() {
            return if wanted { "no rule derives it" } else { "a rule derives it" }.to_owned();
        }
        match self.state.touched.get(atom) {
            Some(index) => {
                let step = &self.plan.steps[*index];
                let verb = if wanted { "deleted" } else { "added" };
                format!("{verb} by step {} {}", index + 1, task.show_step(step.schema, &step.arguments))
            }
            _ if wanted => "it was never made true".to_owned(),
            _ => "it is so since the initial state".to_owned(),
        }
    }
}
