//! Lower bounds that can be proven: sets of literals none of which is true yet, and what it costs to make one true.
//!
//! In: a state, and how much is left to the bound. Out: [`Bound`]: cuts with weights. A *cut* is a set of literals, one
//! of them in the goal; an operator crosses it if it may make one of them true and needs none of them. Until an
//! operator crosses a cut, all its literals are false: the operators that do are a disjunctive action landmark. Weights
//! of cuts that an operator crosses add up to no more than it costs, so that the weights of cuts that nothing has
//! crossed yet are a lower bound.
//!
//! Two heuristics are made of cuts. hmax (Bonet and Geffner 2001) is one cut for each of its values: the literals that
//! cost more. LM-cut (Helmert and Domshlak 2009) finds them one by one, and pays for each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::plain::{Formula, PlainTask};

/// A literal as a number: twice its fact, and one more if it is negative.
pub(super) type Prop = usize;

/// The cuts by which a bound is proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cuts {
    /// None but that a step is needed before a goal.
    Blind,
    /// Those of hmax.
    Hmax,
    /// Those of LM-cut.
    #[default]
    LmCut,
}

/// A lower bound for a state.
pub(super) enum Bound {
    /// Less than was asked for.
    TooLow,
    /// Cuts, ascending in themselves, with weights that are enough.
    Enough(Vec<(Vec<Prop>, u64)>),
    /// A cut that nothing crosses.
    DeadEnd(Vec<Prop>),
}

/// A part of an operator: if all of `needs` holds, `adds` does after it.
struct Part {
    operator: usize,
    needs: Vec<Prop>,
    adds: Vec<Prop>,
}

/// The task as it is without deletes.
pub(super) struct Relaxed {
    parts: Vec<Part>,
    /// For each literal the parts that need it, and those that add it.
    needed_by: Vec<Vec<usize>>,
    added_by: Vec<Vec<usize>>,
    without_needs: Vec<usize>,
    goal: Vec<Prop>,
    pub(super) costs: Vec<u64>,
    dearest: u64,
}

const NEVER: u64 = u64::MAX;

/// The literals of a conjunction; other parts of it are taken for true.
pub(super) fn literals(condition: &Formula) -> impl Iterator<Item = Prop> {
    condition.parts().iter().filter_map(|part| match part {
        Formula::Literal(fact, positive) => Some(2 * fact + usize::from(!positive)),
        _ => None,
    })
}

fn dearest(values: &[u64], props: &[Prop]) -> Option<Prop> {
    props.iter().copied().max_by_key(|prop| (values[*prop], Reverse(*prop)))
}

impl Relaxed {
    pub(super) fn new(task: &PlainTask, costs: Vec<u64>) -> Self {
        let mut parts = Vec::new();
        for (number, operator) in task.operators.iter().enumerate() {
            let needs: Vec<Prop> = literals(&operator.condition).collect();
            let prop = |fact: usize, adds: bool| 2 * fact + usize::from(!adds);
            let sure = operator.effects.iter().filter(|effect| effect.is_sure());
            let adds = sure.map(|effect| prop(effect.fact, effect.adds)).collect();
            parts.push(Part { operator: number, needs: needs.clone(), adds });
            for effect in operator.effects.iter().filter(|effect| !effect.is_sure()) {
                let needs = needs.iter().copied().chain(literals(&effect.condition)).collect();
                parts.push(Part { operator: number, needs, adds: vec![prop(effect.fact, effect.adds)] });
            }
        }
        let goal: Vec<Prop> = literals(&task.goal).collect();
        let mut relaxed = Self {
            needed_by: vec![Vec::new(); 2 * task.facts.len()],
            added_by: vec![Vec::new(); 2 * task.facts.len()],
            without_needs: Vec::new(),
            parts,
            goal,
            dearest: costs.iter().copied().max().unwrap_or(0),
            costs,
        };
        let mut is_read = vec![false; 2 * task.facts.len()];
        let needs = relaxed.parts.iter().flat_map(|part| &part.needs).chain(&relaxed.goal);
        needs.for_each(|prop| is_read[*prop] = true);
        for (number, part) in relaxed.parts.iter_mut().enumerate() {
            part.needs.sort_unstable();
            part.needs.dedup();
            part.adds.retain(|prop| is_read[*prop]);
            part.needs.iter().for_each(|prop| relaxed.needed_by[*prop].push(number));
            part.adds.iter().for_each(|prop| relaxed.added_by[*prop].push(number));
            if part.needs.is_empty() {
                relaxed.without_needs.push(number);
            }
        }
        relaxed
    }

    /// The least cost of making each literal true, where the dearest of what an operator needs counts.
    fn explore(&self, state: &[bool], costs: &[u64]) -> Vec<u64> {
        let mut values = vec![NEVER; self.needed_by.len()];
        let mut missing: Vec<usize> = self.parts.iter().map(|part| part.needs.len()).collect();
        let mut open = BinaryHeap::new();
        let reach = |values: &mut Vec<u64>, open: &mut BinaryHeap<_>, prop: Prop, value: u64| {
            if value < values[prop] {
                values[prop] = value;
                open.push(Reverse((value, prop)));
            }
        };
        for (fact, holds) in state.iter().enumerate() {
            reach(&mut values, &mut open, 2 * fact + usize::from(!holds), 0);
        }
        for number in &self.without_needs {
            let part = &self.parts[*number];
            part.adds.iter().for_each(|prop| reach(&mut values, &mut open, *prop, costs[part.operator]));
        }
        while let Some(Reverse((value, prop))) = open.pop() {
            if value > values[prop] {
                continue;
            }
            for number in &self.needed_by[prop] {
                missing[*number] -= 1;
                let part = &self.parts[*number];
                // An operator that may not be used costs as much as there is.
                if missing[*number] == 0 && costs[part.operator] != NEVER {
                    let value = value.saturating_add(costs[part.operator]);
                    part.adds.iter().for_each(|prop| reach(&mut values, &mut open, *prop, value));
                }
            }
        }
        values
    }

    /// The smallest cut with a goal that can be made by adding, where an operator needs literals beyond it, one of
    /// them.
    fn closure(&self, goal: Prop, is_beyond: impl Fn(Prop) -> bool, values: &[u64]) -> Vec<Prop> {
        let mut cut = vec![goal];
        let mut is_in = vec![false; self.needed_by.len()];
        is_in[goal] = true;
        let mut at = 0;
        while at < cut.len() {
            for number in &self.added_by[cut[at]] {
                let beyond: Vec<Prop> =
                    self.parts[*number].needs.iter().copied().filter(|prop| is_beyond(*prop)).collect();
                if beyond.iter().any(|prop| is_in[*prop]) {
                    continue;
                }
                if let Some(chosen) = dearest(values, &beyond) {
                    is_in[chosen] = true;
                    cut.push(chosen);
                }
            }
            at += 1;
        }
        cut.sort_unstable();
        cut
    }

    /// The operators that cross a cut, ascending.
    pub(super) fn crossing(&self, cut: &[Prop]) -> Vec<usize> {
        let is_in = |prop: &Prop| cut.binary_search(prop).is_ok();
        let parts = cut.iter().flat_map(|prop| &self.added_by[*prop]).map(|number| &self.parts[*number]);
        let crossing = parts.filter(|part| !part.needs.iter().any(is_in));
        let mut operators: Vec<usize> = crossing.map(|part| part.operator).collect();
        operators.sort_unstable();
        operators.dedup();
        operators
    }

    /// A bound of at least `wanted`; without one, only dead ends are looked for.
    pub(super) fn bound(&self, cuts: Cuts, state: &[bool], wanted: Option<u64>) -> Bound {
        if self.goal.is_empty() {
            return Bound::TooLow;
        }
        if cuts == Cuts::Blind {
            return self.last_step(state, wanted);
        }
        let values = self.explore(state, &self.costs);
        let goal = dearest(&values, &self.goal).expect("the goal has literals");
        if values[goal] == NEVER {
            return Bound::DeadEnd(self.closure(goal, |prop| values[prop] == NEVER, &values));
        }
        let Some(wanted) = wanted else { return Bound::TooLow };
        if values[goal] >= wanted {
            let levels = self.levels(goal, &values, wanted);
            return if self.is_paid(&levels) { Bound::Enough(levels) } else { Bound::TooLow };
        }
        if cuts == Cuts::Hmax { Bound::TooLow } else { self.landmarks(state, goal, values, wanted) }
    }

    /// A goal that is not reached yet costs a step: the cut of that goal alone.
    fn last_step(&self, state: &[bool], wanted: Option<u64>) -> Bound {
        let is_false = |prop: &Prop| state[prop / 2] == (prop % 2 == 1);
        let (Some(wanted), Some(goal)) = (wanted, self.goal.iter().copied().find(is_false)) else {
            return Bound::TooLow;
        };
        if self.dearest < wanted || self.crossing(&[goal]).iter().any(|number| self.costs[*number] < wanted) {
            return Bound::TooLow;
        }
        Bound::Enough(vec![(vec![goal], wanted)])
    }

    /// One cut for each value of hmax below what is wanted.
    fn levels(&self, goal: Prop, values: &[u64], wanted: u64) -> Vec<(Vec<Prop>, u64)> {
        let mut levels: Vec<u64> =
            values.iter().copied().filter(|value| *value < wanted).chain([wanted]).collect();
        levels.sort_unstable();
        levels.dedup();
        let level =
            |pair: &[u64]| (self.closure(goal, |prop| values[prop] > pair[0], values), pair[1] - pair[0]);
        levels.windows(2).map(level).collect()
    }

    /// Whether no operator crosses cuts that weigh more than it costs, as one with several conditional effects might.
    fn is_paid(&self, cuts: &[(Vec<Prop>, u64)]) -> bool {
        let mut left = self.costs.clone();
        let mut pay = |operator: usize, weight| {
            let rest = left[operator].checked_sub(weight);
            left[operator] = rest.unwrap_or(0);
            rest.is_some()
        };
        self.parts.len() == self.costs.len()
            || cuts.iter().all(|(cut, weight)| self.crossing(cut).into_iter().all(|one| pay(one, *weight)))
    }

    fn landmarks(&self, state: &[bool], mut goal: Prop, mut values: Vec<u64>, wanted: u64) -> Bound {
        let (mut costs, mut found, mut sum) = (self.costs.clone(), Vec::new(), 0);
        while values[goal] > 0 {
            let landmark = self.landmark(state, goal, &values, &costs);
            // What can be reached without it, at any price.
            let allowed = |operator: usize| if landmark.binary_search(&operator).is_ok() { NEVER } else { 0 };
            let without = self.explore(state, &(0..costs.len()).map(allowed).collect::<Vec<_>>());
            let cut = self.closure(goal, |prop| without[prop] == NEVER, &values);
            let crossing = self.crossing(&cut);
            let least = crossing.iter().map(|operator| costs[*operator]).min();
            let Some(least) = least.filter(|least| *least > 0) else { return Bound::TooLow };
            crossing.iter().for_each(|operator| costs[*operator] -= least);
            found.push((cut, least));
            sum += least;
            if sum >= wanted {
                return Bound::Enough(found);
            }
            values = self.explore(state, &costs);
            goal = dearest(&values, &self.goal).expect("the goal has literals");
        }
        Bound::TooLow
    }

    /// The operators that lead into the zone from which the goal costs nothing.
    fn landmark(&self, state: &[bool], goal: Prop, values: &[u64], costs: &[u64]) -> Vec<usize> {
        let supporter: Vec<Option<Prop>> =
            self.parts.iter().map(|part| dearest(values, &part.needs)).collect();
        let mut zone = vec![false; values.len()];
        zone[goal] = true;
        let mut open = vec![goal];
        while let Some(prop) = open.pop() {
            for number in &self.added_by[prop] {
                let Some(from) = supporter[*number].filter(|from| !zone[*from] && values[*from] != NEVER)
                else {
                    continue;
                };
                if costs[self.parts[*number].operator] == 0 {
                    zone[from] = true;
                    open.push(from);
                }
            }
        }
        let mut is_before = vec![false; values.len()];
        let mut landmark = Vec::new();
        let mut take = |part: &Part, open: &mut Vec<Prop>| {
            for prop in &part.adds {
                if zone[*prop] {
                    landmark.push(part.operator);
                } else if !is_before[*prop] {
                    is_before[*prop] = true;
                    open.push(*prop);
                }
            }
        };
        let holding = state.iter().enumerate().map(|(fact, holds)| 2 * fact + usize::from(!holds)).collect();
        take(&Part { operator: 0, needs: Vec::new(), adds: holding }, &mut open);
        self.without_needs.iter().for_each(|number| take(&self.parts[*number], &mut open));
        while let Some(prop) = open.pop() {
            for number in self.needed_by[prop].iter().filter(|number| supporter[**number] == Some(prop)) {
                take(&self.parts[*number], &mut open);
            }
        }
        landmark.sort_unstable();
        landmark.dedup();
        landmark
    }
}
