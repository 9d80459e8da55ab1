//! Puts the steps of leaves back between the steps of the center.
//!
//! In: a path of the center. Out: a plan of the whole task. Leaves are independent given the path, so each gets its own
//! cheapest steps: dynamic programming over its values along the path, then the way back from the end.

use super::factoring::Factoring;
use super::leaf::Leaf;
use crate::search::{Cost, Space};
use crate::strips::{OpId, TaskSpace};

/// The cheapest way to a value of a leaf: its cost, its length, and its last step.
#[derive(Clone, Copy, Debug)]
struct Price {
    cost: u64,
    steps: u32,
    by: By,
}

#[derive(Clone, Copy, Debug)]
enum By {
    /// The value of the leaf when the center made its step.
    Before(u32),
    /// A step of the leaf from this value.
    Step(u32, OpId),
}

const NEVER: Price = Price { cost: u64::MAX, steps: u32::MAX, by: By::Before(0) };

impl Price {
    fn key(self) -> (u64, u32) {
        (self.cost, self.steps)
    }
}

pub(super) fn with_leaf_steps<C: Cost>(
    factoring: &Factoring<'_>,
    center: &TaskSpace<'_, C>,
    path: &[u32],
) -> Vec<OpId> {
    // The states of the center, in order.
    let mut scratch = center.scratch();
    let mut states = vec![vec![0; center.words()]];
    center.initial(&mut states[0]);
    for action in path {
        let last = &states[states.len() - 1];
        let mut next = last.clone();
        center.apply(&mut scratch, last, factoring.place[*action as usize], &mut next);
        states.push(next);
    }
    // For each of these states, the steps of leaves before the next step of the center.
    let mut between: Vec<Vec<OpId>> = vec![Vec::new(); states.len()];
    for number in 0..factoring.leaves.len() {
        put_back(factoring, number, &states, path, &mut between);
    }
    let mut plan = Vec::new();
    for (at, steps) in between.into_iter().enumerate() {
        plan.extend(steps);
        plan.extend(path.get(at).map(|action| OpId::from(*action)));
    }
    plan
}

/// Adds the steps of one leaf.
fn put_back(
    factoring: &Factoring<'_>,
    number: usize,
    states: &[Vec<u64>],
    path: &[u32],
    between: &mut [Vec<OpId>],
) {
    let leaf = &factoring.leaves[number];
    let initial = factoring.task.initial()[leaf.variable.index()].index() - leaf.first.index();
    let mut prices = vec![NEVER; leaf.size];
    prices[initial] = Price { cost: 0, steps: 0, by: By::Before(crate::strips::to_u32(initial)) };
    let mut tables = Vec::with_capacity(states.len());
    for (at, state) in states.iter().enumerate() {
        close(factoring, leaf, state, &mut prices);
        tables.push(prices.clone());
        let Some(action) = path.get(at) else { break };
        let place = factoring.place[*action as usize] as usize;
        let link = factoring.links(place).iter().find(|link| link.leaf as usize == number);
        let mut next = vec![NEVER; leaf.size];
        let mut come = |from: u32, to: u32| {
            let price = Price { by: By::Before(from), ..prices[from as usize] };
            if price.key() < next[to as usize].key() {
                next[to as usize] = price;
            }
        };
        match link {
            Some(link) => factoring.pairs(link).iter().for_each(|(from, to)| come(*from, *to)),
            None => (0..crate::strips::to_u32(leaf.size)).for_each(|value| come(value, value)),
        }
        prices = next;
    }
    // Back from the cheapest final value.
    let cheapest = (0..leaf.size).min_by_key(|value| tables[tables.len() - 1][*value].key());
    let mut value = leaf.goal.map_or(cheapest.unwrap_or(0), |goal| goal as usize);
    for (table, between) in tables.iter().zip(between).rev() {
        let end = between.len();
        loop {
            match table[value].by {
                By::Before(from) => {
                    value = from as usize;
                    break;
                }
                By::Step(from, operator) => {
                    between.push(operator);
                    value = from as usize;
                }
            }
        }
        between[end..].reverse();
    }
}

/// Lowers costs by the steps that a state of the center allows (Dijkstra's algorithm).
fn close(factoring: &Factoring<'_>, leaf: &Leaf, state: &[u64], prices: &mut [Price]) {
    let mut queue: std::collections::BinaryHeap<_> = (prices.iter().enumerate())
        .filter(|(_, price)| price.cost < u64::MAX)
        .map(|(value, price)| std::cmp::Reverse((price.cost, price.steps, value)))
        .collect();
    while let Some(std::cmp::Reverse((cost, steps, from))) = queue.pop() {
        if prices[from].key() < (cost, steps) {
            continue;
        }
        for edge in leaf.steps(state, from) {
            let to = edge.to as usize;
            let cost = cost.saturating_add(factoring.task.cost(edge.operator)).min(u64::MAX - 1);
            let by = By::Step(crate::strips::to_u32(from), edge.operator);
            let price = Price { cost, steps: steps + 1, by };
            if price.key() < prices[to].key() {
                prices[to] = price;
                queue.push(std::cmp::Reverse((cost, price.steps, to)));
            }
        }
    }
}
