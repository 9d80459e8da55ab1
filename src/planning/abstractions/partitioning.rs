//! Saturated cost partitioning over diverse orders (Seipp, Keller and Helmert 2020): each abstraction in turn gets as
//! much of the costs as it needs to keep its distances, and leaves the rest to those after it. The sum of all is
//! admissible; the estimate is the greatest sum of several orders.
//!
//! In: abstractions, costs, and sampled states. Out: for each abstract state a row with its distance under each order.
//! Orders are greedy for a state: first the abstractions that give it much for what they steal from others. An order
//! stays if a sampled state gets a greater estimate from it. Work is counted rather than timed.

use fixedbitset::FixedBitSet;

use super::abstraction::{Abstraction, Map, NEVER};
use super::samples::{Walks, initial_values};
use super::shown::Shown;
use crate::strips::Task;
use banto_base::limits::{Limits, Stop};
use banto_search::CostQueue;

/// How many states orders are judged by.
const SAMPLES: usize = 1000;
/// After so many orders in a row that no sampled state wants, the search for more ends.
const PATIENCE: usize = 100;
/// The most distances in all tables.
const MOST_ENTRIES: usize = 1 << 25;

/// An abstraction as an estimate needs it.
struct Part {
    map: Map,
    /// The orders under which it says something, and for each abstract state a row with its distances under them.
    columns: Vec<u32>,
    rows: Vec<u32>,
    /// Abstract states from which there is no way to the goal.
    dead: FixedBitSet,
}

/// The tables of some abstractions under some orders.
pub(super) struct Partitioning {
    parts: Vec<Part>,
    sums: Vec<u64>,
    found: Vec<u32>,
    least: Vec<u32>,
}

/// The distances of each abstraction under one order; none where all are 0.
type Tables = Vec<Option<Vec<i32>>>;

/// What is known of the abstractions with all costs for each.
struct Alone<'a> {
    abstractions: &'a [Abstraction],
    costs: &'a [i32],
    distances: Vec<Vec<i32>>,
    /// How much of the costs each takes away from the others.
    stolen: Vec<f64>,
}

impl<'a> Alone<'a> {
    fn new(
        abstractions: &'a [Abstraction],
        costs: &'a [i32],
        queue: &mut CostQueue,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let (mut distances, mut wanted) = (Vec::new(), Vec::new());
        let mut left: Vec<i64> = costs.iter().copied().map(i64::from).collect();
        for abstraction in abstractions {
            limits.check()?;
            let own = abstraction.distances(costs, queue);
            let saturated = abstraction.saturated(&own);
            for (group, wanted) in saturated.iter().enumerate().filter(|(_, wanted)| **wanted > 0) {
                let operators = abstraction.groups.of(group).iter();
                operators.for_each(|operator| left[*operator as usize] -= i64::from(*wanted));
            }
            distances.push(own);
            wanted.push(saturated);
        }
        let stolen = abstractions.iter().zip(&wanted).map(|(abstraction, wanted)| {
            let of_group = |(group, wanted): (usize, &i32)| -> f64 {
                let missing = |operator: &u32| (-left[*operator as usize]).max(0);
                let operators = abstraction.groups.of(group).iter();
                operators.map(|operator| to_float(i64::from(*wanted).min(missing(operator)).max(0))).sum()
            };
            wanted.iter().enumerate().map(of_group).sum()
        });
        let stolen = stolen.collect();
        Ok(Self { abstractions, costs, distances, stolen })
    }

    /// The abstract states of a state.
    fn states_of(&self, values: &[u32]) -> Vec<u32> {
        self.abstractions.iter().map(|abstraction| abstraction.map.state_of(values)).collect()
    }

    /// Whether there is no way to the goal from a state, by one of the abstractions.
    fn is_dead(&self, states: &[u32]) -> bool {
        self.distances.iter().zip(states).any(|(distances, state)| distances[*state as usize] == NEVER)
    }

    /// The abstractions in a greedy order for a state.
    fn order(&self, states: &[u32]) -> Vec<usize> {
        let score = |number: usize| {
            let distance = self.distances[number][states[number] as usize];
            to_float(distance.into()) / self.stolen[number].max(1.0)
        };
        let mut scores: Vec<(f64, usize)> = (0..states.len()).map(|number| (score(number), number)).collect();
        scores.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        scores.into_iter().map(|(_, number)| number).collect()
    }

    /// The distances under saturated cost partitioning in an order, and how much work they took.
    fn tables(&self, order: &[usize], queue: &mut CostQueue, limits: &Limits) -> Result<(Tables, u64), Stop> {
        let mut tables = vec![None; order.len()];
        let mut left = self.costs.to_vec();
        let mut work = 0;
        for number in order {
            limits.check()?;
            let abstraction = &self.abstractions[*number];
            let prices = abstraction.prices(&left);
            work += prices.len() as u64;
            if prices.iter().all(|price| *price == 0) {
                continue;
            }
            work += abstraction.work();
            let distances = abstraction.distances_by_group(&prices, queue);
            if distances.iter().all(|distance| *distance == 0 || *distance == NEVER) {
                continue;
            }
            abstraction.reduce(&mut left, &abstraction.saturated(&distances));
            tables[*number] = Some(distances);
        }
        Ok((tables, work))
    }
}

#[allow(clippy::cast_precision_loss, reason = "a rough figure is enough")]
const fn to_float(number: i64) -> f64 {
    number as f64
}

fn sum(tables: &Tables, states: &[u32]) -> i64 {
    let known = tables.iter().zip(states).filter_map(|(table, state)| Some((table.as_ref()?, state)));
    known.map(|(table, state)| i64::from(table[*state as usize])).sum()
}

impl Partitioning {
    /// Tables for some abstractions: with orders for the initial state and for states at the ends of walks.
    pub(super) fn within(
        task: &Task,
        abstractions: Vec<Abstraction>,
        costs: &[i32],
        work: u64,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut queue = CostQueue::default();
        let alone = Alone::new(&abstractions, costs, &mut queue, limits)?;
        let mut kept: Vec<Tables> = Vec::new();
        let initial = alone.states_of(&initial_values(task));
        if !alone.is_dead(&initial) && !costs.is_empty() {
            let (tables, mut spent) = alone.tables(&alone.order(&initial), &mut queue, limits)?;
            let estimate = sum(&tables, &initial);
            let all: i64 = costs.iter().copied().map(i64::from).sum();
            let steps = estimate.saturating_mul(to_i64(costs.len())) / all.max(1);
            let is_dead = |values: &[u32]| alone.is_dead(&alone.states_of(values));
            let mut walks = Walks::within(task, steps.unsigned_abs(), limits)?;
            let mut samples = Vec::new();
            for _ in 0..SAMPLES {
                limits.check()?;
                let states = alone.states_of(&walks.draw(is_dead));
                samples.push((sum(&tables, &states), states));
            }
            let mut entries = entries(&tables);
            kept.push(tables);
            let mut failures = 0;
            let has_room =
                |entries: usize| entries < MOST_ENTRIES && limits.has_room(2 * entries * size_of::<u32>());
            while spent < work && failures < PATIENCE && has_room(entries) {
                let order = alone.order(&alone.states_of(&walks.draw(is_dead)));
                let (tables, made) = alone.tables(&order, &mut queue, limits)?;
                spent += made + (samples.len() * abstractions.len()) as u64;
                let mut is_wanted = false;
                for (best, states) in &mut samples {
                    let own = sum(&tables, states);
                    is_wanted |= own > *best;
                    *best = own.max(*best);
                }
                failures += 1;
                if is_wanted {
                    failures = 0;
                    entries += self::entries(&tables);
                    kept.push(tables);
                }
            }
            limits.check_allocation(entries * size_of::<u32>())?;
        }
        let distances = alone.distances;
        let parts = abstractions.into_iter().zip(&distances).enumerate();
        let parts = parts.filter_map(|(number, (abstraction, distances))| {
            Part::new(abstraction, distances, kept.iter().map(|tables| tables[number].as_deref()))
        });
        let parts = parts.collect();
        Ok(Self { parts, sums: vec![0; kept.len()], found: Vec::new(), least: Vec::new() })
    }

    /// The greatest sum for a state whose variables have one value each; `None` if there is no way to the goal.
    pub(super) fn estimate(&mut self, values: &[u32]) -> Option<u64> {
        self.sums.fill(0);
        for part in &self.parts {
            let state = part.map.state_of(values) as usize;
            if part.dead[state] {
                return None;
            }
            for (column, distance) in part.columns.iter().zip(part.row(state)) {
                self.sums[*column as usize] += u64::from(*distance);
            }
        }
        Some(self.sums.iter().copied().max().unwrap_or(0))
    }

    /// The same for a state in which variables may have several values: each abstraction gives the least of what it
    /// says of all choices.
    pub(super) fn estimate_several(&mut self, shown: &Shown) -> Option<u64> {
        let Self { parts, sums, found, least } = self;
        sums.fill(0);
        for part in parts {
            part.map.states_of(shown, found);
            found.retain(|state| !part.dead[*state as usize]);
            let (first, others) = found.split_first()?;
            least.clear();
            least.extend_from_slice(part.row(*first as usize));
            for state in others {
                let row = part.row(*state as usize);
                least.iter_mut().zip(row).for_each(|(least, other)| *least = (*least).min(*other));
            }
            for (column, distance) in part.columns.iter().zip(&*least) {
                sums[*column as usize] += u64::from(*distance);
            }
        }
        Some(sums.iter().copied().max().unwrap_or(0))
    }
}

impl Part {
    /// An abstraction with its distances under each order; `None` if it says nothing.
    fn new<'a>(
        abstraction: Abstraction,
        alone: &[i32],
        tables: impl Iterator<Item = Option<&'a [i32]>>,
    ) -> Option<Self> {
        let mut dead = FixedBitSet::with_capacity(abstraction.states);
        let is_dead = |state: &usize| alone[*state] == NEVER && !abstraction.impossible[*state];
        dead.extend((0..abstraction.states).filter(is_dead));
        let (columns, tables): (Vec<u32>, Vec<&[i32]>) =
            (0..).zip(tables).filter_map(|(column, table)| Some((column, table?))).unzip();
        if columns.is_empty() && dead.is_clear() {
            return None;
        }
        let known = |distance: i32| if distance == NEVER { 0 } else { distance.unsigned_abs() };
        let rows = (0..abstraction.states)
            .flat_map(|state| tables.iter().map(move |table| known(table[state])))
            .collect();
        Some(Self { map: abstraction.map, columns, rows, dead })
    }

    #[inline]
    fn row(&self, state: usize) -> &[u32] {
        &self.rows[state * self.columns.len()..][..self.columns.len()]
    }
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// How many distances tables hold.
fn entries(tables: &Tables) -> usize {
    tables.iter().flatten().map(Vec::len).sum()
}
