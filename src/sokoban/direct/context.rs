//! What all parts of a search share: the field, the distances on it, and the limits.
//!
//! In: a field, and sets of boxes that cannot move. Out: a [`Context`], and for each such set a cached [`Situation`].
//! A part that is stopped midway returns an answer that is safe; the search asks the same limits before it goes on,
//! and ends.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use super::distances::Distances;
use super::field::Field;
use super::sides::Sides;
use crate::limits::{Limits, Stop};

/// The distances that hold while some boxes cannot move, and the cells where a box may be then.
#[derive(Debug)]
pub struct Situation {
    /// The parts of the board around single boxes; what cannot move is wall.
    pub sides: Arc<Sides>,
    /// Pushes of single boxes.
    pub distances: Distances,
    /// Where a box may be; false for the wall.
    pub live: Vec<bool>,
}

impl Situation {
    fn new(field: &Field, fixed: &[bool], limits: &Limits) -> Result<Self, Stop> {
        Self::of_sides(field, Arc::new(Sides::new(field, fixed, limits)?), fixed, limits)
    }

    fn of_sides(field: &Field, sides: Arc<Sides>, fixed: &[bool], limits: &Limits) -> Result<Self, Stop> {
        let distances = Distances::to_goals(field, &sides, fixed, limits)?;
        let live = distances.live(&sides);
        Ok(Self { sides, distances, live })
    }

    fn bytes(&self) -> usize {
        self.sides.bytes() + self.distances.bytes() + self.live.len() + 128
    }
}

/// Situations by what tells them apart. The keys are only looked up, never iterated.
#[derive(Debug)]
pub struct Situations<K> {
    known: HashMap<Vec<K>, Arc<Situation>, rustc_hash::FxBuildHasher>,
    bytes: usize,
    /// The bytes that they may take; if there are more, all are dropped.
    room: usize,
}

impl<K: Hash + Eq + Clone> Situations<K> {
    /// None yet.
    pub fn new(room: usize) -> Self {
        Self { known: HashMap::default(), bytes: 0, room }
    }

    /// The situation of a key; `fixed` says which boxes cannot move.
    pub fn get<'a>(
        &mut self,
        context: &Context,
        key: &[K],
        fixed: impl FnOnce() -> &'a [bool],
    ) -> Result<Arc<Situation>, Stop> {
        if let Some(found) = self.known.get(key) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(Situation::new(&context.field, fixed(), &context.limits)?);
        self.bytes += made.bytes();
        if self.bytes > self.room {
            self.known.clear();
            self.bytes = made.bytes();
        }
        self.known.insert(key.to_vec(), Arc::clone(&made));
        Ok(made)
    }
}

/// What never changes while a level is being searched.
#[derive(Clone, Debug)]
pub struct Context {
    /// The field.
    pub field: Arc<Field>,
    /// The parts of the board around single boxes.
    pub sides: Arc<Sides>,
    /// Distances when no box is stuck.
    pub open: Arc<Situation>,
    /// What every loop asks.
    pub limits: Limits,
}

impl Context {
    /// Measures a field.
    pub fn new(field: Field, limits: &Limits) -> Result<Self, Stop> {
        let open = Arc::new(Situation::new(&field, &vec![false; field.len() + 1], limits)?);
        Ok(Self { field: Arc::new(field), sides: Arc::clone(&open.sides), open, limits: limits.clone() })
    }

    /// The same board with other goals, which are given in order.
    pub fn toward(&self, goals: Vec<u32>) -> Result<Self, Stop> {
        let (field, sides) = (self.field.with_goals(goals), Arc::clone(&self.sides));
        let nothing = vec![false; field.len() + 1];
        let open = Situation::of_sides(&field, Arc::clone(&sides), &nothing, &self.limits)?;
        Ok(Self { field: Arc::new(field), sides, open: Arc::new(open), limits: self.limits.clone() })
    }
}
