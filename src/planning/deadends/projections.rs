//! Pattern selection for dead-end pattern databases, and the lookup of states.
//!
//! In: a task and a budget of work. Out: tables of dead ends. First each goal is combined with one variable that
//! changes with it or that it depends on, then the goals in pairs. A table that adds nothing to its parts is dropped.

use super::projection::{Projection, product};
use super::{Attempt, Proof};
use crate::strips::{FactId, MutexGroups, Task, VarId};
use banto_base::limits::Limits;

/// The most combinations of a table.
const LARGEST: usize = 1 << 16;

/// The work of examining an operator.
const LOOKUP_COST: usize = 4;

/// Tables of dead ends.
#[derive(Clone, Debug, Default)]
pub struct Projections(Vec<Projection>);

impl Projections {
    /// The tables that can be filled with this much work, and whether those are all.
    pub fn new(task: &Task, mut work: u64, limits: &Limits) -> (Self, bool) {
        let groups = MutexGroups::new(task);
        let mut singles: Vec<Vec<Projection>> = Vec::new();
        let mut kept = Self::default();
        let mut complete = true;
        // `None` if the table is too large or the work used up.
        let table = |variables: &[VarId], work: &mut u64, complete: &mut bool| {
            let is_small = product(task, variables) <= LARGEST;
            let table = is_small.then(|| Projection::new(task, &groups, variables, work)).flatten();
            *complete &= !is_small || table.is_some();
            table
        };
        let goals: Vec<FactId> = task.goal().iter().copied().filter(|goal| !task.is_derived(*goal)).collect();
        for goal in &goals {
            let variable = task.variable_of(*goal);
            let mut here = Vec::new();
            let Some(left) = work.checked_sub((task.operator_count() * LOOKUP_COST) as u64) else {
                complete = false;
                break;
            };
            work = left;
            for mate in mates(task, variable) {
                if limits.check_now().is_err() {
                    return (Self::default(), true);
                }
                let variables = if mate == variable { vec![variable] } else { vec![variable, mate] };
                let table = table(&variables, &mut work, &mut complete);
                here.extend(table.filter(|table| table.dead > 0));
            }
            singles.push(here);
        }
        for (index, here) in singles.iter().enumerate() {
            for other in &singles[..index] {
                if limits.check_now().is_err() {
                    return (Self::default(), true);
                }
                // A goal is represented by its table with most dead combinations.
                let (Some(one), Some(two)) = (most(here), most(other)) else { continue };
                let mut variables = [one.variables(), two.variables()].concat();
                variables.sort_unstable();
                variables.dedup();
                let table = table(&variables, &mut work, &mut complete);
                kept.0.extend(table.filter(|table| table.adds_to(&[one, two])));
            }
        }
        kept.0.extend(singles.into_iter().flatten());
        (kept, complete)
    }

    /// Whether there are no tables.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the tables proves that this state cannot reach the goal.
    #[inline]
    pub fn is_dead(&self, task: &Task, state: &[u64]) -> bool {
        self.0.iter().any(|table| table.is_dead(|variable| task.packing().get(state, variable)))
    }

    /// The result for the initial state.
    pub(super) fn attempt(&self, task: &Task, complete: bool) -> Attempt {
        match self.0.iter().find(|table| table.is_dead(|variable| task.initial()[variable.index()])) {
            Some(table) => Attempt::Proof(Proof::Projection(table.variables())),
            None if complete => Attempt::Nothing,
            None => Attempt::TooMuch(0),
        }
    }
}

fn most(tables: &[Projection]) -> Option<&Projection> {
    tables.iter().max_by_key(|table| table.dead)
}

/// The variable itself, those that change with it, and those that its changes depend on.
fn mates(task: &Task, variable: VarId) -> Vec<VarId> {
    let mut found = vec![variable];
    for operator in task.operators() {
        if task.effects(operator).any(|effect| task.variable_of(effect.fact) == variable) {
            let changed = task.effects(operator).map(|effect| effect.fact);
            for fact in changed.chain(task.condition(operator).iter().copied()) {
                let mate = task.variable_of(fact);
                if !task.is_derived(fact) && !found.contains(&mate) {
                    found.push(mate);
                }
            }
        }
    }
    found
}
