//! Plan neighborhood graph search (Aras; Nakhost and Müller 2010): the states near a plan, and the cheapest path among
//! them.
//!
//! In: a plan with its states, and how many states may be stored. Out: a cheaper plan, if the neighborhood contains
//! one. All states of the plan are expanded breadth first until the space is used up. Every step between two stored
//! states is recorded, and Dijkstra's algorithm runs over these steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::trace::Trace;
use super::{WORK_OF_SUCCESSOR, Work};
use crate::limits::Limits;
use crate::search::Space;
use crate::strips::{OpId, TaskSpace};

/// States by number, without repetitions.
struct Known {
    words: usize,
    rows: Vec<u64>,
    table: HashTable<u32>,
}

impl Known {
    fn row(&self, number: u32) -> &[u64] {
        &self.rows[number as usize * self.words..(number as usize + 1) * self.words]
    }

    fn len(&self) -> usize {
        self.rows.len() / self.words.max(1)
    }

    /// The number of a state, and whether it is new. `None` if it is new and there is no room.
    fn number(&mut self, state: &[u64], room: usize) -> Option<u32> {
        let hash = |row: &[u64]| {
            use std::hash::{Hash, Hasher};
            let mut hasher = FxHasher::default();
            row.hash(&mut hasher);
            hasher.finish()
        };
        let Self { words, rows, table } = self;
        let row = |number: u32| &rows[number as usize * *words..(number as usize + 1) * *words];
        if let Some(number) = table.find(hash(state), |number| row(*number) == state) {
            return Some(*number);
        }
        let count = rows.len() / (*words).max(1);
        if count >= room {
            return None;
        }
        let number = u32::try_from(count).ok()?;
        table.insert_unique(hash(state), number, |number| hash(row(*number)));
        rows.extend_from_slice(state);
        Some(number)
    }
}

/// A step between two known states.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    operator: u32,
    cost: u64,
}

/// A cheaper plan through at most `room` states near this one, and the work it took. `None` also if a limit is
/// reached.
pub(super) fn search(
    space: &TaskSpace<'_, u64>,
    trace: &Trace,
    room: usize,
    limits: &Limits,
) -> (Option<Vec<OpId>>, Work) {
    let words = space.words();
    let mut known = Known { words, rows: Vec::new(), table: HashTable::new() };
    for index in 0..=trace.steps.len() {
        known.number(trace.state(index), usize::MAX);
    }
    let mut edges: Vec<Edge> = Vec::new();
    let mut scratch = space.scratch();
    let mut state = vec![0; words];
    let mut next = 0u32;
    let mut work = 0;
    let work_of_state = 120 + words as Work * 12;
    // A layer is expanded as long as there is room; the last states are only connected to what is known.
    while (next as usize) < known.len() && (next as usize) < room {
        // Asking for memory takes as long as some expansions.
        let bytes = known.rows.len() / 2 * size_of::<u64>() + edges.len() * size_of::<Edge>();
        if limits.check().is_err() || next.is_multiple_of(1024) && limits.check_allocation(bytes).is_err() {
            return (None, work);
        }
        work += WORK_OF_SUCCESSOR;
        state.copy_from_slice(known.row(next));
        space.expand(&mut scratch, &state, &mut |operator, cost, successor| {
            work += work_of_state;
            if let Some(to) = known.number(successor, room) {
                edges.push(Edge { from: next, to, operator, cost });
            }
        });
        next += 1;
    }
    work += edges.len() as Work * 40;
    edges.sort_by_key(|edge| edge.from);
    (cheapest(space, &known, &edges, trace.cost), work)
}

/// Dijkstra's algorithm from the first state to the nearest goal below the bound.
fn cheapest(space: &TaskSpace<'_, u64>, known: &Known, edges: &[Edge], bound: u64) -> Option<Vec<OpId>> {
    let mut best = vec![u64::MAX; known.len()];
    let mut by: Vec<u32> = vec![u32::MAX; known.len()];
    let mut queue = BinaryHeap::from([Reverse((0u64, 0u32))]);
    best[0] = 0;
    while let Some(Reverse((cost, number))) = queue.pop() {
        if cost > best[number as usize] {
            continue;
        }
        if space.is_goal(known.row(number)) {
            let mut steps = Vec::new();
            let mut at = number;
            while by[at as usize] != u32::MAX {
                let edge = edges[by[at as usize] as usize];
                steps.push(OpId::from(edge.operator));
                at = edge.from;
            }
            steps.reverse();
            return Some(steps);
        }
        let first = edges.partition_point(|edge| edge.from < number);
        for (index, edge) in edges.iter().enumerate().skip(first).take_while(|(_, edge)| edge.from == number)
        {
            let total = cost.saturating_add(edge.cost);
            if total < bound && total < best[edge.to as usize] {
                best[edge.to as usize] = total;
                by[edge.to as usize] = u32::try_from(index).unwrap_or(u32::MAX);
                queue.push(Reverse((total, edge.to)));
            }
        }
    }
    None
}
