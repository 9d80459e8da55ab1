//! The steps of a task as relations between states: one for each operator, those of equal cost joined as far as they
//! stay small (Torralba, Alcázar, Kissmann and Edelkamp 2017).
//!
//! In: a task, where its bits are and where its facts hold. Out: relations by cost. A relation mentions the bits that
//! it writes after the step, and whatever it asks for before the step; where joined ones write different bits, what one
//! of them leaves alone stays the same.

use std::collections::{BTreeMap, VecDeque};

use super::diagrams::{Diagram, Diagrams, Halt};
use super::facts::{Facts, afterwards};
use super::operations::{after, before};
use super::variables::Variables;
use crate::strips::{OpId, Task, VarId};

/// The most nodes of a relation that is joined of others.
const MOST_NODES: usize = 100_000;
/// The steps that joining relations may take together.
const WORK: u64 = 1 << 23;

/// Steps of equal cost.
#[derive(Clone)]
pub(super) struct Relation {
    pub(super) steps: Diagram,
    /// The bits that are written, as a cube and as numbers.
    pub(super) written: Diagram,
    bits: Vec<u32>,
}

/// The relations of a task by cost.
pub(super) type Relations = BTreeMap<u64, Vec<Relation>>;

/// What relations are made of.
pub(super) struct Maker<'a> {
    pub(super) task: &'a Task,
    pub(super) variables: &'a Variables,
    pub(super) facts: &'a Facts,
}

impl Maker<'_> {
    /// The operators in the order in which they are joined: those that write the same are neighbors.
    pub(super) fn operators(&self) -> Vec<OpId> {
        let mut operators: Vec<OpId> = self.task.operators().collect();
        operators.sort_by_cached_key(|operator| {
            (self.written(*operator), self.task.condition(*operator).to_vec())
        });
        operators
    }

    /// The variables that an operator writes.
    fn written(&self, operator: OpId) -> Vec<u32> {
        let variables = self.task.effects(operator).map(|effect| self.task.variable_of(effect.fact));
        let mut bits: Vec<u32> =
            variables.flat_map(|variable| self.variables.bits(self.task, variable)).collect();
        bits.sort_unstable();
        bits.dedup();
        bits
    }

    /// The steps of an operator.
    pub(super) fn relation(&self, operator: OpId, diagrams: &mut Diagrams) -> Result<Relation, Halt> {
        let bits = self.written(operator);
        let mut parts = Vec::new();
        let mut changed: Vec<VarId> =
            self.task.effects(operator).map(|effect| self.task.variable_of(effect.fact)).collect();
        changed.sort_unstable();
        changed.dedup();
        for variable in changed {
            let own: Vec<u32> = self.variables.bits(self.task, variable).collect();
            let mut value = unchanged(&own, diagrams)?;
            // The last effect that happens counts.
            for effect in self.task.effects(operator) {
                if self.task.variable_of(effect.fact) == variable {
                    let condition = self.facts.all(effect.condition, diagrams)?;
                    let new = afterwards(self.task, self.variables, effect.fact, diagrams)?;
                    value = diagrams.choose(condition, new, value)?;
                }
            }
            parts.push(value);
        }
        parts.sort_unstable_by_key(|part| std::cmp::Reverse(diagrams.level(*part)));
        let effect = diagrams.and_all(parts)?;
        let condition = self.facts.all(self.task.condition(operator), diagrams)?;
        let steps = diagrams.and(condition, effect)?;
        Ok(Relation { steps, written: cube(&bits, diagrams)?, bits })
    }
}

fn cube(bits: &[u32], diagrams: &mut Diagrams) -> Result<Diagram, Halt> {
    diagrams.cube(bits.iter().map(|bit| (before(*bit), true)))
}

/// That these bits stay as they are.
fn unchanged(bits: &[u32], diagrams: &mut Diagrams) -> Result<Diagram, Halt> {
    bits.iter().rev().try_fold(Diagram::ALL, |below, bit| {
        let same = diagrams.same(before(*bit), after(*bit))?;
        diagrams.and(same, below)
    })
}

/// Relations that are being joined, those of one cost after those of another.
pub(super) struct Joining {
    /// By cost: those that are left of this round, and the next round's.
    left: Vec<(u64, VecDeque<Relation>, Vec<Relation>)>,
    /// The cost that is worked on, whether this round has joined any, and where joining ends.
    at: usize,
    joins: bool,
    end: u64,
}

impl Joining {
    pub(super) fn new(relations: Relations, diagrams: &Diagrams) -> Self {
        let left = relations.into_iter().map(|(cost, list)| (cost, list.into(), Vec::new())).collect();
        Self { left, at: 0, joins: false, end: diagrams.steps() + WORK }
    }

    /// Joins two neighbors if they are small together. False if no two are left.
    pub(super) fn advance(&mut self, diagrams: &mut Diagrams) -> Result<bool, Halt> {
        let Some((_, left, next)) = self.left.get_mut(self.at).filter(|_| diagrams.steps() < self.end) else {
            return Ok(false);
        };
        if left.len() < 2 {
            next.extend(left.pop_front());
            left.extend(next.drain(..));
            self.at += usize::from(!std::mem::take(&mut self.joins));
            return Ok(true);
        }
        diagrams.grant(8 * MOST_NODES as u64);
        let joined = match both(&left[0], &left[1], diagrams) {
            Err(Halt::Work) => None,
            joined => joined?,
        };
        let pair = left.drain(..2);
        match joined {
            Some(one) => {
                self.joins = true;
                next.push(one);
            }
            None => next.extend(pair),
        }
        Ok(true)
    }

    /// The relations as they are, by cost.
    pub(super) fn relations(&self) -> impl Iterator<Item = (u64, impl Iterator<Item = &Relation>)> {
        self.left.iter().map(|(cost, left, next)| (*cost, left.iter().chain(next)))
    }
}

/// Two relations as one; `None` if it is too large.
fn both(one: &Relation, other: &Relation, diagrams: &mut Diagrams) -> Result<Option<Relation>, Halt> {
    let mut bits = [&one.bits[..], &other.bits].concat();
    bits.sort_unstable();
    bits.dedup();
    let mut whole = Diagram::NONE;
    for relation in [one, other] {
        let alone: Vec<u32> =
            bits.iter().copied().filter(|bit| relation.bits.binary_search(bit).is_err()).collect();
        let same = unchanged(&alone, diagrams)?;
        let steps = diagrams.and(relation.steps, same)?;
        whole = diagrams.or(whole, steps)?;
    }
    if diagrams.count(whole, MOST_NODES) > MOST_NODES {
        return Ok(None);
    }
    Ok(Some(Relation { steps: whole, written: cube(&bits, diagrams)?, bits }))
}
