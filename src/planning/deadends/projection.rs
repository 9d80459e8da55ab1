//! A task projected to a few variables: which combinations of their values cannot reach the goal (dead-end pattern
//! databases: Seipp, Pommerening, Sievers, Wehrle, Fawcett and Alkhazraji 2016).
//!
//! In: a task, mutexes, variables. Out: a table with a bit for each combination, filled by regression from the goal.
//! Combinations of mutex values are not states. As in constrained pattern databases (Haslum, Bonet and Geffner 2005),
//! an operator applies only to values that are not mutex with any of its preconditions, also those outside of the
//! pattern: so one box can block another.

use rustc_hash::FxHashSet;

use crate::strips::{FactId, MutexGroups, OpId, Task, VarId};

/// The work of comparing two facts.
const COMPARED: usize = 8;
/// The most outcomes of one operator; if one has more, there is no table.
const MOST_OUTCOMES: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Axis {
    variable: VarId,
    first: FactId,
    size: usize,
    /// The stride of this variable in the table index.
    stride: usize,
}

impl Axis {
    fn value(&self, combination: usize) -> usize {
        combination / self.stride % self.size
    }

    fn fact(&self, combination: usize) -> FactId {
        self.first.plus(self.value(combination))
    }
}

/// The effect of an operator on the variables of a projection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ProjectedOperator {
    /// For each variable, the values that it may have before.
    before: Vec<Vec<bool>>,
    /// For each variable, its value after, if it changes.
    after: Vec<Option<usize>>,
}

/// A table of the combinations of a few variables' values.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    axes: Vec<Axis>,
    /// For each combination, whether the goal can be reached from it.
    alive: Vec<bool>,
    /// How many combinations without mutex values cannot reach the goal.
    pub(super) dead: usize,
}

/// The number of combinations of the values of these variables.
pub(super) fn product(task: &Task, variables: &[VarId]) -> usize {
    let size = |variable: &VarId| task.variables()[variable.index()].size as usize;
    variables.iter().map(size).fold(1, usize::saturating_mul)
}

impl Projection {
    /// Fills the table. `None` if that takes more than the remaining work.
    pub(super) fn new(
        task: &Task,
        groups: &MutexGroups<'_>,
        variables: &[VarId],
        work: &mut u64,
    ) -> Option<Self> {
        let mut stride = 1;
        let with_stride = |variable: &VarId| {
            let row = task.variables()[variable.index()];
            let axis = Axis { variable: *variable, first: row.first, size: row.size as usize, stride };
            stride *= axis.size;
            axis
        };
        let axes: Vec<Axis> = variables.iter().map(with_stride).collect();
        let count = stride;
        spend(work, count * axes.len() * axes.len() * COMPARED)?;
        let steps = steps(task, groups, &axes, work)?;
        let possible: Vec<bool> = (0..count)
            .map(|one| {
                let fact = |axis: &Axis| axis.fact(one);
                let mut pairs = axes
                    .iter()
                    .enumerate()
                    .flat_map(|(at, left)| axes[..at].iter().map(move |right| (left, right)));
                pairs.all(|(left, right)| !groups.are_mutex(fact(left), fact(right)))
            })
            .collect();
        let wanted: Vec<Option<usize>> = axes
            .iter()
            .map(|axis| {
                let goal = task.goal().iter().find(|goal| task.variable_of(**goal) == axis.variable)?;
                Some(goal.index() - axis.first.index())
            })
            .collect();
        let is_goal = |one: usize| {
            axes.iter().zip(&wanted).all(|(axis, wanted)| wanted.is_none_or(|value| axis.value(one) == value))
        };
        let mut alive: Vec<bool> = (0..count).map(|one| possible[one] && is_goal(one)).collect();
        let mut queue: Vec<usize> = (0..count).filter(|one| alive[*one]).collect();
        let mut before = Vec::new();
        while let Some(end) = queue.pop() {
            spend(work, steps.len())?;
            for step in &steps {
                if !step.may_end(&axes, end) {
                    continue;
                }
                before.clear();
                step.starts(&axes, end, &mut before);
                spend(work, before.len())?;
                for start in &before {
                    if possible[*start] && !alive[*start] {
                        alive[*start] = true;
                        queue.push(*start);
                    }
                }
            }
        }
        let dead = (0..count).filter(|one| possible[*one] && !alive[*one]).count();
        Some(Self { axes, alive, dead })
    }

    /// Whether these values prove that a state cannot reach the goal.
    #[inline]
    pub(super) fn is_dead(&self, fact: impl Fn(VarId) -> FactId) -> bool {
        self.is_dead_by(|axis| fact(axis.variable).index() - axis.first.index())
    }

    #[inline]
    fn is_dead_by(&self, value: impl Fn(&Axis) -> usize) -> bool {
        !self.alive[self.axes.iter().map(|axis| value(axis) * axis.stride).sum::<usize>()]
    }

    /// Whether some combination is dead here but alive in all tables of parts.
    pub(super) fn adds_to(&self, parts: &[&Self]) -> bool {
        let same =
            |axis: &Axis| self.axes.iter().find(|here| here.variable == axis.variable).expect("a part");
        let known = |one: usize| parts.iter().any(|part| part.is_dead_by(|axis| same(axis).value(one)));
        self.dead > 0 && (0..self.alive.len()).any(|one| !self.alive[one] && !known(one))
    }

    pub(super) fn variables(&self) -> Vec<VarId> {
        self.axes.iter().map(|axis| axis.variable).collect()
    }
}

impl ProjectedOperator {
    fn may_end(&self, axes: &[Axis], end: usize) -> bool {
        axes.iter().zip(self.before.iter().zip(&self.after)).all(|(axis, (before, after))| {
            let value = axis.value(end);
            after.map_or(before[value], |after| after == value)
        })
    }

    /// Collects the combinations from which the step leads to this one.
    fn starts(&self, axes: &[Axis], end: usize, out: &mut Vec<usize>) {
        out.push(end);
        for (axis, (before, after)) in axes.iter().zip(self.before.iter().zip(&self.after)) {
            if after.is_none() {
                continue;
            }
            for one in std::mem::take(out) {
                let rest = one - axis.value(one) * axis.stride;
                out.extend(
                    (0..axis.size).filter(|value| before[*value]).map(|value| rest + value * axis.stride),
                );
            }
        }
    }
}

/// The steps of all operators, without duplicates.
fn steps(
    task: &Task,
    groups: &MutexGroups<'_>,
    axes: &[Axis],
    work: &mut u64,
) -> Option<Vec<ProjectedOperator>> {
    let mut seen = FxHashSet::default();
    let mut steps = Vec::new();
    let values: usize = axes.iter().map(|axis| axis.size).sum();
    for operator in task.operators() {
        spend(work, task.effects(operator).len())?;
        let outcomes = outcomes(task, axes, operator)?;
        if outcomes.iter().all(|outcome| outcome.iter().all(Option::is_none)) {
            continue;
        }
        spend(work, values * task.condition(operator).len() * COMPARED)?;
        let fits = |fact: FactId| {
            let condition = task.condition(operator);
            condition.iter().all(|needed| task.is_derived(*needed) || !groups.are_mutex(*needed, fact))
        };
        let before: Vec<Vec<bool>> = axes
            .iter()
            .map(|axis| (0..axis.size).map(|value| fits(axis.first.plus(value))).collect())
            .collect();
        for after in outcomes {
            let step = ProjectedOperator { before: before.clone(), after };
            if seen.insert(step.clone()) {
                steps.push(step);
            }
        }
    }
    Some(steps)
}

/// The possible outcomes of an operator: conditional effects may happen or not.
fn outcomes(task: &Task, axes: &[Axis], operator: OpId) -> Option<Vec<Vec<Option<usize>>>> {
    let mut all: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for axis in axes {
        let mut here = vec![None];
        for effect in task.effects(operator).filter(|effect| task.variable_of(effect.fact) == axis.variable) {
            let value = Some(effect.fact.index() - axis.first.index());
            if effect.condition.is_empty() {
                here = vec![value];
            } else if !here.contains(&value) {
                here.push(value);
            }
        }
        if all.len() * here.len() > MOST_OUTCOMES {
            return None;
        }
        all = all
            .iter()
            .flat_map(|one| here.iter().map(move |value| [one.as_slice(), &[*value]].concat()))
            .collect();
    }
    Some(all)
}

fn spend(work: &mut u64, amount: usize) -> Option<()> {
    *work = work.checked_sub(amount as u64)?;
    Some(())
}
