//! Chooses the window to solve next.
//!
//! In: a plan. Out: windows, each as an order of the plan's steps and a range of it. Three kinds take turns: ranges of
//! an order in which dependent steps are together, ranges of the plan itself, and clusters of dependent steps. Small
//! ones come first; once all sizes are done, each gets more effort in the next round.

use std::ops::Range;
use std::rc::Rc;

use super::order::Dependences;
use super::plan_states::{PlanReplay, Trace};
use crate::strips::OpId;

/// The sizes of windows, in steps.
const SIZES: [usize; 8] = [8, 13, 20, 32, 50, 80, 120, 180];
/// The evaluations by `ff` that a window gets in the first round.
const EFFORT: u64 = 200;

#[derive(Clone, Copy, Debug)]
enum Candidate {
    /// A range of one of the orders.
    Range(usize, usize),
    /// The steps around one.
    Cluster(usize),
}

/// Windows of one plan, in turn.
#[derive(Default)]
pub(super) struct WindowSchedule {
    /// The plan, and the same with dependent steps together.
    orders: Vec<Rc<Trace>>,
    dependences: Option<Dependences>,
    size: usize,
    candidates: Vec<Candidate>,
    next: usize,
    pub(super) round: usize,
    /// Whether each window in this round was proven optimal.
    pub(super) is_complete: bool,
}

impl WindowSchedule {
    /// Whether these windows belong to another plan.
    pub(super) fn is_stale(&self, plan: &Trace) -> bool {
        self.orders.first().is_none_or(|order| order.steps != plan.steps)
    }

    /// Continues with another plan: smaller windows may have become worthwhile.
    pub(super) fn begin(&mut self, replay: &mut PlanReplay<'_, '_>, plan: &Trace, dependences: Dependences) {
        let gathered: Vec<OpId> = dependences.gathered(&plan.steps);
        self.orders = vec![Rc::new(plan.clone())];
        let gathered = replay.trace(gathered).filter(|order| order.steps != plan.steps);
        self.orders.extend(gathered.map(Rc::new));
        self.dependences = Some(dependences);
        self.size = self.size.saturating_sub(1);
        self.is_complete = true;
        self.list();
    }

    /// The evaluations by `ff` that a window gets.
    pub(super) fn effort(&self) -> u64 {
        EFFORT << (2 * self.round).min(40)
    }

    fn list(&mut self) {
        self.next = 0;
        self.candidates.clear();
        let count = self.orders.first().map_or(0, |order| order.steps.len());
        let length = SIZES[self.size].min(count);
        // At first, windows overlap by half, so that all of the plan is covered soon.
        let step = length / if self.round == 0 { 2 } else { 4 };
        for at in (0..count.max(1)).step_by(step.max(1)) {
            if at + length <= count {
                self.candidates.extend((0..self.orders.len()).rev().map(|order| Candidate::Range(order, at)));
            }
            if length < count {
                self.candidates.push(Candidate::Cluster(at));
            }
        }
    }

    /// The next window; `None` if the round is over.
    pub(super) fn next(&mut self, replay: &mut PlanReplay<'_, '_>) -> Option<(Rc<Trace>, Range<usize>)> {
        loop {
            let count = self.orders[0].steps.len();
            let length = SIZES[self.size].min(count);
            let Some(candidate) = self.candidates.get(self.next) else {
                if length == count || self.size + 1 == SIZES.len() {
                    return None;
                }
                self.size += 1;
                self.list();
                continue;
            };
            self.next += 1;
            match *candidate {
                Candidate::Range(order, at) => {
                    return Some((Rc::clone(&self.orders[order]), at..at + length));
                }
                Candidate::Cluster(seed) => {
                    let Some(dependences) = &self.dependences else { continue };
                    let Some(window) = dependences.cluster(seed, length) else { continue };
                    let (order, start) = dependences.gather(&self.orders[0].steps, &window);
                    if let Some(trace) = replay.trace(order) {
                        return Some((Rc::new(trace), start..start + window.len()));
                    }
                }
            }
        }
    }

    /// Starts the next round, with small windows again; true if nothing is left to do.
    pub(super) fn next_round(&mut self) -> bool {
        let is_done = self.is_complete;
        self.round += 1;
        self.is_complete = true;
        self.size = 0;
        self.list();
        is_done
    }
}
