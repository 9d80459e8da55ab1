//! Lower bounds, and dead ends: freeze deadlocks and the assignment of boxes to goals.
//!
//! In: rows. Out: lower bounds on pushes and on walks, or `None` for a deadlock. Boxes that are frozen on goals count
//! as walls for all others, so that a goal room that was filled from the wrong end is recognized as a deadlock.

pub(super) mod additive_patterns;
pub(super) mod assignment;
pub(super) mod pattern_database;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use self::additive_patterns::AdditivePatterns;
use self::assignment::Assignment;
use super::context::{BoardTables, Context};
use super::field::freeze::ImmovableBoxes;
use super::field::layout::Layout;
use super::field::player;
use super::spaces::pushes::Pushes;
use super::spaces::walks::{Measure, Walks, count_steps};
use banto_base::limits::Stop;
use banto_search::{At, Claims, Cost, Estimate, Heuristic};

/// Lower bounds for one position after the other.
#[derive(Debug)]
pub struct Bounds {
    context: Context,
    immovable: ImmovableBoxes,
    assignment: Assignment,
    tables: Arc<BoardTables>,
    /// The tables of the last assignment.
    assigned: Arc<BoardTables>,
    movable: Vec<u32>,
    steps: Vec<u32>,
    pub(super) layout: Layout,
}

impl Bounds {
    pub fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            immovable: ImmovableBoxes::new(&context.field),
            assignment: Assignment::new(&context.field),
            tables: Arc::clone(&context.open),
            assigned: Arc::clone(&context.open),
            movable: Vec::new(),
            steps: vec![0; context.field.len() + 1],
            layout: Layout::new(&context.field),
        }
    }

    /// The least pushes that a position needs; `None` if it is certain that it cannot be solved.
    pub fn pushes(&mut self, row: &[u64]) -> Option<u32> {
        let player = self.layout.load(row);
        // Zero is never wrong where a limit is reached.
        self.pushes_of_layout(player).unwrap_or(Some(0))
    }

    /// As [`Self::pushes`], for the position in the layout.
    fn pushes_of_layout(&mut self, player: u32) -> Result<Option<u32>, Stop> {
        let Self { context, immovable, assignment, tables, assigned, movable, layout, .. } = self;
        let Context { field, open, .. } = &*context;
        *tables = Arc::clone(open);
        let mut known = 0;
        loop {
            immovable.frozen(field, &tables.live, &layout.boxes);
            if immovable.is_deadlock(field) {
                return Ok(None);
            }
            if immovable.boxes.len() == known {
                break;
            }
            known = immovable.boxes.len();
            *tables = context.tables_with(&immovable.boxes, &immovable.is_immovable)?;
        }
        movable.clear();
        let frozen = &immovable.is_immovable;
        movable.extend(layout.boxes.iter().copied().filter(|&cell| !frozen[cell as usize]));
        if !Arc::ptr_eq(tables, assigned) {
            assignment.renew();
            *assigned = Arc::clone(tables);
        }
        Ok(assignment.bound(movable, player, &tables.sides, &tables.distances))
    }

    /// The steps to the nearest cell from which a box can be pushed to a live cell.
    fn steps_to_a_push(&mut self, row: &[u64]) -> Option<u32> {
        let player = self.layout.load(row);
        let Context { field, open, .. } = &self.context;
        self.layout.flood(field, player);
        // The region is in the order of distance.
        let region = self.layout.region();
        let pushable = |cell: u32| {
            (0..4).any(|direction| {
                let ahead = field.next(cell, direction);
                let beyond = field.next(ahead, direction);
                ahead != field.wall()
                    && self.layout.solid[ahead as usize]
                    && !self.layout.solid[beyond as usize]
                    && open.live[beyond as usize]
            })
        };
        let nearest = region.iter().copied().find(|&cell| pushable(cell))?;
        count_steps(field, &self.layout, &mut self.steps);
        Some(self.steps[nearest as usize])
    }
}

impl Heuristic<Pushes<'_>> for Bounds {
    fn evaluate(&mut self, at: &At<'_, Pushes<'_>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        self.pushes(at.state).map_or(Estimate::DeadEnd { safe: true }, Estimate::Cost)
    }

    fn claims(&self) -> Claims {
        // A box that freezes can raise the estimate by any amount: it is not consistent.
        Claims { admissible: true, consistent: false, safe: true }
    }
}

/// [`Bounds`], in long searches with an additive pattern-database bound: the maximum of both.
pub struct BoundsWithPatterns {
    bounds: Bounds,
    /// The number of states to evaluate before groups are measured.
    left: u64,
    measured: Measured,
    groups: Option<AdditivePatterns>,
}

/// The pattern databases, measured once for all ranks of a search. The other ranks wait: without the table they would
/// expand states in vain.
pub type Measured = Arc<OnceLock<Option<AdditivePatterns>>>;

/// Groups are measured after all ranks have evaluated this many states: measuring takes about as long as these.
const LONG: u64 = 100_000;
/// The most boxes of a group.
const GROUP: usize = 5;
/// About what their table and its answers take; without so much room, the search goes on as before.
const PATTERN_BYTES: usize = 128 << 20;

impl BoundsWithPatterns {
    /// Bounds for positions of this level at one of several ranks.
    pub fn new(context: &Context, ranks: usize, measured: Measured) -> Self {
        Self { bounds: Bounds::new(context), left: LONG / ranks as u64, measured, groups: None }
    }
}

impl Heuristic<Pushes<'_>> for BoundsWithPatterns {
    fn evaluate(&mut self, at: &At<'_, Pushes<'_>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let Self { bounds, left, measured, groups } = self;
        let Some(pushes) = bounds.pushes(at.state) else { return Estimate::DeadEnd { safe: true } };
        let (boxes, player) = (&bounds.layout.boxes, player(at.state));
        if *left > 0 {
            *left -= 1;
            if *left > 0 {
                return Estimate::Cost(pushes);
            }
            // Where a limit is reached, the search ends.
            let has_room = bounds.context.limits.has_room(PATTERN_BYTES);
            let measure = || AdditivePatterns::new(&bounds.context, boxes, player, GROUP).unwrap_or(None);
            groups.clone_from(measured.get_or_init(|| if has_room { measure() } else { None }));
        }
        let Some(groups) = groups else { return Estimate::Cost(pushes) };
        match groups.pushes(&bounds.context.field, boxes, player) {
            Some(most) => Estimate::Cost(most.max(pushes)),
            None => Estimate::DeadEnd { safe: true },
        }
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: false, safe: true }
    }
}

/// Bounds on pushes and moves together: the least pushes, and the walk to the first push.
pub struct WalkBounds<M> {
    bounds: Bounds,
    measure: PhantomData<M>,
}

impl<M> WalkBounds<M> {
    pub fn new(context: &Context) -> Self {
        Self { bounds: Bounds::new(context), measure: PhantomData }
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
