//! The slots in which things lie in a place, and how much room they need.
//!
//! In: where each thing is in each state. Out: for each state, the slot of each thing; blocks of things in rows.

use std::collections::BTreeMap;

use super::graph::Point;
use super::moment::Node;

pub(super) const CLOSE: f64 = 6.0;
/// How many times as wide as high boxes are: with things, and with stacks.
const SHAPE: f64 = 1.7;
const SHAPE_OF_STACKS: f64 = 7.0;

/// The slots of a node, in it or on it, each with its thing.
pub(super) type Slots = BTreeMap<(Node, bool), Vec<Option<Node>>>;

/// Something laid out: its size, and what is where in it.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) size: Point,
    pub(super) spots: Vec<(Node, Point, Point)>,
}

impl Block {
    pub(super) fn put(&mut self, other: &Self, at: Point) {
        self.size = (self.size.0.max(at.0 + other.size.0), self.size.1.max(at.1 + other.size.1));
        let moved = |(node, own, size): &(Node, Point, Point)| (*node, (own.0 + at.0, own.1 + at.1), *size);
        self.spots.extend(other.spots.iter().map(moved));
    }
}

/// How things are laid out in slots: the size of a slot, and how many there are.
#[derive(Clone, Copy, Default)]
pub(super) struct SlotGrid {
    pub(super) slot: Point,
    pub(super) count: usize,
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture"
)]
impl SlotGrid {
    pub(super) fn grow(&mut self, other: &Self) {
        self.slot = (self.slot.0.max(other.slot.0), self.slot.1.max(other.slot.1));
        self.count = self.count.max(other.count);
    }

    /// Whether stacks stand there.
    pub(super) fn is_tall(&self) -> bool {
        self.slot.1 > self.slot.0
    }

    pub(super) fn filled(&self, things: &[Option<Block>]) -> Block {
        let shape = if self.is_tall() { SHAPE_OF_STACKS } else { SHAPE };
        let wanted = (self.count as f64 * shape * self.slot.1 / self.slot.0.max(1.0)).sqrt().ceil();
        let columns = (wanted as usize).clamp(1, self.count.max(1));
        let length =
            |count: usize, each: f64| count as f64 * (each + CLOSE) - if count > 0 { CLOSE } else { 0.0 };
        let size =
            (length(columns.min(self.count), self.slot.0), length(self.count.div_ceil(columns), self.slot.1));
        let mut block = Block { size, spots: Vec::new() };
        for (at, thing) in things.iter().enumerate() {
            let Some(thing) = thing else { continue };
            let (column, row) = ((at % columns) as f64, (at / columns) as f64);
            let left = column * (self.slot.0 + CLOSE) + (self.slot.0 - thing.size.0) / 2.0;
            block.put(thing, (left, row * (self.slot.1 + CLOSE) + self.slot.1 - thing.size.1));
        }
        block
    }
}

/// The slots of all states: who stays keeps its slot, who comes takes the first that is free.
pub(super) fn slots(moments: &[BTreeMap<Node, (Node, bool)>]) -> Vec<Slots> {
    let mut all: Vec<Slots> = Vec::new();
    for places in moments {
        let mut slots = all.last().cloned().unwrap_or_default();
        for (place, things) in &mut slots {
            things.iter_mut().for_each(|slot| *slot = slot.filter(|thing| places.get(thing) == Some(place)));
        }
        for (thing, place) in places {
            let things = slots.entry(*place).or_default();
            if !things.contains(&Some(*thing)) {
                match things.iter_mut().find(|slot| slot.is_none()) {
                    Some(slot) => *slot = Some(*thing),
                    None => things.push(Some(*thing)),
                }
            }
        }
        all.push(slots);
    }
    all
}
