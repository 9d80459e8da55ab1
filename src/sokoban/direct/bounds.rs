//! What is left to do at least, and whether it can be done at all: freezing and assignment together.
//!
//! In: rows. Out: lower bounds on pushes and on walks, or "dead". Boxes that are frozen on goals count as walls for all others, so
//! that a goal room that was filled from the wrong end is seen to be lost.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::rc::Rc;

use super::distances::{Distances, Sides};
use super::field::{Field, Table};
use super::freeze::Freeze;
use super::matching::Matching;
use super::space_pushes::Pushes;
use super::space_walks::{Measure, Walks, count_steps};
use crate::search::{At, Claims, Cost, Estimate, Heuristic};

/// The tables for sets of frozen boxes that are kept take at most this many bytes.
const TABLES_LIMIT: usize = 64 << 20;

/// The distances that hold while some boxes are frozen, and the cells where a box may be then.
#[derive(Debug)]
pub struct Situation {
    /// The parts of the board around single boxes; what is frozen is wall.
    pub sides: Rc<Sides>,
    /// Pushes of single boxes.
    pub distances: Distances,
    /// Where a box may be; an entry for the wall, too.
    pub live: Vec<bool>,
}

impl Situation {
    /// What holds while the boxes on these cells cannot move.
    #[must_use]
    pub fn new(field: &Field, fixed: &[bool]) -> Self {
        let sides = Rc::new(Sides::with_walls(field, fixed));
        let distances = Distances::new(field, &sides, fixed);
        let live = distances.live(&sides);
        Self { sides, distances, live }
    }

    /// The bytes that it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.sides.bytes() + self.distances.bytes() + self.live.len() + 128
    }
}

/// What never changes while a level is being searched: the field and the distances on it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The field.
    pub field: Rc<Field>,
    /// The parts of the board around single boxes.
    pub sides: Rc<Sides>,
    /// Distances when nothing is frozen.
    pub open: Rc<Situation>,
}

impl Ground {
    /// Measures a field.
    #[must_use]
    pub fn new(field: Field) -> Self {
        let open = Rc::new(Situation::new(&field, &vec![false; field.len() + 1]));
        Self { field: Rc::new(field), sides: Rc::clone(&open.sides), open }
    }
}

/// Lower bounds for one position after the other.
#[derive(Debug)]
pub struct Bounds {
    ground: Ground,
    freeze: Freeze,
    matching: Matching,
    /// By the frozen boxes. Only looked up, never walked.
    situations: HashMap<Vec<u32>, Rc<Situation>, rustc_hash::FxBuildHasher>,
    bytes: usize,
    situation: Rc<Situation>,
    movable: Vec<u32>,
    steps: Vec<u32>,
    pub(super) table: Table,
}

impl Bounds {
    /// Bounds on this ground.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        Self {
            ground: ground.clone(),
            freeze: Freeze::new(&ground.field),
            matching: Matching::new(&ground.field),
            situations: HashMap::default(),
            bytes: 0,
            situation: Rc::clone(&ground.open),
            movable: Vec::new(),
            steps: vec![0; ground.field.len() + 1],
            table: Table::new(&ground.field),
        }
    }

    /// The least pushes that a position needs; nothing when it is certain that it cannot be solved.
    pub fn pushes(&mut self, row: &[u64]) -> Option<u32> {
        let keeper = self.table.load(row);
        self.pushes_of_table(keeper)
    }

    /// The same for the position that is laid out in the table.
    pub(crate) fn pushes_of_table(&mut self, keeper: u32) -> Option<u32> {
        let Ground { field, sides, open } = &self.ground;
        self.situation = Rc::clone(open);
        if self.freeze.find(field, &open.live, &self.table.boxes).is_empty() {
            return self.matching.bound(&self.table.boxes, keeper, sides, &open.distances);
        }
        let mut known = 0;
        loop {
            self.freeze.find(field, &self.situation.live, &self.table.boxes);
            if self.freeze.is_deadlock(field) {
                return None;
            }
            let frozen = self.freeze.boxes();
            if frozen.len() == known {
                break;
            }
            known = frozen.len();
            self.situation = match self.situations.get(frozen) {
                Some(found) => Rc::clone(found),
                None => {
                    let made = Rc::new(Situation::new(field, self.freeze.cells()));
                    self.bytes += made.bytes();
                    if self.bytes > TABLES_LIMIT {
                        self.situations.clear();
                        self.bytes = made.bytes();
                    }
                    self.situations.insert(frozen.to_vec(), Rc::clone(&made));
                    made
                }
            };
        }
        self.movable.clear();
        let frozen = self.freeze.cells();
        self.movable.extend(self.table.boxes.iter().copied().filter(|&cell| !frozen[cell as usize]));
        let Situation { sides, distances, .. } = &*self.situation;
        self.matching.bound(&self.movable, keeper, sides, distances)
    }

    /// The steps to the nearest place from which some push is possible that does not lose a box at once.
    fn steps_to_a_push(&mut self, row: &[u64]) -> Option<u32> {
        let keeper = self.table.load(row);
        let Ground { field, open, .. } = &self.ground;
        self.table.flood(field, keeper);
        // The region is in the order of distance.
        let region = self.table.region();
        let pushable = |cell: u32| {
            (0..4).any(|direction| {
                let ahead = field.next(cell, direction);
                let beyond = field.next(ahead, direction);
                ahead != field.wall()
                    && self.table.solid[ahead as usize]
                    && !self.table.solid[beyond as usize]
                    && open.live[beyond as usize]
            })
        };
        let nearest = region.iter().copied().find(|&cell| pushable(cell))?;
        count_steps(field, &self.table, &mut self.steps);
        Some(self.steps[nearest as usize])
    }
}

impl Heuristic<Pushes<'_>> for Bounds {
    fn evaluate(&mut self, at: &At<'_, Pushes<'_>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        self.pushes(at.state).map_or(Estimate::DeadEnd { safe: true }, Estimate::Cost)
    }

    fn claims(&self) -> Claims {
        // What freezes makes the estimate jump, so that it is not consistent.
        Claims { admissible: true, consistent: false, safe: true }
    }
}

/// Bounds on pushes and moves together: the pushes, and the walk to the first of them.
#[derive(Debug)]
pub struct WalkBounds<M> {
    bounds: Bounds,
    measure: PhantomData<M>,
}

impl<M> WalkBounds<M> {
    /// Bounds on this ground.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        Self { bounds: Bounds::new(ground), measure: PhantomData }
    }
}

impl<M: Measure> Heuristic<Walks<'_, M>> for WalkBounds<M> {
    fn evaluate(&mut self, at: &At<'_, Walks<'_, M>>, _preferred: &mut Vec<u32>) -> Estimate<M::Cost> {
        let Some(pushes) = self.bounds.pushes(at.state) else { return Estimate::DeadEnd { safe: true } };
        if pushes == 0 {
            return Estimate::Cost(M::Cost::ZERO);
        }
        match self.bounds.steps_to_a_push(at.state) {
            Some(steps) => Estimate::Cost(M::of(pushes, pushes + steps)),
            None => Estimate::DeadEnd { safe: true },
        }
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: false, safe: true }
    }
}
