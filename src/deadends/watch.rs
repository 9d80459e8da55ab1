//! When proofs are tried: after some expansions, then after four times as many, each time with work in proportion.
//!
//! In: a task. Out: a [`Prune`] that ends the search with a proof, and the reason. The work is counted, so that the same happens on
//! every machine. What the search does is not known here, only how many states it has expanded.

use std::cell::RefCell;

use super::{Attempt, Attempted, pairs, weights};
use crate::limits::Limits;
use crate::search::{Prune, PruneClaims, Space};
use crate::strips::Task;

/// The first attempts are made after so many expansions.
const FIRST: u64 = 256;
/// Each time so many times later.
const LATER: u64 = 4;
/// Work for each operator and expansion: a small share of what an estimate takes.
const SHARE: u64 = 4;
/// Operators at least: small tasks have an overhead for each state, too.
const FEWEST: usize = 64;

/// A means with its name: a task, the work that it may take, limits.
type Means = fn(&Task, u64, &Limits) -> Attempted;

/// All means, the cheap ones first.
const MEANS: &[Means] = &[weights::attempt, pairs::attempt];

/// The reason why there is no plan, if a means finds one with this much work each.
///
/// ```
/// use banto::deadends::disproof;
/// use banto::ground::ground;
/// use banto::limits::Limits;
/// use banto::task;
///
/// // A token that is spent, and two goals that each need it.
/// let domain = "(define (domain d) (:predicates (token) (a) (b))
///     (:action get-a :precondition (token) :effect (and (a) (not (token))))
///     (:action get-b :precondition (token) :effect (and (b) (not (token)))))";
/// let problem = "(define (problem p) (:domain d) (:init (token)) (:goal (and (a) (b))))";
/// let task = task::read(domain, problem).unwrap();
/// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
/// assert!(disproof(&ground_task, 10_000, &Limits::none()).is_some());
/// ```
#[must_use]
pub fn disproof(task: &Task, work: u64, limits: &Limits) -> Option<String> {
    MEANS.iter().find_map(|means| match means(task, work, limits) {
        Ok(Attempt::Proof(reason)) => Some(reason),
        _ => None,
    })
}

/// Watches a search, and tries to prove that it is in vain.
pub struct Watch<'a> {
    task: &'a Task,
    limits: Limits,
    expanded: u64,
    /// When proofs are tried next; never for a watch that is off.
    next: u64,
    /// The means that have not had enough work yet.
    open: Vec<Means>,
    reason: &'a RefCell<Option<String>>,
    disproved: bool,
}

impl<'a> Watch<'a> {
    /// A watch that leaves the reason of a proof behind; one that is off only counts.
    #[must_use]
    pub fn new(task: &'a Task, on: bool, limits: &Limits, reason: &'a RefCell<Option<String>>) -> Self {
        let next = if on { FIRST } else { u64::MAX };
        Self {
            task,
            limits: limits.clone(),
            expanded: 0,
            next,
            open: MEANS.to_vec(),
            reason,
            disproved: false,
        }
    }

    #[cold]
    fn attempt(&mut self) {
        let work = self.expanded * SHARE * self.task.operator_count().max(FEWEST) as u64;
        self.next = self.expanded * LATER;
        let mut open = std::mem::take(&mut self.open);
        open.retain(|means| match means(self.task, work, &self.limits) {
            _ if self.disproved => false,
            Ok(Attempt::Proof(reason)) => {
                *self.reason.borrow_mut() = Some(reason);
                self.disproved = true;
                false
            }
            Ok(Attempt::Nothing) => false,
            // A limit that is reached ends the search, too.
            Ok(Attempt::TooMuch) | Err(_) => true,
        });
        self.open = open;
    }
}

impl<S: Space> Prune<S> for Watch<'_> {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    #[inline]
    fn begin(&mut self, _: &S, _: &[u64]) {
        self.expanded += 1;
        if self.expanded == self.next {
            self.attempt();
        }
    }

    #[inline]
    fn disproves(&self) -> bool {
        self.disproved
    }
}
