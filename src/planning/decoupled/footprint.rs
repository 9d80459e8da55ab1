//! Footprints: variables that depend in part on a leaf (a cell is not clear because the player stands on it), redefined
//! without it.
//!
//! In: a task. Out: the same task with some variables redefined, so that more operators change only a leaf. Its
//! reachable states correspond one to one to those of the original, and operators keep their numbers.
//!
//! Suppose that a variable `x` always has the value `occupied` while the leaf has one of certain values: then `x` adds
//! nothing to what the leaf tells. It is replaced by a variable that has the value `vacant` in those states and equals
//! `x` otherwise: "nobody but the leaf is here". The new variable and the leaf determine the old one. A footprint is
//! refused if a condition or effect cannot be expressed without the leaf's value and the operator does not test that
//! value.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::choose::{changes_alone, fixed};
use super::implied::Implied;
use crate::strips::{Builder, FactId, OpId, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// The most leaves to examine, those changed by most operators first.
const CANDIDATES: usize = 8;
/// At least 1/`SHARE` of all operators must change a leaf.
const SHARE: usize = 20;

/// A variable that also tells where a leaf is.
struct Footprint {
    /// Its value while the leaf has one of the values.
    occupied: FactId,
    /// Its value then, once it is lifted.
    vacant: FactId,
    /// For each value of the leaf, whether it is one of these.
    values: Vec<bool>,
}

/// A task with footprints lifted, and their number; `None` if no operator becomes a leaf's own.
pub(super) fn lift_footprints(task: &Task, limits: &Limits) -> Result<Option<(Task, usize)>, Stop> {
    let mut lifted: Option<(Task, usize)> = None;
    let fixed = fixed(task);
    let leaves = candidates(task, &fixed);
    let operators = touching(task, &leaves);
    for (leaf, operators) in leaves.into_iter().zip(operators) {
        let task = lifted.as_ref().map_or(task, |(task, _)| task);
        let view = View { task, leaf, fixed: &fixed, operators: &operators };
        if let Some((next, count)) = view.lift(limits)? {
            lifted = Some((next, count + lifted.map_or(0, |(_, count)| count)));
        }
    }
    Ok(lifted)
}

/// Variables with more than two values that many operators change together with others.
fn candidates(task: &Task, fixed: &[bool]) -> Vec<VarId> {
    let mut counts = vec![0; task.variables().len()];
    for operator in task.operators().filter(|operator| changes_alone(task, *operator).is_none()) {
        for effect in task.effects(operator) {
            counts[task.variable_of(effect.fact).index()] += 1;
        }
    }
    let least = task.operator_count() / SHARE + 1;
    let mut found: Vec<usize> = (0..counts.len())
        .filter(|index| counts[*index] >= least && task.variables()[*index].size > 2 && !fixed[*index])
        .collect();
    found.sort_by_key(|index| std::cmp::Reverse(counts[*index]));
    found.truncate(CANDIDATES);
    found.into_iter().map(VarId::from).collect()
}

/// For each variable, the operators that test or change it.
fn touching(task: &Task, variables: &[VarId]) -> Vec<Vec<OpId>> {
    let mut places = vec![usize::MAX; task.variables().len()];
    variables.iter().enumerate().for_each(|(place, variable)| places[variable.index()] = place);
    let mut found = vec![Vec::new(); variables.len()];
    for operator in task.operators() {
        let changed = task.effects(operator).map(|effect| effect.fact);
        for fact in task.condition(operator).iter().copied().chain(changed) {
            if let Some(operators) = found.get_mut(places[task.variable_of(fact).index()])
                && operators.last() != Some(&operator)
            {
                operators.push(operator);
            }
        }
    }
    found
}

type Footprints = BTreeMap<VarId, Footprint>;

/// A task as one leaf sees it.
struct View<'a> {
    task: &'a Task,
    leaf: VarId,
    fixed: &'a [bool],
    /// The operators that test or change the leaf.
    operators: &'a [OpId],
}

/// An operator's condition on a variable, and its effect on it.
#[derive(Clone, Copy, Debug)]
struct Touch {
    asked: Option<FactId>,
    set: Option<FactId>,
}

/// Where the leaf is, seen from a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// It has one of the footprint's values.
    There,
    Elsewhere,
    Unknown,
}

impl View<'_> {
    /// Lifts the footprints of the leaf, if that makes some operator change only the leaf.
    fn lift(&self, limits: &Limits) -> Result<Option<(Task, usize)>, Stop> {
        let mut lifts = self.footprints(limits)?;
        lifts.retain(|variable, footprint| self.goal_can_be_lifted(*variable, footprint));
        let frees = |lifts: &Footprints| self.operators.iter().any(|one| self.becomes_free(lifts, *one));
        // Most variables end here: the loop below can only remove footprints.
        if !frees(&lifts) {
            return Ok(None);
        }
        let by_value = self.by_value(&lifts);
        let mut few = lifts.len() / 2;
        for operator in self.task.operators() {
            limits.check()?;
            let concerned = self.concerned(&lifts, &by_value, operator).into_iter();
            let is_broken = |(variable, footprint): &(VarId, &Footprint)| {
                self.translate(operator, *variable, footprint).is_none()
            };
            let broken: Vec<VarId> = concerned.filter(is_broken).map(|(variable, _)| variable).collect();
            broken.iter().for_each(|variable| drop(lifts.remove(variable)));
            if !broken.is_empty() && lifts.len() <= few {
                if !frees(&lifts) {
                    return Ok(None);
                }
                few = lifts.len() / 2;
            }
        }
        if !frees(&lifts) {
            return Ok(None);
        }
        Ok(self.lifted(&lifts, &by_value).map(|task| (task, lifts.len())))
    }

    fn touch(&self, operator: OpId, variable: VarId) -> Touch {
        let mine = |fact: &FactId| self.task.variable_of(*fact) == variable;
        Touch {
            asked: self.task.condition(operator).iter().copied().find(mine),
            set: self.task.effects(operator).map(|effect| effect.fact).filter(mine).last(),
        }
    }

    fn value(&self, fact: FactId) -> usize {
        fact.index() - self.task.variables()[self.leaf.index()].first.index()
    }

    /// Facts that operators set together with a value of the leaf, if no operator that moves the leaf to this value, or
    /// tests for it, sets another value of the same variable: nothing else can be proven.
    fn candidates(&self) -> Vec<(FactId, FactId)> {
        // What is set, and whether by an operator that brings the leaf; `None` if operators differ.
        let mut set: FxHashMap<(FactId, VarId), Option<(FactId, bool)>> = FxHashMap::default();
        for operator in self.operators.iter().copied() {
            let leaf = self.touch(operator, self.leaf);
            let Some(value) = leaf.set.or(leaf.asked) else { continue };
            for effect in self.task.effects(operator) {
                let variable = self.task.variable_of(effect.fact);
                if variable != self.leaf && !self.fixed[variable.index()] {
                    let known = set.entry((value, variable)).or_insert(Some((effect.fact, false)));
                    *known = known.filter(|known| known.0 == effect.fact);
                    known.iter_mut().for_each(|known| known.1 |= leaf.set.is_some());
                }
            }
        }
        let brought = |((value, _), known): ((FactId, VarId), Option<(FactId, bool)>)| {
            known.filter(|(_, is_brought)| *is_brought).map(|(fact, _)| (value, fact))
        };
        let mut only: Vec<(FactId, FactId)> = set.into_iter().filter_map(brought).collect();
        only.sort_unstable();
        only
    }

    /// Whether every other variable that an operator changes may be a footprint of the leaf's value before or after.
    fn may_become_free(&self, implied: &Implied, operator: OpId) -> bool {
        let Touch { asked, set: Some(to) } = self.touch(operator, self.leaf) else { return false };
        let tells = |value: FactId, variable: VarId| {
            implied.of(value).iter().any(|fact| self.task.variable_of(*fact) == variable)
        };
        let changed = self.task.effects(operator).map(|effect| self.task.variable_of(effect.fact));
        let mut others = changed.filter(|variable| *variable != self.leaf).peekable();
        others.peek().is_some()
            && others.all(|variable| tells(to, variable) || asked.is_some_and(|from| tells(from, variable)))
    }

    /// Variables that provably have one value whenever the leaf has one of certain values.
    fn footprints(&self, limits: &Limits) -> Result<Footprints, Stop> {
        let task = self.task;
        let is_of_use =
            |implied: &Implied| self.operators.iter().any(|one| self.may_become_free(implied, *one));
        let implied = Implied::prove(task, self.leaf, &self.candidates(), is_of_use, limits)?;
        // How many of the leaf's values imply each fact; below, how often operators set a variable to another value as
        // the leaf moves on.
        let mut occupied: BTreeMap<FactId, usize> = BTreeMap::new();
        let values: Vec<FactId> = task.variables()[self.leaf.index()].facts().collect();
        values
            .iter()
            .flat_map(|value| implied.of(*value))
            .for_each(|fact| *occupied.entry(*fact).or_default() += 1);
        let mut vacant: BTreeMap<(FactId, FactId), usize> = BTreeMap::new();
        for operator in self.operators.iter().copied() {
            let Touch { asked: Some(from), set: Some(to) } = self.touch(operator, self.leaf) else {
                continue;
            };
            for old in implied.of(from).iter().filter(|fact| !implied.holds(to, **fact)) {
                if let Some(new) = self.touch(operator, task.variable_of(*old)).set.filter(|new| new != old) {
                    *vacant.entry((*old, new)).or_default() += 1;
                }
            }
        }
        let mut found: BTreeMap<VarId, (usize, Footprint)> = BTreeMap::new();
        for ((old, new), count) in vacant {
            let count = count + occupied[&old];
            let best = found.get(&task.variable_of(old));
            if best.is_none_or(|(most, _)| count > *most) {
                let values = values.iter().map(|value| implied.holds(*value, old)).collect();
                let footprint = Footprint { occupied: old, vacant: new, values };
                found.insert(task.variable_of(old), (count, footprint));
            }
        }
        Ok(found.into_iter().map(|(variable, (_, footprint))| (variable, footprint)).collect())
    }

    /// An operator's condition on a variable, and its effect on it, once its footprint is lifted; `None` if that
    /// cannot be expressed.
    ///
    /// | leaf before | condition now | condition lifted |
    /// | --- | --- | --- |
    /// | any | none | none |
    /// | there | occupied | none: it follows |
    /// | elsewhere | any | the same |
    /// | unknown | neither occupied nor vacant | the same; the leaf is elsewhere |
    ///
    /// | leaf after | effect now | effect lifted |
    /// | --- | --- | --- |
    /// | there | any or none | vacant |
    /// | elsewhere | any | the same |
    /// | elsewhere | none | occupied if the leaf was there, none if it was elsewhere |
    /// | unknown | none, or not occupied | the same |
    fn translate(&self, operator: OpId, variable: VarId, footprint: &Footprint) -> Option<Touch> {
        use Position::{Elsewhere, There, Unknown};
        let Footprint { occupied, vacant, values } = footprint;
        let leaf = self.touch(operator, self.leaf);
        let touch = self.touch(operator, variable);
        let position = |fact: FactId| if values[self.value(fact)] { There } else { Elsewhere };
        let mut before = leaf.asked.map_or(Unknown, position);
        let asked = match (before, touch.asked) {
            (_, None) => None,
            (There, Some(fact)) if fact == *occupied => None,
            (Elsewhere, asked) => asked,
            (Unknown, Some(fact)) if fact != *occupied && fact != *vacant => {
                before = Elsewhere;
                Some(fact)
            }
            _ => return None,
        };
        let after = leaf.set.map_or(before, position);
        let set = match (after, touch.set) {
            (There, _) => Some(*vacant),
            (Elsewhere, Some(fact)) => Some(fact),
            (Elsewhere, None) => match before {
                There => Some(*occupied),
                Elsewhere => None,
                Unknown => return None,
            },
            (Unknown, set) if set != Some(*occupied) => set,
            (Unknown, _) => return None,
        };
        let known = if before == There { Some(*vacant) } else { asked };
        Some(Touch { asked, set: set.filter(|fact| known != Some(*fact)) })
    }

    fn goal_can_be_lifted(&self, variable: VarId, footprint: &Footprint) -> bool {
        let goal =
            |of: VarId| self.task.goal().iter().copied().find(|fact| self.task.variable_of(*fact) == of);
        match (goal(self.leaf).map(|fact| footprint.values[self.value(fact)]), goal(variable)) {
            (_, None) | (Some(false), _) => true,
            (Some(true), Some(fact)) => fact == footprint.occupied,
            (None, Some(fact)) => fact != footprint.occupied && fact != footprint.vacant,
        }
    }

    /// Whether an operator that changes more than the leaf changes only the leaf once footprints are lifted.
    fn becomes_free(&self, lifts: &Footprints, operator: OpId) -> bool {
        let mut others = 0;
        self.touch(operator, self.leaf).set.is_some()
            && self.task.effects(operator).map(|effect| self.task.variable_of(effect.fact)).all(|variable| {
                others += usize::from(variable != self.leaf);
                variable == self.leaf
                    || lifts.get(&variable).is_some_and(|footprint| {
                        self.translate(operator, variable, footprint).is_some_and(|touch| touch.set.is_none())
                    })
            })
            && others > 0
    }

    fn lifted(&self, lifts: &Footprints, by_value: &[Vec<VarId>]) -> Option<Task> {
        let task = self.task;
        let start = task.initial()[self.leaf.index()];
        let mut initial = task.initial().to_vec();
        for (variable, footprint) in lifts {
            if footprint.values[self.value(start)] {
                initial[variable.index()] = footprint.vacant;
            }
        }
        let mut builder = Builder::like(task, initial);
        let is_kept = |fact: &FactId| !lifts.contains_key(&task.variable_of(*fact));
        for operator in task.operators() {
            let mut condition: Vec<FactId> =
                task.condition(operator).iter().copied().filter(is_kept).collect();
            let effects = task.effects(operator).filter(|effect| is_kept(&effect.fact));
            let mut effects: Vec<(Vec<FactId>, FactId)> =
                effects.map(|effect| (effect.condition.to_vec(), effect.fact)).collect();
            for (variable, footprint) in self.concerned(lifts, by_value, operator) {
                let touch = self.translate(operator, variable, footprint)?;
                condition.extend(touch.asked);
                effects.extend(touch.set.map(|fact| (Vec::new(), fact)));
            }
            condition.sort_unstable();
            let (schema, arguments) = task.step(operator);
            builder.operator(schema, arguments, task.cost(operator), &condition, &effects);
        }
        for group in task.groups() {
            // The vacant value may now hold together with a value of the leaf.
            let is_vacant = |fact: &FactId| {
                lifts.get(&task.variable_of(*fact)).is_some_and(|footprint| footprint.vacant == *fact)
            };
            let rest: Vec<FactId> = group.iter().copied().filter(|fact| !is_vacant(fact)).collect();
            builder.group(&rest);
        }
        for group in task.counted() {
            let is_moved = |fact: &FactId| {
                let footprint = lifts.get(&task.variable_of(*fact));
                footprint.is_some_and(|footprint| [footprint.occupied, footprint.vacant].contains(fact))
            };
            if !group.iter().any(is_moved) {
                builder.counted(group.clone());
            }
        }
        let start = task.goal().iter().find(|fact| task.variable_of(**fact) == self.leaf);
        let is_there = |footprint: &Footprint| start.is_some_and(|fact| footprint.values[self.value(*fact)]);
        let is_asked = |fact: &FactId| !lifts.get(&task.variable_of(*fact)).is_some_and(is_there);
        Some(builder.finish(task.goal().iter().copied().filter(is_asked).collect()))
    }

    /// For each value of the leaf, its footprints.
    fn by_value(&self, lifts: &Footprints) -> Vec<Vec<VarId>> {
        let mut found = vec![Vec::new(); self.task.variables()[self.leaf.index()].size as usize];
        for (variable, footprint) in lifts {
            for (value, _) in footprint.values.iter().enumerate().filter(|(_, is_one)| **is_one) {
                found[value].push(*variable);
            }
        }
        found
    }

    /// The footprints that matter to an operator: it tests or changes them, or it moves the leaf onto or off them.
    fn concerned<'f>(
        &self,
        lifts: &'f Footprints,
        by_value: &[Vec<VarId>],
        operator: OpId,
    ) -> Vec<(VarId, &'f Footprint)> {
        let leaf = self.touch(operator, self.leaf);
        let mut found: Vec<VarId> = self
            .task
            .condition(operator)
            .iter()
            .copied()
            .chain(self.task.effects(operator).map(|effect| effect.fact))
            .map(|fact| self.task.variable_of(fact))
            .filter(|variable| lifts.contains_key(variable))
            .collect();
        match (leaf.asked, leaf.set) {
            // The leaf may come from any value.
            (None, Some(_)) => found.extend(lifts.keys()),
            (Some(from), Some(to)) => {
                found.extend([from, to].into_iter().flat_map(|fact| &by_value[self.value(fact)]));
            }
            (_, None) => {}
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|variable| Some((variable, lifts.get(&variable)?))).collect()
    }
}
