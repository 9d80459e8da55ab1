//! States with two facts that no plan meets together are dead ends.
//!
//! In: a task, and pairs of facts that may be reached, but from which no goal is. Out: whether an operator leads to
//! such a pair. The state before has none, so one of the two facts is an effect; two effects were compared beforehand.

use crate::strips::{FactId, OpId, Task, VarId};

/// The values of a variable that may not stand beside a fact.
#[derive(Debug)]
struct Beside {
    variable: VarId,
    first: FactId,
    /// Where its values begin, as bits.
    start: usize,
}

/// Pairs of facts that are dead ends, by fact.
#[derive(Debug, Default)]
pub struct DeadPairs {
    /// For each fact, the variables to look at.
    beside: Vec<Vec<Beside>>,
    bits: Vec<u64>,
}

impl DeadPairs {
    /// The pairs of a table, which has a row of words for each fact; `None` if there are none.
    pub(super) fn of(task: &Task, rows: &[u64], width: usize) -> Option<Self> {
        let mut pairs = Self::default();
        for fact in 0..task.fact_count() {
            let row = &rows[fact * width..][..width];
            if row.iter().all(|word| *word == 0) {
                pairs.beside.push(Vec::new());
                continue;
            }
            let has = |other: FactId| row[other.index() / 64] >> (other.index() % 64) & 1 == 1;
            let mut beside = Vec::new();
            for (number, variable) in task.variables().iter().enumerate() {
                if variable.layer.is_some() || !variable.facts().any(has) {
                    continue;
                }
                let (first, start) = (variable.first, pairs.bits.len());
                pairs.bits.resize(start + (variable.size as usize).div_ceil(64), 0);
                for value in
                    variable.facts().filter(|other| has(*other)).map(|other| other.index() - first.index())
                {
                    pairs.bits[start + value / 64] |= 1 << (value % 64);
                }
                beside.push(Beside { variable: number.into(), first, start });
            }
            pairs.beside.push(beside);
        }
        (!pairs.bits.is_empty()).then_some(pairs)
    }

    /// Whether an operator leads from a state to one with such a pair: an effect that happens in any case, and the
    /// value of a variable that it leaves as it is.
    #[inline]
    pub fn forbid(&self, task: &Task, operator: OpId, state: &[u64]) -> bool {
        let packing = task.packing();
        let is_dead = |Beside { variable, first, start }: &Beside| {
            let value = packing.get(state, *variable).index() - first.index();
            self.bits[start + value / 64] >> (value % 64) & 1 == 1
                && task.effects(operator).all(|effect| task.variable_of(effect.fact) != *variable)
        };
        let certain = task.effects(operator).filter(|effect| effect.condition.is_empty());
        certain.flat_map(|effect| &self.beside[effect.fact.index()]).any(is_dead)
    }
}
