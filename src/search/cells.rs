//! The open list of feature-space search: a queue for each cell, and an optional order over all cells. States come in
//! with their projection onto the features.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::pool::StateId;

/// Ranks from here on count as equal: rank and weight share a number.
const RANK_LIMIT: u64 = (1 << 48) - 1;
/// Among so many cells those are looked for whose turn it is next.
const LOOKED_AT: usize = 64;

/// The projection of a state onto the feature space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The features: equal features, same cell.
    pub cell: Vec<u32>,
    /// Breaks ties between states of equal cell and weight; the lower goes first. Only 48 bits count.
    pub rank: u64,
    /// Whatever else the guide needs to weigh steps.
    pub notes: Vec<u32>,
}

/// Which states an order over all cells takes first; it gets every second turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GlobalQueue {
    /// There is no such order: all turns go to cells.
    #[default]
    None,
    /// Those with the lowest rank.
    Rank,
    /// Those of the cell whose states have the lowest rank. A state that is not better than all states on the path to
    /// it stays in the cell of the best of them, so that a detour does not count as a step back.
    BestCell,
}

/// The waiting states, by cell.
#[derive(Default)]
pub(super) struct Cells {
    waits: Vec<Waiting>,
    /// Where each cell is in `waits`. Only looked up, never iterated.
    places: HashMap<Vec<u32>, usize, rustc_hash::FxBuildHasher>,
    /// Whose turn it is.
    turn: usize,
    waiting: usize,
    arrivals: u32,
    global: GlobalQueue,
    /// All states, in the order of global.
    global_queue: BinaryHeap<Reverse<(u64, u32, StateId)>>,
    /// Whether it is a cell's turn next.
    ordinary: bool,
    /// For [`GlobalQueue::BestCell`]: the lowest rank so far, its cell and its state.
    best: Option<(u64, u32, StateId)>,
}

/// The waiting states of one cell: every state twice, once for each order.
#[derive(Default)]
struct Waiting {
    by_rank: BinaryHeap<Reverse<(u64, u32, StateId)>>,
    by_arrival: BinaryHeap<Reverse<(u32, u32, StateId)>>,
    /// Which order has the next turn.
    second: bool,
    /// For [`GlobalQueue::BestCell`]: the lowest rank, and the state that has it.
    entered: (u64, StateId),
}

impl Waiting {
    fn pop(&mut self) -> Option<StateId> {
        self.second = !self.second;
        if self.second || self.by_arrival.is_empty() {
            self.by_rank.pop().map(|Reverse((_, _, id))| id)
        } else {
            self.by_arrival.pop().map(|Reverse((_, _, id))| id)
        }
    }

    /// What comes next.
    fn peek(&self) -> Option<StateId> {
        match self.by_arrival.peek() {
            Some(Reverse((_, _, id))) if self.second => Some(*id),
            _ => self.first(),
        }
    }

    /// The one of the lowest weight and rank.
    fn first(&self) -> Option<StateId> {
        self.by_rank.peek().map(|Reverse((_, _, id))| *id)
    }
}

impl Cells {
    /// Nothing waits.
    pub(super) fn new(global: GlobalQueue) -> Self {
        Self { global, ..Self::default() }
    }

    /// Where a cell is.
    pub(super) fn place(&mut self, cell: &[u32]) -> u32 {
        let place = match self.places.get(cell) {
            Some(&place) => place,
            None => {
                self.places.insert(cell.to_vec(), self.waits.len());
                self.waits.push(Waiting::default());
                self.waits.len() - 1
            }
        };
        u32::try_from(place).expect("fewer cells than states")
    }

    /// For [`GlobalQueue::BestCell`]: where the cell of an expanded state is that is better than all on the path to it.
    /// A new cell gets the next turn.
    pub(super) fn enter(&mut self, profile: &Profile, id: StateId) -> u32 {
        let cells = self.waits.len();
        let place = self.place(&profile.cell);
        let is_new = self.waits.len() > cells;
        if is_new {
            self.turn = cells;
        }
        let entered = &mut self.waits[place as usize].entered;
        if is_new || profile.rank < entered.0 {
            *entered = (profile.rank, id);
        }
        if self.best.is_none_or(|(best, ..)| profile.rank < best) {
            self.best = Some((profile.rank, place, id));
        }
        place
    }

    pub(super) fn push(&mut self, place: u32, profile: &Profile, weight: u32, id: StateId) {
        let rank = profile.rank.min(RANK_LIMIT);
        if self.global == GlobalQueue::Rank {
            self.global_queue.push(Reverse((rank, self.arrivals, id)));
        }
        let cell = &mut self.waits[place as usize];
        cell.by_rank.push(Reverse((u64::from(weight.min(0xffff)) << 48 | rank, self.arrivals, id)));
        if self.global == GlobalQueue::BestCell {
            self.waiting += 1;
        } else {
            cell.by_arrival.push(Reverse((weight, self.arrivals, id)));
            self.waiting += 2;
        }
        self.arrivals = self.arrivals.wrapping_add(1);
    }

    /// The bytes that it may allocate at once if that many more states come: the queue of all states moves.
    pub(super) fn growth(&self, more: usize) -> usize {
        let is_used = self.global == GlobalQueue::Rank;
        let is_full = is_used && self.global_queue.capacity() - self.global_queue.len() < more;
        if is_full { (self.global_queue.len() + more) * size_of::<(u64, u32, StateId)>() } else { 0 }
    }

    /// The next state; a state comes once for every order in which it is waiting.
    pub(super) fn pop(&mut self) -> Option<StateId> {
        self.ordinary = !self.ordinary;
        if !self.ordinary
            && let Some(Reverse((_, _, id))) = self.global_queue.pop()
        {
            return Some(id);
        }
        if !self.ordinary
            && let Some(id) = self.pop_best()
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

    /// The states that come next if nothing comes in before, at most so many; those behind the first of each queue are
    /// not looked for.
    pub(super) fn next(&self, most: usize) -> impl Iterator<Item = StateId> {
        let global = match self.global {
            GlobalQueue::None => None,
            GlobalQueue::Rank => self.global_queue.peek().map(|Reverse((_, _, id))| *id),
            GlobalQueue::BestCell => self.best.and_then(|(_, place, _)| self.waits[place as usize].first()),
        };
        let (early, late) = if self.ordinary { (global, None) } else { (None, global) };
        let mut turns = (0..self.waits.len())
            .take(LOOKED_AT)
            .filter_map(|turn| self.waits[(self.turn + turn) % self.waits.len()].peek());
        let first = turns.next();
        early.into_iter().chain(first).chain(late).chain(turns).take(most)
    }

    /// The state of the lowest rank, for [`GlobalQueue::BestCell`].
    pub(super) fn best(&self) -> Option<StateId> {
        self.best.map(|(.., id)| id)
    }

    /// The next state of the best cell; if that is empty, of the best cell that is not.
    fn pop_best(&mut self) -> Option<StateId> {
        let (_, mut place, _) = self.best?;
        if self.waits[place as usize].by_rank.is_empty() {
            let waits = self.waits.iter().enumerate().filter(|(_, cell)| !cell.by_rank.is_empty());
            let (rank, at, id) = waits.map(|(at, cell)| (cell.entered.0, at, cell.entered.1)).min()?;
            place = u32::try_from(at).ok()?;
            self.best = Some((rank, place, id));
        }
        let Reverse((_, _, id)) = self.waits[place as usize].by_rank.pop()?;
        self.waiting -= 1;
        Some(id)
    }

    /// Roughly the bytes that all of it takes.
    pub(super) fn bytes(&self) -> usize {
        self.waiting * size_of::<(u32, u32, u32, StateId)>()
            + self.global_queue.len() * size_of::<(u64, u32, StateId)>()
            + self.waits.len() * 128
    }
}
