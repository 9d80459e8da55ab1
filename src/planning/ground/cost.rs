//! The costs of operators: the values of function terms, looked up and summed.
//!
//! In: a rule and a binding of its slots. Out: the cost; `None` if a value is undefined.

use super::GroundError;
use super::normalize::{Origin, Rule};
use super::relation::Relation;
use banto_text::task::{Amount, FunctionId, Metric, ObjectId, Task};

pub(super) struct Values<'a> {
    task: &'a Task,
    relations: Vec<Relation>,
    numbers: Vec<Vec<u64>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(task: &'a Task) -> Self {
        let arities = task.function_types.iter().map(Vec::len);
        let mut values = Self {
            task,
            relations: arities.map(|arity| Relation::new(arity, task.objects.len())).collect(),
            numbers: vec![Vec::new(); task.function_types.len()],
        };
        for ((function, tuple), number) in task.values.iter().zip(&task.numbers) {
            if values.relations[function.index()].insert(tuple).0 {
                values.numbers[function.index()].push(*number);
            }
        }
        values
    }

    fn get(&self, function: FunctionId, tuple: &[ObjectId]) -> Option<u64> {
        let row = self.relations[function.index()].find(tuple)?;
        Some(self.numbers[function.index()][row as usize])
    }

    /// The cost of an operator; `None` if a value that it needs is undefined, so that it can never be applied.
    pub(super) fn cost(&self, rule: &Rule, binding: &[ObjectId]) -> Result<Option<u64>, GroundError> {
        if self.task.metric == Metric::UnitCost {
            return Ok(Some(1));
        }
        let mut sum = 0u64;
        for amount in &rule.cost {
            let part = match amount {
                Amount::Number(number) => *number,
                Amount::Function(function, terms, _) => {
                    let tuple: Vec<ObjectId> = terms.iter().map(|term| term.value(binding)).collect();
                    let Some(number) = self.get(*function, &tuple) else { return Ok(None) };
                    number
                }
            };
            let Some(more) = sum.checked_add(part) else {
                let Origin::Schema(schema) = rule.origin else { return Ok(None) };
                return Err(GroundError::Cost(self.task.schemas[schema.index()].name.clone()));
            };
            sum = more;
        }
        Ok(Some(sum))
    }
}
