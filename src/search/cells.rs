//! The open list of feature-space search: a queue for each cell, and an optional global one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::pool::StateId;

/// Which states an order over all cells takes first; it gets every second turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GlobalQueue {
    /// There is no such order: all turns go to cells.
    #[default]
    None,
    /// Those of the lowest rank.
    Rank,
    /// Those with the highest first feature; ties go to the path of the lowest weight, then to the lowest rank.
    Progress,
}

/// What waits, by cells.
#[derive(Default)]
pub(super) struct Cells {
    waits: Vec<Waiting>,
    /// Where each cell lies in `waits`. Only looked up, never walked.
    places: HashMap<Vec<u32>, usize, rustc_hash::FxBuildHasher>,
    /// Whose turn it is.
    turn: usize,
    waiting: usize,
    arrivals: u32,
    global: GlobalQueue,
    /// All states, in the order of global.
    global_queue: BinaryHeap<Reverse<(u64, u32, StateId)>>,
    /// Whether the next turn is for a cell.
    ordinary: bool,
}

/// What waits in one cell: every state twice, once for each order.
#[derive(Default)]
struct Waiting {
    by_rank: BinaryHeap<Reverse<(u32, u32, u32, StateId)>>,
    by_arrival: BinaryHeap<Reverse<(u32, u32, StateId)>>,
    /// Which order has the next turn.
    second: bool,
}

impl Waiting {
    fn pop(&mut self) -> Option<StateId> {
        self.second = !self.second;
        if self.second {
            self.by_rank.pop().map(|Reverse((_, _, _, id))| id)
        } else {
            self.by_arrival.pop().map(|Reverse((_, _, id))| id)
        }
    }
}

impl Cells {
    /// Nothing waits.
    pub(super) fn new(global: GlobalQueue) -> Self {
        Self { global, ..Self::default() }
    }

    pub(super) fn push(&mut self, cell: &[u32], rank: u32, weight: u32, id: StateId) {
        let place = match self.places.get(cell) {
            Some(&place) => place,
            None => {
                self.places.insert(cell.to_vec(), self.waits.len());
                self.waits.push(Waiting::default());
                self.waits.len() - 1
            }
        };
        let key = match self.global {
            GlobalQueue::None => None,
            GlobalQueue::Rank => Some(u64::from(rank)),
            GlobalQueue::Progress => {
                let left = 0xffff - cell.first().copied().unwrap_or(0).min(0xffff);
                Some(u64::from(left) << 48 | u64::from(weight.min(0xffff)) << 32 | u64::from(rank))
            }
        };
        if let Some(key) = key {
            self.global_queue.push(Reverse((key, self.arrivals, id)));
        }
        let cell = &mut self.waits[place];
        cell.by_rank.push(Reverse((weight, rank, self.arrivals, id)));
        cell.by_arrival.push(Reverse((weight, self.arrivals, id)));
        self.arrivals = self.arrivals.wrapping_add(1);
        self.waiting += 2;
    }

    /// The bytes that it may take at once when so many more come: what holds all states moves.
    pub(super) fn growth(&self, more: usize) -> usize {
        let is_full =
            self.global != GlobalQueue::None && self.global_queue.capacity() - self.global_queue.len() < more;
        if is_full { (self.global_queue.len() + more) * size_of::<(u64, u32, StateId)>() } else { 0 }
    }

    /// The next state; a state comes once for every order in which it waits.
    pub(super) fn pop(&mut self) -> Option<StateId> {
        self.ordinary = !self.ordinary;
        if !self.ordinary
            && let Some(Reverse((_, _, id))) = self.global_queue.pop()
        {
            return Some(id);
        }
        if self.waiting == 0 {
            return None;
        }
        loop {
            let turn = self.turn;
            self.turn = (self.turn + 1) % self.waits.len();
            if let Some(id) = self.waits[turn].pop() {
                self.waiting -= 1;
                return Some(id);
            }
        }
    }

    /// The bytes that all of it takes, about.
    pub(super) fn bytes(&self) -> usize {
        self.waiting * size_of::<(u32, u32, u32, StateId)>()
            + self.global_queue.len() * size_of::<(u64, u32, StateId)>()
            + self.waits.len() * 128
    }
}
