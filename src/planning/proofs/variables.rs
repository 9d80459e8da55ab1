//! Facts in groups, so that a state can be told by what is true in it.
//!
//! In: the plain task, and groups of facts that may exclude each other, from the lifted invariants. Out: [`Variables`]:
//! each fact is in one of them; of those in a group that no operator breaks, at most one is true. The proof derives
//! that again, operator by operator: a group that is kept here in error would be refused there.

use super::plain::{PlainOperator, PlainTask};
use banto_text::task::{Task, invariants::invariants};

/// Facts of which at most one is true.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) facts: Vec<usize>,
    /// The group that they are part of, if there is more than one.
    pub(super) group: Option<usize>,
}

/// Each has a value: the place of the true fact among its facts, or their number if there is none.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub(super) groups: Vec<Vec<usize>>,
    pub(super) each: Vec<Variable>,
    /// For each fact, its variable and its place there.
    pub(super) place_of: Vec<(usize, u16)>,
}

impl Variables {
    pub(super) fn new(task: &Task, plain: &PlainTask) -> Self {
        let mut candidates: Vec<Vec<usize>> = Vec::new();
        for (parts, object) in invariants(task) {
            let belongs = |(predicate, arguments): &(_, Vec<_>)| {
                parts.iter().any(|(of, at)| {
                    of == predicate && object.is_none_or(|object| at.is_none_or(|at| arguments[at] == object))
                })
            };
            let facts = plain.facts.iter().enumerate().filter(|(_, fact)| belongs(fact));
            candidates.push(facts.map(|(number, _)| number).collect());
        }
        candidates
            .retain(|group| group.len() > 1 && group.len() < usize::from(u16::MAX) && is_kept(plain, group));
        let mut variables = Self::default();
        let mut is_covered = vec![false; plain.facts.len()];
        loop {
            let open = |group: &Vec<usize>| group.iter().filter(|fact| !is_covered[**fact]).count();
            // The first of the largest.
            let best = candidates.iter().enumerate().max_by_key(|(at, group)| (open(group), usize::MAX - at));
            let Some((best, group)) = best.filter(|(_, group)| open(group) > 1) else { break };
            let facts: Vec<usize> = group.iter().copied().filter(|fact| !is_covered[*fact]).collect();
            facts.iter().for_each(|fact| is_covered[*fact] = true);
            variables.each.push(Variable { facts, group: Some(variables.groups.len()) });
            variables.groups.push(candidates.swap_remove(best));
        }
        let single = |fact: usize| Variable { facts: vec![fact], group: None };
        variables.each.extend((0..plain.facts.len()).filter(|fact| !is_covered[*fact]).map(single));
        // Variables of one value, so that each state has two halves.
        while variables.each.len() < 2 {
            variables.each.push(Variable { facts: Vec::new(), group: None });
        }
        variables.place_of = vec![(0, 0); plain.facts.len()];
        for (number, variable) in variables.each.iter().enumerate() {
            for (place, fact) in (0..).zip(&variable.facts) {
                variables.place_of[*fact] = (number, place);
            }
        }
        variables
    }

    pub(super) fn values(&self, state: &[bool]) -> Vec<u16> {
        let value = |variable: &Variable| {
            let place = variable.facts.iter().position(|fact| state[*fact]).unwrap_or(variable.facts.len());
            u16::try_from(place).expect("groups are smaller")
        };
        self.each.iter().map(value).collect()
    }

    /// The variables whose facts an operator may change.
    pub(super) fn touched(&self, operator: &PlainOperator) -> impl Iterator<Item = usize> {
        operator.effects.iter().map(|effect| self.place_of[effect.fact].0)
    }

    /// The value that sure effects make of another one.
    pub(super) fn after(&self, operator: &PlainOperator, variable: usize, value: u16) -> u16 {
        let mut after = value;
        for effect in &operator.effects {
            let (changed, place) = self.place_of[effect.fact];
            if changed == variable && effect.adds {
                return place;
            } else if (changed, place) == (variable, value) {
                after = self.none(variable);
            }
        }
        after
    }

    /// The value of a variable none of whose facts is true.
    fn none(&self, variable: usize) -> u16 {
        u16::try_from(self.each[variable].facts.len()).expect("groups are smaller")
    }
}

/// Whether at most one of the facts is true at first, and no operator makes it more.
fn is_kept(plain: &PlainTask, group: &[usize]) -> bool {
    group.iter().filter(|fact| plain.initial[**fact]).count() <= 1
        && plain.operators.iter().all(|operator| keeps(operator, group))
}

fn keeps(operator: &PlainOperator, group: &[usize]) -> bool {
    let mut added = operator.effects.iter().filter(|effect| effect.adds && group.contains(&effect.fact));
    let Some(first) = added.next() else { return true };
    let is_deleted = |fact: usize| {
        operator.effects.iter().any(|effect| !effect.adds && effect.fact == fact && effect.is_sure())
    };
    first.is_sure()
        && added.next().is_none()
        && operator
            .condition
            .needed()
            .any(|fact| group.contains(&fact) && (fact == first.fact || is_deleted(fact)))
}
