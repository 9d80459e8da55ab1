//! Puts the steps of leaves back between the steps of the center.
//!
//! In: a path of the center. Out: a plan of the whole task. Leaves are independent given the path, so each gets its own
//! cheapest steps: dynamic programming over its values along the path, then the way back from the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::factoring::Factoring;
use super::leaf::Leaf;
use crate::search::{Cost, Space};
use crate::strips::{OpId, TaskSpace};

/// The cheapest way to a value of a leaf: its cost, and its length.
type Price = (u64, u32);

const NEVER: Price = (u64::MAX, u32::MAX);

/// The last step of that way. Those of all values along the path are kept, so they are small.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// The value of the leaf before it.
    from: u32,
    /// The step of the leaf; [`CENTER`] if it is the center's.
    operator: u32,
}

const CENTER: u32 = u32::MAX;

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
    prices[initial] = (0, 0);
    let mut lasts = vec![Last { from: crate::strips::to_u32(initial), operator: CENTER }; leaf.size];
    let mut queue = BinaryHeap::new();
    let mut tables = Vec::with_capacity(states.len() * leaf.size);
    for (at, state) in states.iter().enumerate() {
        close(factoring, leaf, state, &mut prices, &mut lasts, &mut queue);
        tables.extend_from_slice(&lasts);
        let Some(action) = path.get(at) else { break };
        let place = factoring.place[*action as usize] as usize;
        let link = factoring.links(place).iter().find(|link| link.leaf as usize == number);
        let mut next = vec![NEVER; leaf.size];
        let mut come = |from: u32, to: u32| {
            if prices[from as usize] < next[to as usize] {
                next[to as usize] = prices[from as usize];
                lasts[to as usize] = Last { from, operator: CENTER };
            }
        };
        match link {
            Some(link) => factoring.pairs(link).iter().for_each(|(from, to)| come(*from, *to)),
            None => (0..crate::strips::to_u32(leaf.size)).for_each(|value| come(value, value)),
        }
        prices = next;
    }
    // Back from the cheapest final value.
    let cheapest = (0..leaf.size).min_by_key(|value| prices[*value]);
    let mut value = leaf.goal.map_or(cheapest.unwrap_or(0), |goal| goal as usize);
    for (table, between) in tables.chunks_exact(leaf.size).zip(between).rev() {
        let end = between.len();
        loop {
            let Last { from, operator } = table[value];
            value = from as usize;
            if operator == CENTER {
                break;
            }
            between.push(OpId::from(operator));
        }
        between[end..].reverse();
    }
}

/// Lowers costs by the steps that a state of the center allows (Dijkstra's algorithm).
fn close(
    factoring: &Factoring<'_>,
    leaf: &Leaf,
    state: &[u64],
    prices: &mut [Price],
    lasts: &mut [Last],
    queue: &mut BinaryHeap<Reverse<(Price, usize)>>,
) {
    let reached = prices.iter().enumerate().filter(|(_, price)| **price != NEVER);
    queue.extend(reached.map(|(value, price)| Reverse((*price, value))));
    while let Some(Reverse((price, from))) = queue.pop() {
        if prices[from] < price {
            continue;
        }
        for edge in leaf.steps(state, from) {
            let cost = price.0.saturating_add(factoring.task.cost(edge.operator)).min(u64::MAX - 1);
            let (to, longer) = (edge.to as usize, (cost, price.1 + 1));
            if longer < prices[to] {
                prices[to] = longer;
                lasts[to] = Last { from: crate::strips::to_u32(from), operator: edge.operator.into() };
                queue.push(Reverse((longer, to)));
            }
        }
    }
}
