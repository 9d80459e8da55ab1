//! The slots in which things lie in a place, and how much room they need.
//!
//! In: where each thing is in each state. Out: for each state, the slot of each thing; blocks of things in rows.

use std::collections::BTreeMap;

use super::graph::Point;
use super::moment::Node;

pub(super) const CLOSE: f64 = 6.0;
/// How many times as wide as high boxes with things are.
const SHAPE: f64 = 1.7;

/// The slots of a node, in it or on it, each with its thing.
pub(super) type Slots = BTreeMap<(Node, bool), Vec<Option<Node>>>;

/// Something laid out: its size, and what is where in it.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) size: Point,
    pub(super) spots: Vec<(Node, Point, Point)>,
}

impl Block {
    /// Makes its outermost box as large as this; what is in it stays in the middle.
    pub(super) fn enlarge(&mut self, size: Point) {
        let across = (size.0 - self.size.0) / 2.0;
        self.spots.iter_mut().skip(1).for_each(|(_, at, _)| at.0 += across);
        self.spots.iter_mut().take(1).for_each(|spot| spot.2 = size);
        self.size = size;
    }

    pub(super) fn put(&mut self, other: &Self, at: Point) {
        self.size = (self.size.0.max(at.0 + other.size.0), self.size.1.max(at.1 + other.size.1));
        let moved = |(node, own, size): &(Node, Point, Point)| (*node, (own.0 + at.0, own.1 + at.1), *size);
        self.spots.extend(other.spots.iter().map(moved));
    }
}

/// How things are laid out in slots: the size of each slot, and whether all are in one row, as stacks are.
#[derive(Clone, Default)]
pub(super) struct SlotGrid {
    pub(super) slots: Vec<Point>,
    pub(super) is_floor: bool,
}

impl SlotGrid {
    pub(super) fn grow(&mut self, other: &Self) {
        self.slots.resize(self.slots.len().max(other.slots.len()), (0.0, 0.0));
        for (slot, more) in self.slots.iter_mut().zip(&other.slots) {
            *slot = (slot.0.max(more.0), slot.1.max(more.1));
        }
        self.is_floor |= other.is_floor;
    }

    /// Things in rows; none is wider than this, unless one thing is, or they are stacks, which stand on one floor.
    pub(super) fn filled(&self, things: &[Option<Block>], most: f64) -> Block {
        let area: f64 = self.slots.iter().map(|slot| (slot.0 + CLOSE) * (slot.1 + CLOSE)).sum();
        let usual = self.slots.iter().map(|slot| slot.0).reduce(f64::min).unwrap_or(0.0);
        let row = if self.is_floor { f64::MAX } else { ((area * SHAPE).sqrt() + 0.8 * usual).min(most) };
        let (mut block, mut at) = (Block::default(), 0);
        while at < self.slots.len() {
            let mut wide = -CLOSE;
            let fits = |slot: &&Point| {
                wide += slot.0 + CLOSE;
                wide <= row
            };
            let count = self.slots[at..].iter().take_while(fits).count().max(1);
            let slots = &self.slots[at..at + count];
            let high = slots.iter().map(|slot| slot.1).fold(0.0, f64::max);
            let (mut left, top) = (0.0, if at > 0 { block.size.1 + CLOSE } else { 0.0 });
            for (number, slot) in slots.iter().enumerate() {
                block.size = (block.size.0.max(left + slot.0), top + high);
                if let Some(Some(thing)) = things.get(at + number) {
                    block.put(thing, (left + (slot.0 - thing.size.0) / 2.0, top + high - thing.size.1));
                }
                left += slot.0 + CLOSE;
            }
            at += count;
        }
        block
    }
}

/// The slots of all states: who stays keeps its slot, who comes takes the one it had, or the first that is free.
pub(super) fn slots(moments: &[BTreeMap<Node, (Node, bool)>]) -> Vec<Slots> {
    let mut all: Vec<Slots> = Vec::new();
    let mut last: BTreeMap<_, usize> = BTreeMap::new();
    for places in moments {
        let mut slots = all.last().cloned().unwrap_or_default();
        for (place, things) in &mut slots {
            things.iter_mut().for_each(|slot| *slot = slot.filter(|thing| places.get(thing) == Some(place)));
        }
        for (thing, place) in places {
            let things = slots.entry(*place).or_default();
            if !things.contains(&Some(*thing)) {
                let known = last.get(&(*thing, *place)).copied().filter(|at| things[*at].is_none());
                let at = known.or_else(|| things.iter().position(Option::is_none)).unwrap_or(things.len());
                things.resize(things.len().max(at + 1), None);
                things[at] = Some(*thing);
                last.insert((*thing, *place), at);
            }
        }
        all.push(slots);
    }
    all
}
