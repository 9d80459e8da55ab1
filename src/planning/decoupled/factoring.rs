//! A factored task: the center as a task, the leaves, and how operators of the center use leaves.
//!
//! In: a ground task. Out: a [`Factoring`], or `None` if no part of the task moves alone.

use std::borrow::Cow;

use super::choose::leaves;
use super::footprint::lift_footprints;
use super::leaf::Leaf;
use super::twins::without_twins;
use crate::strips::{Builder, FactId, Lists, OpId, Task, to_u32};
use banto_base::limits::{Limits, Stop};

/// An operator of the center requires a leaf to have one of the first values of these pairs, and sets it to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) leaf: u32,
    pub(super) pairs: (u32, u32),
}

/// A factored task.
pub struct Factoring<'a> {
    /// The task with footprints lifted and without twins, whose facts appear in states. Its operators have the numbers
    /// of the original.
    pub task: Cow<'a, Task>,
    /// The operators of the center, without their conditions and effects on leaves.
    pub(super) center: Task,
    /// For each operator of the center, its number in the task.
    pub(super) origin: Vec<u32>,
    /// For each operator of the task, its number in the center; [`LEAF`] for those of leaves.
    pub(super) place: Vec<u32>,
    pub(super) leaves: Vec<Leaf>,
    link_ends: Vec<u32>,
    links: Vec<Link>,
    pub(super) pairs: Vec<(u32, u32)>,
    /// For each operator of the center, the leaves whose sets it may change.
    touched: Lists,
    /// The number of footprints that were lifted.
    pub footprints: usize,
}

/// The place of an operator that is a leaf's own.
pub(super) const LEAF: u32 = u32::MAX;

impl<'a> Factoring<'a> {
    /// Factors a task; `None` if it has no leaves.
    pub fn find(task: &'a Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        if !task.axioms().is_empty() {
            return Ok(None);
        }
        let (task, footprints) = match lift_footprints(task, limits)? {
            Some((lifted, footprints)) => (Cow::Owned(lifted), footprints),
            None => (Cow::Borrowed(task), 0),
        };
        let task = without_twins(&task, limits)?.map_or(task, Cow::Owned);
        let leaves = leaves(&task, limits)?;
        if leaves.is_empty() {
            return Ok(None);
        }
        Self::with(task, leaves, footprints, limits).map(Some)
    }

    fn with(
        task: Cow<'a, Task>,
        leaves: Vec<(Leaf, Vec<OpId>)>,
        footprints: usize,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut leaf_of = vec![None; task.variables().len()];
        let mut is_leaf = vec![false; task.operator_count()];
        let mut reads = Vec::new();
        for (index, (leaf, own)) in leaves.iter().enumerate() {
            leaf_of[leaf.variable.index()] = Some(index);
            own.iter().for_each(|operator| is_leaf[operator.index()] = true);
            reads.push(leaf.reads(&task, own));
        }
        let mut leaves: Vec<Leaf> = leaves.into_iter().map(|(leaf, _)| leaf).collect();
        let mut offset = task.packing().words();
        for leaf in &mut leaves {
            leaf.offset = offset;
            offset += leaf.words;
        }
        let is_center = |fact: &FactId| leaf_of[task.variable_of(*fact).index()].is_none();
        let mut builder = Builder::like(&task, task.initial().to_vec());
        let (mut origin, mut place) = (Vec::new(), vec![LEAF; task.operator_count()]);
        let (mut link_ends, mut links, mut pairs) = (vec![0], Vec::new(), Vec::new());
        let mut touched = Vec::new();
        let (mut center, mut effects) = (Vec::new(), Vec::new());
        for operator in task.operators().filter(|operator| !is_leaf[operator.index()]) {
            limits.check()?;
            let condition = task.condition(operator);
            center.clear();
            center.extend(condition.iter().copied().filter(is_center));
            effects.clear();
            let of_center = task.effects(operator).filter(|effect| is_center(&effect.fact));
            effects.extend(of_center.map(|effect| (effect.condition.to_vec(), effect.fact)));
            let (schema, arguments) = task.step(operator);
            builder.operator(schema, arguments, task.cost(operator), &center, &effects);
            for (index, leaf) in leaves.iter().enumerate() {
                let value = |fact: FactId| to_u32(fact.index() - leaf.first.index());
                let mine = |fact: &FactId| task.variable_of(*fact) == leaf.variable;
                let from = condition.iter().copied().find(mine).map(value);
                let to = task.effects(operator).map(|effect| effect.fact).filter(mine).last().map(value);
                if from.is_some() || to.is_some() {
                    let start = to_u32(pairs.len());
                    let starts = from.map_or(0..to_u32(leaf.size), |from| from..from + 1);
                    pairs.extend(starts.map(|from| (from, to.unwrap_or(from))));
                    links.push(Link { leaf: to_u32(index), pairs: (start, to_u32(pairs.len())) });
                    touched.push((origin.len(), index));
                } else if effects.iter().any(|(_, fact)| reads[index][task.variable_of(*fact).index()]) {
                    touched.push((origin.len(), index));
                }
            }
            link_ends.push(to_u32(links.len()));
            place[operator.index()] = to_u32(origin.len());
            origin.push(operator.into());
        }
        let goal = task.goal().iter().copied().filter(is_center).collect();
        let center = builder.finish(goal);
        let touched = Lists::new(origin.len(), touched.iter().copied());
        Ok(Self { task, center, origin, place, leaves, link_ends, links, pairs, touched, footprints })
    }

    /// The task for estimates of how many steps of the center are left: leaves move at no cost.
    pub fn task_with_free_leaves(&self) -> Task {
        self.task.with_costs(|operator| u64::from(self.place[operator.index()] != LEAF))
    }

    /// Whether all operators of leaves cost nothing: then a cheapest path of the center yields a cheapest plan.
    pub fn leaves_cost_nothing(&self) -> bool {
        self.task
            .operators()
            .all(|operator| self.place[operator.index()] != LEAF || self.task.cost(operator) == 0)
    }

    /// The leaves, each by its facts.
    pub fn leaves(&self) -> impl Iterator<Item = Vec<FactId>> {
        self.leaves.iter().map(|leaf| self.task.variables()[leaf.variable.index()].facts().collect())
    }

    pub(crate) fn is_of_leaf(&self, operator: OpId) -> bool {
        self.place[operator.index()] == LEAF
    }

    /// Whether a fact is about a leaf.
    pub(crate) fn is_leaf(&self, fact: FactId) -> bool {
        let variable = self.task.variable_of(fact);
        self.leaves.iter().any(|leaf| leaf.variable == variable)
    }

    /// The number of operators that change only a leaf.
    pub fn leaf_operators(&self) -> usize {
        self.place.iter().filter(|place| **place == LEAF).count()
    }

    /// The leaf conditions and leaf effects of an operator of the center.
    #[inline]
    pub(super) fn links(&self, operator: usize) -> &[Link] {
        &self.links[self.link_ends[operator] as usize..self.link_ends[operator + 1] as usize]
    }

    #[inline]
    pub(super) fn pairs(&self, link: &Link) -> &[(u32, u32)] {
        &self.pairs[link.pairs.0 as usize..link.pairs.1 as usize]
    }

    /// The leaves whose sets an operator of the center may change.
    #[inline]
    pub(super) fn touched(&self, operator: usize) -> &[u32] {
        self.touched.of(operator)
    }

    /// The words of a row with all sets.
    pub(super) fn shown_words(&self) -> usize {
        self.leaves.last().map_or(0, |leaf| leaf.offset + leaf.words)
    }
}
