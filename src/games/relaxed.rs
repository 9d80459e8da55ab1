//! The `distance` estimate: how far each side is from a win if nothing is ever deleted and the other side does not
//! move.
//!
//! In: the rules of a game and the facts that hold. Out: by how much the side to move is ahead. The distance is the
//! additive estimate of planning (Bonet and Geffner 2001): a condition costs the sum of its facts, a fact as much as
//! its cheapest achiever, a move one.

use std::cell::RefCell;

use crate::{Rules, Side};
use banto_planning::strips::{FactId, OpId};

/// More than any distance that counts.
const FAR: u32 = 40;
/// The points for a lead of one move.
const MOVE: i32 = 20;

/// The memory of one computation.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    costs: RefCell<Vec<u32>>,
    /// Facts that cost nothing: each side gets its turn.
    free: Vec<bool>,
    /// For each fact, whether it says that a derived atom does not hold.
    denials: Vec<bool>,
}

impl Relaxed {
    pub(super) fn new(rules: &Rules) -> Self {
        let count = rules.task.fact_count();
        let mut free = vec![false; count];
        for fact in rules.moves.to_move.facts.iter().flatten() {
            free[fact.index()] = true;
        }
        let denial = |fact: usize| {
            let info = rules.task.variables()[rules.moves.variable[fact] as usize];
            info.layer.is_some() && info.first.index() != fact
        };
        Self { costs: RefCell::new(vec![0; count]), free, denials: (0..count).map(denial).collect() }
    }

    /// The lead of the mover in points.
    pub(super) fn lead(&self, rules: &Rules, mover: Side, holds: &impl Fn(u32) -> bool) -> i32 {
        let distance = |side: Side| i32::try_from(self.distance(rules, side, holds)).unwrap_or(0);
        let (mine, theirs) = (distance(mover), distance(mover.other()));
        // The side to move is half a move ahead.
        if mine == theirs { MOVE / 2 } else { (theirs - mine) * MOVE + MOVE / 2 }
    }

    fn distance(&self, rules: &Rules, side: Side, holds: &impl Fn(u32) -> bool) -> u32 {
        let Some(goal) = rules.wins.facts[side.index()] else { return FAR };
        let mut costs = self.costs.borrow_mut();
        for (fact, cost) in (0u32..).zip(costs.iter_mut()) {
            *cost = match holds(fact) || self.free[fact as usize] {
                true => 0,
                // How a derived fact becomes false is not examined: it takes at least one move.
                false if self.denials[fact as usize] => 1,
                false => FAR,
            };
        }
        let lower = |costs: &mut Vec<u32>, fact: usize, cost: u32| {
            let better = cost < costs[fact];
            if better {
                costs[fact] = cost;
            }
            better
        };
        loop {
            let mut changed = false;
            for (rule, one) in rules.task.axioms().iter().enumerate() {
                let sum = sum(&costs, rules.moves.bodies.of(rule).iter().copied());
                changed |= lower(&mut costs, one.head.index(), sum);
            }
            for operator in &rules.moves.of_side[side.index()] {
                let id = OpId::from(*operator);
                let condition = rules.task.condition(id).iter().map(|fact| u32::from(*fact));
                let base = sum(&costs, condition).saturating_add(1).min(FAR);
                if base == FAR {
                    continue;
                }
                for effect in rules.task.effects(id) {
                    let when = sum(&costs, effect.condition.iter().map(|fact: &FactId| u32::from(*fact)));
                    changed |= lower(&mut costs, effect.fact.index(), (base + when).min(FAR));
                }
            }
            if !changed {
                return costs[goal as usize];
            }
        }
    }
}

fn sum(costs: &[u32], facts: impl Iterator<Item = u32>) -> u32 {
    facts.fold(0, |sum, fact| (sum + costs[fact as usize]).min(FAR))
}
