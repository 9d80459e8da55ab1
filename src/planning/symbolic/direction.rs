//! Uniform-cost search over sets of states, in one direction: from the initial state on, or back from the goal.
//!
//! In: relations by cost. Out: sets of states by their least cost, the cheapest first. Each call does one operation on
//! diagrams, which can be given up and tried again. Steps that cost nothing are taken to a fixpoint before others, and
//! each round of them is a layer of its own, so that every state of a layer has a predecessor in an earlier one.

use std::collections::{BTreeMap, VecDeque};

use super::diagrams::{Diagram, Diagrams, Halt};
use super::exclusions::Exclusions;
use super::operations::Way;
use super::relation::Relation;

/// States of which this is the least cost.
#[derive(Clone, Copy)]
pub(super) struct Layer {
    pub(super) cost: u64,
    pub(super) set: Diagram,
}

/// What has become known of states.
#[derive(Clone, Copy)]
pub(super) enum News {
    /// This is their least cost.
    Closed(Layer),
    /// They can be reached at this cost.
    Opened(Layer),
}

/// A layer whose steps are being taken.
struct Expansion {
    cost: u64,
    /// All states of this cost so far, and those whose free steps are being taken.
    whole: Diagram,
    fresh: Diagram,
    /// The relations: which cost, and which of them is next.
    class: usize,
    next: usize,
    /// The images that are not united yet.
    parts: VecDeque<Diagram>,
    /// The nodes of the layer.
    nodes: usize,
}

/// A search in one direction.
pub(super) struct Direction {
    pub(super) way: Way,
    /// Where it starts.
    pub(super) start: Diagram,
    pub(super) open: BTreeMap<u64, VecDeque<Diagram>>,
    pub(super) closed: Diagram,
    pub(super) layers: Vec<Layer>,
    expansion: Option<Expansion>,
    /// The steps that the last layer took, and its nodes.
    last: (u64, usize),
    /// The steps that this one has taken.
    spent: u64,
    /// The steps that this layer is expected to take.
    pub(super) expected: u64,
    /// Whether costs did not fit in 64 bits.
    pub(super) overflows: bool,
}

/// Relations by cost.
pub(super) type Classes = [(u64, Vec<Relation>)];

impl Direction {
    pub(super) fn new(way: Way, start: Diagram) -> Self {
        Self {
            way,
            start,
            open: BTreeMap::from([(0, VecDeque::from([start]))]),
            closed: Diagram::NONE,
            layers: Vec::new(),
            expansion: None,
            last: (1, 1),
            spent: 0,
            expected: 1,
            overflows: false,
        }
    }

    /// All diagrams that it needs.
    pub(super) fn diagrams(&self) -> impl Iterator<Item = Diagram> + '_ {
        let layers = self.layers.iter().map(|layer| layer.set);
        let expansion = self.expansion.iter();
        let now = expansion.flat_map(|now| now.parts.iter().copied().chain([now.whole, now.fresh]));
        self.open.values().flatten().copied().chain(layers).chain(now).chain([self.start, self.closed])
    }

    /// Whether a layer has just been closed, or steps are being taken from it.
    pub(super) const fn is_expanding(&self) -> bool {
        self.expansion.is_some()
    }

    /// The least cost of states that may not be closed, and of those whose steps may not all have been taken; `None` if
    /// there are none.
    pub(super) fn least(&self, classes: &Classes) -> (Option<u64>, Option<u64>) {
        let open = self.open.keys().next().copied();
        let Some(now) = &self.expansion else { return (open, open) };
        if classes.get(now.class).is_some_and(|(cost, _)| *cost == 0) {
            return (Some(now.cost), Some(now.cost));
        }
        let next = classes.iter().map(|(cost, _)| *cost).find(|cost| *cost > 0);
        let next = next.and_then(|next| now.cost.checked_add(next));
        (open.into_iter().chain(next).min(), Some(now.cost))
    }

    /// Does one operation.
    pub(super) fn advance(
        &mut self,
        classes: &Classes,
        exclusions: &Exclusions<'_>,
        diagrams: &mut Diagrams,
    ) -> Result<Option<News>, Halt> {
        let start = diagrams.steps();
        let news = self.operate(classes, exclusions, diagrams);
        self.spent += diagrams.steps() - start;
        news
    }

    fn operate(
        &mut self,
        classes: &Classes,
        exclusions: &Exclusions<'_>,
        diagrams: &mut Diagrams,
    ) -> Result<Option<News>, Halt> {
        let Some(now) = &mut self.expansion else { return self.begin(diagrams) };
        let Some((cost, relations)) = classes.get(now.class) else {
            self.last = (self.spent, now.nodes);
            self.expansion = None;
            return Ok(None);
        };
        if let Some(relation) = relations.get(now.next) {
            let from = if *cost == 0 { now.fresh } else { now.whole };
            let image = diagrams.image(self.way, from, relation.steps, relation.written)?;
            now.next += 1;
            now.parts.extend((image != Diagram::NONE).then_some(image));
            return Ok(None);
        }
        if unite(&mut now.parts, diagrams)? {
            return Ok(None);
        }
        let mut set = now.parts.front().copied().unwrap_or(Diagram::NONE);
        if self.way == Way::Backwards {
            set = exclusions.within(set, diagrams)?;
        }
        if *cost > 0 {
            (now.class, now.next) = (now.class + 1, 0);
            now.parts.clear();
            let Some(cost) = now.cost.checked_add(*cost) else {
                self.overflows |= set != Diagram::NONE;
                return Ok(None);
            };
            if set == Diagram::NONE {
                return Ok(None);
            }
            self.open.entry(cost).or_default().push_back(set);
            return Ok(Some(News::Opened(Layer { cost, set })));
        }
        let set = diagrams.and(set, !self.closed)?;
        let whole = diagrams.or(now.whole, set)?;
        let closed = diagrams.or(self.closed, set)?;
        now.next = 0;
        now.parts.clear();
        if set == Diagram::NONE {
            now.class += 1;
            return Ok(None);
        }
        (now.whole, now.fresh, self.closed) = (whole, set, closed);
        let layer = Layer { cost: now.cost, set };
        self.layers.push(layer);
        Ok(Some(News::Closed(layer)))
    }

    /// Closes the cheapest open states.
    fn begin(&mut self, diagrams: &mut Diagrams) -> Result<Option<News>, Halt> {
        let Some(mut entry) = self.open.first_entry() else { return Ok(None) };
        let cost = *entry.key();
        if unite(entry.get_mut(), diagrams)? {
            return Ok(None);
        }
        let set = entry.get().front().copied().unwrap_or(Diagram::NONE);
        let set = diagrams.and(set, !self.closed)?;
        let closed = diagrams.or(self.closed, set)?;
        entry.remove();
        if set == Diagram::NONE {
            return Ok(None);
        }
        self.closed = closed;
        let layer = Layer { cost, set };
        self.layers.push(layer);
        let (nodes, parts) = (diagrams.count(set, usize::MAX), VecDeque::new());
        let (steps, before) = self.last;
        // As the last layer, by its size.
        let expected = u128::from(steps) * nodes as u128 / before.max(1) as u128;
        self.expected = u64::try_from(expected).unwrap_or(u64::MAX).max(1);
        self.spent = 0;
        self.expansion = Some(Expansion { cost, whole: set, fresh: set, class: 0, next: 0, parts, nodes });
        Ok(Some(News::Closed(layer)))
    }
}

/// Unites the first two of some sets, so that all are of like size. False if there is one at most.
fn unite(parts: &mut VecDeque<Diagram>, diagrams: &mut Diagrams) -> Result<bool, Halt> {
    let (Some(one), Some(other)) = (parts.front(), parts.get(1)) else { return Ok(false) };
    let both = diagrams.or(*one, *other)?;
    parts.drain(..2);
    parts.push_back(both);
    Ok(true)
}
