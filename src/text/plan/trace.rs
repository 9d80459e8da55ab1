//! The trace of a plan: what each step needs, what made that true, and what the step changes.
//!
//! In: a replay and a plan. Out: [`Traced`] steps for a listener. They report what the replay itself does: nothing is
//! computed twice.

use super::Plan;
use crate::plan::{Fault, Reason, Replay};
use crate::task::{Condition, Effect, ObjectId, Task};

/// Hears each step as it is made.
pub type Listener<'l> = dyn FnMut(Traced) + Send + 'l;

/// How many instances of a conditional effect are explained; further ones are counted.
const MOST_INSTANCES: usize = 8;

/// A step as it was made, or the goal at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traced {
    /// The step, from 0; `None` for the goal.
    pub step: Option<usize>,
    /// Why each part of its condition holds.
    pub needs: Vec<Reason>,
    /// Why the conditions of its conditional effects hold, if they do.
    pub when: Vec<Reason>,
    /// Atoms that were false before and are true after it.
    pub adds: Vec<String>,
    /// Atoms that were true before and are false after it.
    pub deletes: Vec<String>,
    /// The cost of the plan so far.
    pub cost: u64,
}

impl Replay<'_> {
    /// Makes a step of a plan, after those before it, and reports what it does.
    pub fn traced(&mut self, plan: &Plan, index: usize) -> Result<Traced, Fault> {
        self.check(plan, index)?;
        let (task, step) = (self.task, &plan.steps[index]);
        let schema = &task.schemas[step.schema.index()];
        let needs = self.explainer(plan, 0).because(&schema.precondition, &step.arguments);
        let mut when = Vec::new();
        for effect in &schema.effects {
            self.fired(plan, effect, &step.arguments, &mut when);
        }
        let (mut adds, mut deletes) = (Vec::new(), Vec::new());
        self.step(plan, index, |predicate, objects, added| {
            let changed = if added { &mut adds } else { &mut deletes };
            changed.push(task.show_atom(predicate, objects));
        })?;
        Ok(Traced { step: Some(index), needs, when, adds, deletes, cost: self.cost() })
    }

    /// Why the goal holds, at the end of a plan.
    pub(super) fn end(&mut self, plan: &Plan) -> Traced {
        let task = self.task;
        let needs = self.explainer(plan, 1).because(&task.goal, &[]);
        let (when, adds, deletes) = (Vec::new(), Vec::new(), Vec::new());
        Traced { step: None, needs, when, adds, deletes, cost: self.cost() }
    }

    /// Each part of the goal: whether it holds, and why, or why not.
    pub fn goals(&mut self, plan: &Plan) -> Vec<(bool, Vec<Reason>)> {
        let task: &Task = self.task;
        let mut explainer = self.explainer(plan, 1);
        let goal = |part| {
            let holds = explainer.holds(part, &[]);
            let reasons = if holds { explainer.because(part, &[]) } else { explainer.why(part, &[]) };
            (holds, reasons)
        };
        match &task.goal {
            Condition::And(parts) => parts.iter().map(goal).collect(),
            one => std::iter::once(one).map(goal).collect(),
        }
    }

    /// Why the conditions of an effect hold, if they do. Recursion is bounded by the parser's limit on nesting.
    fn fired(&mut self, plan: &Plan, effect: &Effect, binding: &[ObjectId], reasons: &mut Vec<Reason>) {
        match effect {
            Effect::Add(_) | Effect::Delete(_) => {}
            Effect::When(condition, inner) => {
                let mut explainer = self.explainer(plan, 0);
                if explainer.holds(condition, binding) {
                    reasons.extend(explainer.because(condition, binding));
                    inner.iter().for_each(|effect| self.fired(plan, effect, binding, reasons));
                }
            }
            Effect::Forall(..) if !is_conditional(effect) => {}
            Effect::Forall(variables, inner) => {
                let every = Condition::default();
                let condition =
                    if let [Effect::When(condition, _)] = &inner[..] { condition } else { &every };
                let mut instances = self.explainer(plan, 0).instances(variables, condition, binding);
                let more = instances.len().saturating_sub(MOST_INSTANCES);
                instances.truncate(MOST_INSTANCES);
                for instance in instances {
                    let longer = [binding, &instance].concat();
                    inner.iter().for_each(|effect| self.fired(plan, effect, &longer, reasons));
                }
                if more > 0 {
                    reasons.push(Reason::plain(format!("and {more} more instances of a conditional effect")));
                }
            }
        }
    }
}

fn is_conditional(effect: &Effect) -> bool {
    match effect {
        Effect::Add(_) | Effect::Delete(_) => false,
        Effect::When(..) => true,
        Effect::Forall(_, inner) => inner.iter().any(is_conditional),
    }
}
