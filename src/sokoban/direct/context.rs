//! The context that all parts of a search share: the field, the distances on it, and the limits.
//!
//! In: a field, and sets of boxes that cannot move. Out: a [`Context`], and for each such set a [`BoardTables`].
//! Results are computed once and shared by all clones of the context, in all threads. A part that is stopped midway
//! returns an answer that is safe; the search checks the same limits before it continues, and ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::field::Field;
use super::field::distances::Distances;
use super::field::player_distances::PlayerDistances;
use super::field::sides::Sides;
use banto_base::limits::{Limits, Stop};
use banto_search::KnownDeadlocks;

/// The tables for sets of boxes that cannot move take at most this many bytes; if they take more, all are dropped.
const TABLES_LIMIT: usize = 64 << 20;

/// The board with some boxes as walls, which cannot move: distances, and the cells where other boxes may be.
#[derive(Debug)]
pub struct BoardTables {
    /// The parts of the board around single boxes; what cannot move is wall.
    pub sides: Arc<Sides>,
    /// Pushes of single boxes.
    pub distances: Distances,
    /// Where a box may be; false for the wall.
    pub live: Vec<bool>,
}

impl BoardTables {
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

/// Tables by the boxes that cannot move. The keys are only looked up, never iterated.
#[derive(Debug, Default)]
struct KnownTables {
    by_boxes: HashMap<Vec<u32>, Arc<BoardTables>, rustc_hash::FxBuildHasher>,
    bytes: usize,
}

/// Tables for all searches of a level.
#[derive(Clone, Debug)]
pub struct Context {
    pub field: Arc<Field>,
    /// The parts of the board around single boxes.
    pub sides: Arc<Sides>,
    /// How far the player walks.
    pub walks: Arc<PlayerDistances>,
    /// The tables that hold while every box can move.
    pub open: Arc<BoardTables>,
    pub limits: Limits,
    known: Arc<Mutex<KnownTables>>,
    /// Groups of boxes in which deadlocks were looked for.
    pub deadlocks: Arc<Mutex<KnownDeadlocks<u32>>>,
}

impl Context {
    pub fn new(field: Field, limits: &Limits) -> Result<Self, Stop> {
        let open = Arc::new(BoardTables::new(&field, &vec![false; field.len() + 1], limits)?);
        Ok(Self::of(field, open, limits))
    }

    fn of(field: Field, open: Arc<BoardTables>, limits: &Limits) -> Self {
        Self {
            walks: Arc::new(PlayerDistances::new(&field)),
            field: Arc::new(field),
            sides: Arc::clone(&open.sides),
            open,
            limits: limits.clone(),
            known: Arc::default(),
            deadlocks: Arc::default(),
        }
    }

    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// The tables that hold while these boxes cannot move; `fixed` is true for their cells.
    pub fn tables_with(&self, boxes: &[u32], fixed: &[bool]) -> Result<Arc<BoardTables>, Stop> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().by_boxes.get(boxes) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(BoardTables::new(&self.field, fixed, &self.limits)?);
        let mut known = known();
        known.bytes += made.bytes();
        if known.bytes > TABLES_LIMIT {
            known.by_boxes.clear();
            known.bytes = made.bytes();
        }
        // Another thread may have made the same meanwhile.
        let same = known.by_boxes.insert(boxes.to_vec(), Arc::clone(&made));
        known.bytes -= same.map_or(0, |same| same.bytes());
        Ok(made)
    }

    /// A context of the board with some boxes as walls, and with other goals.
    pub fn among(&self, boxes: &[u32], goals: Vec<u32>) -> Result<Self, Stop> {
        let field = self.field.with_walls(boxes).with_goals(goals);
        let mut fixed = vec![false; field.len() + 1];
        boxes.iter().for_each(|&cell| fixed[cell as usize] = true);
        let open = BoardTables::new(&field, &fixed, &self.limits)?;
        Ok(Self::of(field, Arc::new(open), &self.limits))
    }

    /// A context of the board with other goals, which are given in order.
    pub fn toward(&self, goals: Vec<u32>) -> Result<Self, Stop> {
        let field = self.field.with_goals(goals);
        let nothing = vec![false; field.len() + 1];
        let open = BoardTables::of_sides(&field, Arc::clone(&self.sides), &nothing, &self.limits)?;
        Ok(Self::of(field, Arc::new(open), &self.limits))
    }
}
