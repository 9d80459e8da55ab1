//! Puts the steps of leaves back between the steps of the center.
//!
//! In: a path of the center. Out: a plan of the whole task. Leaves are independent given the path, so each gets its own
//! cheapest steps: dynamic programming over its values along the path, then the way back from the end. If memory is too
//! short for the tables of the whole path, they are computed again for one part of it after the other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::factoring::Factoring;
use super::leaf::Leaf;
use crate::strips::{OpId, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{Cost, Space};

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
    limits: &Limits,
) -> Result<Vec<OpId>, Stop> {
    let (words, count) = (center.words(), path.len() + 1);
    limits.check_allocation(count * (words * size_of::<u64>() + size_of::<Vec<OpId>>()))?;
    // The states of the center, in order.
    let mut scratch = center.scratch();
    let mut states = vec![0; count * words];
    center.initial(&mut states[..words]);
    for (at, action) in path.iter().enumerate() {
        limits.check()?;
        let (last, next) = states[at * words..].split_at_mut(words);
        center.apply(&mut scratch, last, factoring.place[*action as usize], &mut next[..words]);
    }
    // For each of these states, the steps of leaves before the next step of the center.
    let mut between: Vec<Vec<OpId>> = vec![Vec::new(); count];
    for number in 0..factoring.leaves.len() {
        LeafWay::new(factoring, number, &states, path, limits).put_back(&mut between)?;
    }
    let mut plan = Vec::new();
    for (at, steps) in between.into_iter().enumerate() {
        plan.extend(steps);
        plan.extend(path.get(at).map(|action| OpId::from(*action)));
    }
    Ok(plan)
}

/// The cheapest ways of one leaf along the path.
struct LeafWay<'a> {
    factoring: &'a Factoring<'a>,
    number: usize,
    leaf: &'a Leaf,
    /// The states of the center, one after the other.
    states: &'a [u64],
    path: &'a [u32],
    limits: &'a Limits,
    /// For each value, the cheapest way to it at the current state, and at the one before.
    prices: Vec<Price>,
    before: Vec<Price>,
    /// The last step to each value: at the start, none.
    first: Last,
    lasts: Vec<Last>,
    /// The last steps at all states of a part of the path.
    tables: Vec<Last>,
    queue: BinaryHeap<Reverse<(Price, usize)>>,
}

impl<'a> LeafWay<'a> {
    fn new(
        factoring: &'a Factoring<'a>,
        number: usize,
        states: &'a [u64],
        path: &'a [u32],
        limits: &'a Limits,
    ) -> Self {
        let leaf = &factoring.leaves[number];
        let initial = factoring.task.initial()[leaf.variable.index()].index() - leaf.first.index();
        let mut prices = vec![NEVER; leaf.size];
        prices[initial] = (0, 0);
        let before = prices.clone();
        let first = Last { from: crate::strips::to_u32(initial), operator: CENTER };
        let lasts = vec![first; leaf.size];
        let (tables, queue) = (Vec::new(), BinaryHeap::new());
        Self { factoring, number, leaf, states, path, limits, prices, before, first, lasts, tables, queue }
    }

    /// Adds the steps of the leaf.
    fn put_back(&mut self, between: &mut [Vec<OpId>]) -> Result<(), Stop> {
        let (count, size) = (between.len(), self.leaf.size);
        let table = size * size_of::<Last>();
        let length = if self.limits.has_room(count * table) { count } else { count.isqrt() + 1 };
        let parts: Vec<Range<usize>> =
            (0..count).step_by(length).map(|start| start..(start + length).min(count)).collect();
        self.limits.check_allocation(length * table + parts.len() * size * size_of::<Price>())?;
        self.tables.reserve_exact(length * size);
        let mut starts: Vec<Price> = Vec::with_capacity(parts.len() * size);
        for part in &parts {
            starts.extend_from_slice(&self.prices);
            self.follow(part)?;
        }
        // Back from the cheapest final value.
        let cheapest = (0..size).min_by_key(|value| self.prices[*value]);
        let mut value = self.leaf.goal.map_or(cheapest.unwrap_or(0), |goal| goal as usize);
        for (number, part) in parts.iter().enumerate().rev() {
            if part.end < count {
                self.prices.copy_from_slice(&starts[number * size..(number + 1) * size]);
                self.follow(part)?;
            }
            let tables = self.tables.chunks_exact(size);
            for (table, between) in tables.zip(&mut between[part.clone()]).rev() {
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
        Ok(())
    }

    /// Goes on through a part of the path, and keeps the last steps at each of its states.
    fn follow(&mut self, part: &Range<usize>) -> Result<(), Stop> {
        let words = self.states.len() / (self.path.len() + 1);
        self.tables.clear();
        for at in part.clone() {
            self.limits.check()?;
            if at > 0 {
                self.step(self.path[at - 1]);
            } else {
                // When the first part is followed again, the last steps are those at the end of the path.
                self.lasts.fill(self.first);
            }
            self.close(&self.states[at * words..(at + 1) * words]);
            self.tables.extend_from_slice(&self.lasts);
        }
        Ok(())
    }

    /// Takes a step of the center.
    fn step(&mut self, action: u32) {
        let Self { prices, before, lasts, .. } = self;
        std::mem::swap(prices, before);
        prices.fill(NEVER);
        let mut come = |from: u32, to: u32| {
            if before[from as usize] < prices[to as usize] {
                prices[to as usize] = before[from as usize];
                lasts[to as usize] = Last { from, operator: CENTER };
            }
        };
        let place = self.factoring.place[action as usize] as usize;
        match self.factoring.links(place).iter().find(|link| link.leaf as usize == self.number) {
            Some(link) => self.factoring.pairs(link).iter().for_each(|(from, to)| come(*from, *to)),
            None => (0..crate::strips::to_u32(self.leaf.size)).for_each(|value| come(value, value)),
        }
    }

    /// Lowers costs by the steps that a state of the center allows (Dijkstra's algorithm).
    fn close(&mut self, state: &[u64]) {
        let Self { factoring, leaf, prices, lasts, queue, .. } = self;
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
}
