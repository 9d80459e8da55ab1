//! Attempts to prove that there is no plan, repeated with more work each time.
//!
//! In: a task, and from time to time an amount of work. Out: a proof that ends the search. Work is counted, not timed,
//! so every machine gives the same result.

use std::sync::{Mutex, PoisonError};

use super::{Attempt, Attempted, Proof, pairs, potentials, resources};
use crate::strips::Task;
use banto_base::limits::Limits;

/// The share of potentials: their memory soon outgrows the processor's caches, and they settle large tasks.
const POTENTIALS: u64 = 2;
/// The share of resources: few tasks have any, but if they do, resources are often decisive.
const RESOURCES: u64 = 8;

/// A method of proof. In: a task, the allowed work, limits.
type Method = fn(&Task, u64, &Limits) -> Attempted;

/// All methods, and how many shares of work they get. Pairs of facts were looked at before the search, if that is not
/// too much work.
const METHODS: &[(Method, u64)] =
    &[(potentials::attempt, POTENTIALS), (resources::attempt, RESOURCES), (pairs::attempt, 1)];

/// A proof that there is no plan, if a method finds one with this much work each.
pub fn disproof(task: &Task, work: u64, limits: &Limits) -> Option<Proof> {
    let mut watch = Watch::new(task, limits);
    watch.attempt(work);
    watch.known.proof
}

/// The result of all attempts so far.
#[derive(Clone, Debug, Default)]
struct ProverState {
    /// The methods that have not had enough work yet, with their shares, and how much they need at least.
    open: Vec<(Method, u64, u64)>,
    proof: Option<Proof>,
}

/// The attempts of searches that share their states: each is made by the first search to get there, on behalf of all.
#[derive(Debug, Default)]
pub struct Attempts(Mutex<SharedProgress>);

/// The number of finished attempts, whether one is running, and the result of the last one.
#[derive(Debug, Default)]
struct SharedProgress {
    count: usize,
    is_under_way: bool,
    known: ProverState,
}

/// Runs alongside a search and tries to prove the task unsolvable.
pub struct Watch<'a> {
    task: &'a Task,
    limits: Limits,
    known: ProverState,
    /// The attempts of all searches, and how many of them this search has seen.
    shared: Option<&'a Attempts>,
    made: usize,
}

impl<'a> Watch<'a> {
    /// No attempts yet.
    pub fn new(task: &'a Task, limits: &Limits) -> Self {
        let open = METHODS.iter().map(|(method, shares)| (*method, *shares, 0));
        let known = ProverState { open: open.collect(), ..ProverState::default() };
        Self { task, limits: limits.clone(), known, shared: None, made: 0 }
    }

    /// Shares attempts with other searches of the same task.
    pub const fn share(&mut self, attempts: &'a Attempts) {
        self.shared = Some(attempts);
    }

    /// Tries to find a proof, with about this much work for each method that has needed more so far. False if another
    /// search is making the attempt: then this one may call again soon.
    #[cold]
    pub fn attempt(&mut self, work: u64) -> bool {
        let Some(Attempts(shared)) = self.shared else {
            self.attempt_alone(work);
            return true;
        };
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut made = lock();
        if made.count > self.made {
            self.known = made.known.clone();
        } else if made.is_under_way {
            return false;
        } else {
            made.is_under_way = true;
            drop(made);
            self.attempt_alone(work);
            made = lock();
            *made = SharedProgress { count: self.made + 1, is_under_way: false, known: self.known.clone() };
        }
        self.made = made.count;
        true
    }

    fn attempt_alone(&mut self, work: u64) {
        let known = &mut self.known;
        let mut open = std::mem::take(&mut known.open);
        open.retain_mut(|(method, shares, needed)| {
            let work = work * *shares;
            if known.proof.is_some() || work < *needed {
                return known.proof.is_none();
            }
            match method(self.task, work, &self.limits) {
                Ok(Attempt::Proof(proof)) => known.proof = Some(proof),
                Ok(Attempt::Nothing) => {}
                Ok(Attempt::TooMuch(least)) => {
                    *needed = least;
                    return true;
                }
                // A limit that is reached also ends the search.
                Err(_) => return true,
            }
            false
        });
        known.open = open;
    }

    /// Whether it is proven that there is no plan.
    pub const fn disproves(&self) -> bool {
        self.known.proof.is_some()
    }

    /// The proof that there is no plan, if there is one.
    pub const fn proof(&self) -> Option<&Proof> {
        self.known.proof.as_ref()
    }
}
