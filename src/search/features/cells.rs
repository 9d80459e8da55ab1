//! The open list of feature-space search: a queue for each cell of feature space, and an optional order over all cells.
//!
//! In: open states with their [`Profile`], which is the projection of a state onto the features, and their weights.
//! Out: the state to expand next. Cells take turns; in each, the states of the lowest weight come first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::storage::pool::StateId;

/// Priorities from here on count as equal: priority and weight share a number.
const PRIORITY_LIMIT: u64 = (1 << 48) - 1;
/// The projection of a state onto the feature space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The features. States with equal features are in the same cell.
    pub features: Vec<u32>,
    /// Breaks ties between states of equal features and weight; the lower goes first. Only 48 bits count.
    pub priority: u64,
    /// Whatever else the guide needs to weigh steps.
    pub notes: Vec<u32>,
}

/// An order over all cells, which gets every second turn: which states it takes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GlobalQueue {
    /// There is no such order: all turns go to cells.
    #[default]
    None,
    /// Those of the cell whose states have the lowest priority. A state that is not better than all states on the path
    /// to it stays in the cell of the best of them, so that a detour does not count as a step back.
    BestCell,
}

/// The open states, by cell.
#[derive(Default)]
pub(crate) struct Cells {
    queues: Vec<CellQueue>,
    /// Where each cell is in `queues`. Only looked up, never iterated.
    places: HashMap<Vec<u32>, usize, rustc_hash::FxBuildHasher>,
    /// The cell that has the next turn.
    turn: usize,
    /// The entries in the queues of all cells.
    queued: usize,
    arrivals: u32,
    global: GlobalQueue,
    /// Whether the order over all cells has the next turn.
    is_global_next: bool,
    /// For [`GlobalQueue::BestCell`]: the lowest priority so far, its cell and its state.
    best: Option<(u64, u32, StateId)>,
}

/// The open states of one cell. Both queues hold every state and take turns; with [`GlobalQueue::BestCell`], the second
/// one stays empty.
#[derive(Default)]
struct CellQueue {
    by_priority: BinaryHeap<Reverse<(u64, u32, StateId)>>,
    by_arrival: BinaryHeap<Reverse<(u32, u32, StateId)>>,
    /// Whether `by_arrival` has the next turn.
    is_arrival_next: bool,
    /// For [`GlobalQueue::BestCell`]: the lowest priority that [`Cells::enter`] has seen here, and its state.
    best: (u64, StateId),
}

impl CellQueue {
    fn pop(&mut self) -> Option<StateId> {
        let is_arrival = self.is_arrival_next;
        self.is_arrival_next = !is_arrival;
        if is_arrival && let Some(Reverse((_, _, id))) = self.by_arrival.pop() {
            return Some(id);
        }
        self.by_priority.pop().map(|Reverse((_, _, id))| id)
    }
}

impl Cells {
    /// No states yet.
    pub(crate) fn new(global: GlobalQueue) -> Self {
        Self { global, ..Self::default() }
    }

    /// The place of a cell, which is added if it is new.
    pub(crate) fn place(&mut self, cell: &[u32]) -> u32 {
        let place = match self.places.get(cell) {
            Some(&place) => place,
            None => {
                self.places.insert(cell.to_vec(), self.queues.len());
                self.queues.push(CellQueue::default());
                self.queues.len() - 1
            }
        };
        u32::try_from(place).expect("fewer cells than states")
    }

    /// For [`GlobalQueue::BestCell`]: the place of an expanded state's cell, if the state is better than all states on
    /// the path to it. A new cell gets the next turn.
    pub(crate) fn enter(&mut self, profile: &Profile, id: StateId) -> u32 {
        let count = self.queues.len();
        let place = self.place(&profile.features);
        let is_new = self.queues.len() > count;
        if is_new {
            self.turn = count;
        }
        let best = &mut self.queues[place as usize].best;
        if is_new || profile.priority < best.0 {
            *best = (profile.priority, id);
        }
        if self.best.is_none_or(|(best, ..)| profile.priority < best) {
            self.best = Some((profile.priority, place, id));
        }
        place
    }

    pub(crate) fn push(&mut self, place: u32, profile: &Profile, weight: u32, id: StateId) {
        let priority = profile.priority.min(PRIORITY_LIMIT);
        let cell = &mut self.queues[place as usize];
        cell.by_priority.push(Reverse((u64::from(weight.min(0xffff)) << 48 | priority, self.arrivals, id)));
        if self.global == GlobalQueue::BestCell {
            self.queued += 1;
        } else {
            cell.by_arrival.push(Reverse((weight, self.arrivals, id)));
            self.queued += 2;
        }
        self.arrivals = self.arrivals.wrapping_add(1);
    }

    /// The next state; a state is returned once for every queue that holds it.
    pub(crate) fn pop(&mut self) -> Option<StateId> {
        let is_global = self.is_global_next;
        self.is_global_next = !is_global;
        if is_global && let Some(id) = self.pop_global() {
            return Some(id);
        }
        if self.queued == 0 {
            return None;
        }
        loop {
            let turn = self.turn;
            self.turn = (self.turn + 1) % self.queues.len();
            if let Some(id) = self.queues[turn].pop() {
                self.queued -= 1;
                return Some(id);
            }
        }
    }

    /// The state of the lowest priority, for [`GlobalQueue::BestCell`].
    pub(crate) fn best(&self) -> Option<StateId> {
        self.best.map(|(.., id)| id)
    }

    /// The first state of the best cell; if that is empty, of the best cell that is not.
    fn pop_global(&mut self) -> Option<StateId> {
        let (_, mut place, _) = self.best?;
        if self.queues[place as usize].by_priority.is_empty() {
            let filled = self.queues.iter().enumerate().filter(|(_, cell)| !cell.by_priority.is_empty());
            let (priority, at, id) = filled.map(|(at, cell)| (cell.best.0, at, cell.best.1)).min()?;
            place = u32::try_from(at).ok()?;
            self.best = Some((priority, place, id));
        }
        let Reverse((_, _, id)) = self.queues[place as usize].by_priority.pop()?;
        self.queued -= 1;
        Some(id)
    }

    /// Roughly the bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.queued * size_of::<(u32, u32, u32, StateId)>() + self.queues.len() * 128
    }
}
