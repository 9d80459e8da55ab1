//! The cost of steps under the metric, with checked arithmetic.
//!
//! In: steps whose arguments fit their actions. Out: the sum, or why it is undefined.

use rustc_hash::FxHashMap;

use super::Step;
use super::fault::{Place, Reason};
use crate::task::{Amount, FunctionId, Metric, ObjectId, Task};

/// The cost so far.
pub(super) struct Costs<'t> {
    task: &'t Task,
    values: FxHashMap<(FunctionId, &'t [ObjectId]), u64>,
    sum: u64,
}

/// The error in a step, and why.
type Wrong = (&'static str, Reason);

impl<'t> Costs<'t> {
    pub(super) fn new(task: &'t Task) -> Self {
        let values = match task.metric {
            Metric::UnitCost => FxHashMap::default(),
            Metric::Minimize(_) => task.values.iter().zip(task.numbers.iter().copied()).collect(),
        };
        Self { task, values, sum: 0 }
    }

    /// The sum of all steps.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    pub(super) fn pay(&mut self, step: &Step) -> Result<(), Wrong> {
        if self.task.metric == Metric::UnitCost {
            return self.add(1);
        }
        for amount in &self.task.schemas[step.schema.index()].cost {
            match amount {
                Amount::Number(number) => self.add(*number)?,
                Amount::Function(function, terms, span) => {
                    let objects: Vec<ObjectId> =
                        terms.iter().map(|term| term.value(&step.arguments)).collect();
                    let Some(number) = self.values.get(&(*function, objects.as_slice())).copied() else {
                        let names = objects.iter().map(|object| self.task.objects.name(*object));
                        let words: Vec<&str> =
                            std::iter::once(self.task.functions.name(*function)).chain(names).collect();
                        let text =
                            format!("({}) has no value: the initial state gives none", words.join(" "));
                        let place = Some(Place { file: 0, span: *span });
                        return Err(("has no cost", Reason { text, place, by: None, inner: Vec::new() }));
                    };
                    self.add(number)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, number: u64) -> Result<(), Wrong> {
        let too_large = || {
            let text = format!("{} + {number} exceeds {}", self.sum, u64::MAX);
            ("makes the cost too large to count", Reason::plain(text))
        };
        self.sum = self.sum.checked_add(number).ok_or_else(too_large)?;
        Ok(())
    }
}
