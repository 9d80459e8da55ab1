//! Pattern databases (Culberson and Schaeffer 1998): costs of all groups of boxes up to some size without other boxes,
//! found by pulling boxes back from the goals.
//!
//! In: a context, prices of goals. Out: for each group and each region of the player the least sum of pushes and of the
//! prices of the goals to which they lead; a group that is not in the table cannot reach goals at all.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::direct::context::Context;
use crate::direct::field::Field;
use crate::direct::field::layout::Layout;
use banto_base::limits::Stop;

/// The groups of the largest size that has at most this many placements are used.
const SETS_LIMIT: u64 = 400_000;

/// The table. A copy shares the costs.
#[derive(Clone, Debug)]
pub struct PatternDatabase {
    costs: Arc<Costs>,
    /// The number of boxes of the largest groups.
    pub size: usize,
    /// The prices of all goals.
    pub paid: u32,
    pub groups: Groups,
}

/// By the boxes and the lowest cell of the player's region. Only looked up, never iterated.
type Costs = HashMap<u64, u16, rustc_hash::FxBuildHasher>;

/// Puts groups on the board and names them.
#[derive(Clone, Debug)]
pub struct Groups {
    layout: Layout,
    /// Above all cells.
    base: u64,
}

impl Groups {
    fn new(field: &Field) -> Self {
        Self { layout: Layout::new(field), base: field.len() as u64 + 1 }
    }

    /// Puts a group on the board, whose boxes are in order.
    fn put(&mut self, boxes: &[u32]) {
        for &cell in &self.layout.boxes {
            self.layout.solid[cell as usize] = false;
        }
        self.layout.boxes.clear();
        self.layout.boxes.extend_from_slice(boxes);
        for &cell in boxes {
            self.layout.solid[cell as usize] = true;
        }
    }

    /// The name of a group with the player in a region.
    pub fn key(&self, boxes: &[u32], region: u32) -> u64 {
        let digit = |sum: u64, &cell: &u32| sum * self.base + u64::from(cell) + 1;
        digit(boxes.iter().fold(0, digit), &region)
    }
}

impl PatternDatabase {
    /// Fills the table for groups of at most `most` boxes; `None` if there are no groups of several boxes. `prices` has
    /// one for each goal; if there are fewer boxes than goals, they must be zero.
    pub fn new(context: &Context, most: usize, prices: &[u16]) -> Result<Option<Self>, Stop> {
        let field = &*context.field;
        let live = context.open.live.iter().filter(|&&live| live).count() as u64;
        let sets =
            |size: usize| (0..size as u64).fold(1, |sets, at| sets * live.saturating_sub(at) / (at + 1));
        let groups = Groups::new(field);
        let fits = |size: &usize| {
            let digits = u32::try_from(*size + 1).unwrap_or(u32::MAX);
            sets(*size) <= SETS_LIMIT && groups.base.checked_pow(digits).is_some()
        };
        let most = most.min(field.goals.len());
        let Some(size) = (2..=most).take_while(fits).last() else { return Ok(None) };
        let paid = prices.iter().map(|&price| u32::from(price)).sum();
        let mut table = Self { costs: Arc::default(), size, paid, groups };
        for size in 1..=size {
            table.add(context, size, prices)?;
        }
        Ok(Some(table))
    }

    /// The cost of a group whose boxes are in order; `None` if it cannot reach goals.
    pub fn cost(&mut self, field: &Field, boxes: &[u32], player: u32) -> Option<u16> {
        self.groups.put(boxes);
        let region = self.groups.layout.flood(field, player);
        self.costs.get(&self.groups.key(boxes, region)).copied()
    }

    /// Adds all groups of a size: first those on goals, then what is one pull away, and so on.
    fn add(&mut self, context: &Context, size: usize, prices: &[u16]) -> Result<(), Stop> {
        let Context { field, open, limits, .. } = context;
        let mut waiting = self.on_goals(context, size, prices)?;
        let Self { costs, groups, .. } = self;
        let costs = Arc::get_mut(costs).expect("nobody shares a table in the making");
        let (mut next, mut pulls) = (vec![0; size], Vec::new());
        let mut cost = 0;
        while cost < waiting.len() {
            for place in std::mem::take(&mut waiting[cost]).chunks_exact(size + 1) {
                let (boxes, region) = (&place[..size], place[size]);
                let known = costs.entry(groups.key(boxes, region));
                let Entry::Vacant(vacant) = known else { continue };
                limits.check()?;
                vacant.insert(u16::try_from(cost).unwrap_or(u16::MAX));
                groups.put(boxes);
                let layout = &mut groups.layout;
                layout.flood(field, region);
                let lowest = layout.two_first();
                pulls.clear();
                layout.for_each_pull(field, &open.live, |from, _, to, player| {
                    pulls.push((from, to, player, None));
                });
                for (from, to, _, region) in &mut pulls {
                    *region = layout.region_after(field, (*from, *to), lowest);
                }
                for &(from, to, player, region) in &pulls {
                    let region = region.unwrap_or_else(|| {
                        layout.shift(from, to);
                        let region = layout.flood(field, player);
                        layout.shift(to, from);
                        region
                    });
                    next.copy_from_slice(boxes);
                    next[boxes.partition_point(|&cell| cell < from)] = to;
                    next.sort_unstable();
                    enter(&mut waiting, cost + 1, &next, region);
                }
            }
            cost += 1;
        }
        Ok(())
    }

    /// Groups of a size on goals, by cost: the boxes of each, then the player's region.
    fn on_goals(&mut self, context: &Context, size: usize, prices: &[u16]) -> Result<Vec<Vec<u32>>, Stop> {
        let Context { field, limits, .. } = context;
        let mut waiting = Vec::new();
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            limits.check()?;
            let boxes: Vec<u32> = chosen.iter().map(|&goal| field.goals[goal]).collect();
            let price = chosen.iter().map(|&goal| usize::from(prices[goal])).sum();
            self.groups.put(&boxes);
            for seed in boxes.iter().flat_map(|&cell| field.around(cell)) {
                if !self.groups.layout.solid[seed as usize] {
                    let region = self.groups.layout.flood(field, seed);
                    enter(&mut waiting, price, &boxes, region);
                }
            }
            // The next choice of goals.
            let Some(at) = (0..size).rev().find(|&at| chosen[at] + size < prices.len() + at) else {
                return Ok(waiting);
            };
            chosen[at] += 1;
            (at + 1..size).for_each(|later| chosen[later] = chosen[later - 1] + 1);
        }
    }
}

fn enter(waiting: &mut Vec<Vec<u32>>, cost: usize, boxes: &[u32], region: u32) {
    if waiting.len() <= cost {
        waiting.resize(cost + 1, Vec::new());
    }
    waiting[cost].extend_from_slice(boxes);
    waiting[cost].push(region);
}
