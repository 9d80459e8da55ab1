//! A normal form of states under object symmetries. It is canonical, the same for all states of an orbit, unless facts
//! mention objects of two classes.
//!
//! In: classes of objects, and a state. Out: the state with each class's objects sorted by the facts about them. If
//! facts mention objects of two classes, the classes are sorted in turn; symmetric states may then get different forms,
//! and both are kept.

use super::objects::{Class, Classes};
use crate::strips::{Packing, Task};

/// The most rounds of sorting if facts mention objects of several classes.
const TURNS: usize = 4;

/// Brings states into canonical form.
pub struct Canonical {
    packing: Packing,
    classes: Vec<Class>,
    /// The facts that hold about each object of a class, one object after the other.
    keys: Vec<u32>,
    order: Vec<u32>,
}

impl Canonical {
    /// For a task with these classes.
    pub fn new(task: &Task, classes: Classes) -> Self {
        Self { packing: task.packing().clone(), classes: classes.0, keys: Vec::new(), order: Vec::new() }
    }

    /// Brings a packed state into canonical form.
    pub fn apply(&mut self, state: &mut [u64]) {
        let classes = std::mem::take(&mut self.classes);
        let turns = if classes.len() == 1 { 1 } else { TURNS };
        for _ in 0..turns {
            // A round sorts every class.
            if !classes.iter().fold(false, |changed, class| self.sort(class, state) | changed) {
                break;
            }
        }
        self.classes = classes;
    }

    /// Sorts the objects of a class by the facts about them; returns whether anything changed.
    fn sort(&mut self, class: &Class, state: &mut [u64]) -> bool {
        let width = class.owned[0].len() + class.shared.len();
        self.keys.clear();
        for (index, slots) in class.owned.iter().enumerate() {
            for slot in slots {
                let fact = self.packing.get(state, slot.variable);
                let value = crate::strips::to_u32(fact.index() - slot.first.index());
                self.keys.push(slot.common.get(value as usize).copied().unwrap_or(value));
            }
            for shared in &class.shared {
                let value = self.packing.get(state, shared.variable).index() - shared.first.index();
                let named = shared.names[value].filter(|(object, _)| *object as usize == index);
                self.keys.push(named.map_or(0, |(_, number)| number));
            }
        }
        let keys = &self.keys;
        let key = |object: u32| &keys[object as usize * width..(object as usize + 1) * width];
        self.order.clear();
        self.order.extend(0..crate::strips::to_u32(class.owned.len()));
        if self.order.is_sorted_by_key(|object| key(*object)) {
            return false;
        }
        self.order.sort_by_key(|object| key(*object));
        for (slots, source) in class.owned.iter().zip(&self.order) {
            for (slot, value) in slots.iter().zip(key(*source)) {
                let value = slot.own.get(*value as usize).copied().unwrap_or(*value);
                self.packing.set(state, slot.variable, slot.first.plus(value as usize));
            }
        }
        for shared in &class.shared {
            let value = self.packing.get(state, shared.variable).index() - shared.first.index();
            let Some((object, number)) = shared.names[value] else { continue };
            let place =
                self.order.iter().position(|source| *source == object).expect("every object has a place");
            let value = shared.values[place][number as usize - 1];
            self.packing.set(state, shared.variable, shared.first.plus(value as usize));
        }
        true
    }
}
