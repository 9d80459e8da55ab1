//! The bits of states in diagrams: each variable has as many as its values take, one after the other, in an order of
//! variables in which those that depend on each other are near.
//!
//! In: a task. Out: which bits a fact is about. The order keeps the sum of the squared distances small between
//! variables that are connected in the causal graph (Kissmann and Edelkamp 2011), by exchanging two at a time, with a
//! seeded generator and a bound on the work. Derived variables have no bits.

use crate::strips::{FactId, Task, VarId, width};
use banto_search::Random;

/// The neighbors that are looked at while the order is improved, and how often it begins anew.
const WORK: usize = 1 << 25;
const STARTS: usize = 4;

/// Where the bits of variables are.
pub(super) struct Variables {
    /// For each variable, its first bit.
    first: Vec<u32>,
    /// The variables with bits, in their order.
    pub(super) order: Vec<VarId>,
    /// How many bits there are.
    pub(super) bits: u32,
}

impl Variables {
    pub(super) fn new(task: &Task) -> Self {
        let mut variables = Self { first: vec![0; task.variables().len()], order: ordered(task), bits: 0 };
        for variable in &variables.order {
            variables.first[variable.index()] = variables.bits;
            variables.bits += width(task.variables()[variable.index()].size);
        }
        variables
    }

    /// The numbers of a variable's bits.
    pub(super) fn bits(&self, task: &Task, variable: VarId) -> std::ops::Range<u32> {
        let first = self.first[variable.index()];
        first..first + width(task.variables()[variable.index()].size)
    }

    /// The bits of a fact: their numbers and values.
    pub(super) fn of<'a>(
        &'a self,
        task: &'a Task,
        fact: FactId,
    ) -> impl DoubleEndedIterator<Item = (u32, bool)> + 'a {
        let variable = task.variable_of(fact);
        let value = fact.index() - task.variables()[variable.index()].first.index();
        let bits = self.bits(task, variable);
        let end = bits.end;
        bits.map(move |bit| (bit, value >> (end - 1 - bit) & 1 == 1))
    }

    /// Puts the bits of a state into words.
    pub(super) fn pack(&self, task: &Task, bits: &[bool], state: &mut [u64]) {
        for &variable in &self.order {
            let own = self.bits(task, variable);
            let value = own.fold(0, |value, bit| value << 1 | usize::from(bits[bit as usize]));
            let first = task.variables()[variable.index()].first;
            task.packing().set(state, variable, first.plus(value));
        }
    }

    /// The bits of a state in words.
    pub(super) fn unpack(&self, task: &Task, state: &[u64]) -> Vec<bool> {
        let mut bits = vec![false; self.bits as usize];
        for &variable in &self.order {
            for (bit, value) in self.of(task, task.packing().get(state, variable)) {
                bits[bit as usize] = value;
            }
        }
        bits
    }
}

/// The variables that each depends on, or that depend on it, by the causal graph: one is asked for or changed where the
/// other is changed.
fn connected(task: &Task, place: &[Option<usize>], count: usize) -> Vec<Vec<usize>> {
    let mut neighbors = vec![Vec::new(); count];
    for operator in task.operators() {
        let of = |fact: &FactId| place[task.variable_of(*fact).index()];
        let changed: Vec<usize> = task.effects(operator).filter_map(|effect| of(&effect.fact)).collect();
        let read =
            task.condition(operator).iter().chain(task.effects(operator).flat_map(|effect| effect.condition));
        for one in read.filter_map(of).chain(changed.iter().copied()) {
            for &other in changed.iter().filter(|other| **other != one) {
                neighbors[one].push(other);
                neighbors[other].push(one);
            }
        }
    }
    for list in &mut neighbors {
        list.sort_unstable();
        list.dedup();
    }
    neighbors
}

/// The basic variables in their order.
fn ordered(task: &Task) -> Vec<VarId> {
    let basic: Vec<usize> =
        (0..task.variables().len()).filter(|one| task.variables()[*one].layer.is_none()).collect();
    let mut place = vec![None; task.variables().len()];
    basic.iter().enumerate().for_each(|(at, variable)| place[*variable] = Some(at));
    let neighbors = connected(task, &place, basic.len());
    let mut random = Random::new(0);
    let given: Vec<usize> = (0..basic.len()).collect();
    let mut best = (u64::MAX, given.clone());
    for start in 0..STARTS {
        let mut order = given.clone();
        if start > 0 {
            (1..order.len()).for_each(|at| order.swap(at, random.below_index(at + 1)));
        }
        best = best.min(improved(&neighbors, order, &mut random));
    }
    best.1.into_iter().map(|at| VarId::from(basic[at])).collect()
}

/// Exchanges two variables while that makes the sum of squared distances smaller: the sum, and the order.
fn improved(neighbors: &[Vec<usize>], mut order: Vec<usize>, random: &mut Random) -> (u64, Vec<usize>) {
    let mut at = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, one)| at[*one] = place);
    let distances = |at: &[usize], one: usize, skip: usize| -> u64 {
        let others = neighbors[one].iter().filter(|other| **other != skip);
        others.map(|other| (at[one].abs_diff(at[*other]) as u64).pow(2)).sum()
    };
    let (mut work, mut failures) = (0, 0);
    // After so many in a row, hardly a pair is left that was not tried.
    while failures < 4 * order.len().pow(2) && order.len() > 1 && work < WORK / STARTS {
        let [one, other] = [(); 2].map(|()| random.below_index(order.len()));
        work += 8 + 2 * (neighbors[order[one]].len() + neighbors[order[other]].len());
        let (first, second) = (order[one], order[other]);
        let before = distances(&at, first, second) + distances(&at, second, first);
        at.swap(first, second);
        if distances(&at, first, second) + distances(&at, second, first) < before {
            order.swap(one, other);
            failures = 0;
        } else {
            at.swap(first, second);
            failures += 1;
        }
    }
    let total = (0..order.len()).map(|one| distances(&at, one, usize::MAX)).sum();
    (total, order)
}
