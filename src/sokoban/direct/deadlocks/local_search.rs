//! Small searches that prove deadlocks: greedy best-first, with little effort.
//!
//! In: positions, or a few boxes of one. Out: whether it is proven that they cannot be solved. A whole position is
//! searched only as long as it has a PI-corral, so that only the corral's pushes have to be tried (see
//! [`crate::direct::spaces::corral`]): if none of them leads to a position without one, the first cannot be
//! solved. A group of boxes is searched as if there were no others. A box that can leave the area of the group is taken
//! off the board at once, and nothing else is tried: without it, the position is not harder.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::direct::bounds::Bounds;
use crate::direct::context::Context;
use crate::direct::field::layout::Layout;
use crate::direct::field::{flip, push_number, set_player};
use crate::direct::spaces::corral::Corral;
use crate::direct::spaces::pushes::all_on_goals;

/// Searches one position after the other.
#[derive(Debug)]
pub struct LocalSearch {
    context: Context,
    bounds: Bounds,
    corral: Corral,
    layout: Layout,
    /// Only looked up, never iterated.
    seen: HashSet<Vec<u64>, rustc_hash::FxBuildHasher>,
    /// By the pushes that are left at least; of those, the latest first.
    open: BinaryHeap<(Reverse<u32>, usize, Vec<u64>)>,
    pushes: Vec<u32>,
    /// The player's region after each push, where the cells around say so at once.
    regions: Vec<Option<u32>>,
}

impl LocalSearch {
    pub fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            bounds: Bounds::new(context),
            corral: Corral::new(&context.field),
            layout: Layout::new(&context.field),
            seen: HashSet::default(),
            open: BinaryHeap::new(),
            pushes: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Whether at most `effort` expansions prove that the boxes of a row can neither all reach goals nor leave an area;
    /// and the expansions used. If it `needs_corral`, the proof is that the PI-corrals of a whole position cannot be
    /// opened.
    pub fn search(
        &mut self,
        row: &[u64],
        inside: impl Fn(u32) -> bool,
        needs_corral: bool,
        effort: usize,
    ) -> (bool, usize) {
        let Self { context, bounds, corral, layout, seen, open, pushes, regions } = self;
        let Context { field, limits, .. } = &*context;
        seen.clear();
        open.clear();
        open.push((Reverse(0), 0, row.to_vec()));
        let mut expanded = 0;
        while let Some((_, _, row)) = open.pop() {
            if expanded == effort || all_on_goals(field, &row) {
                return (false, expanded);
            }
            expanded += 1;
            let player = layout.load(&row);
            layout.flood(field, player);
            pushes.clear();
            match corral.pushes(context, layout) {
                Some(inwards) => pushes.extend_from_slice(inwards),
                None if needs_corral => return (false, expanded),
                None => layout.for_each_push(field, &context.open.live, |cell, direction, _| {
                    pushes.push(push_number(cell, direction));
                }),
            }
            let target = |push: u32| field.next(push / 4, push as usize % 4);
            let leaving = pushes.iter().position(|&push| !inside(target(push)));
            if let Some(at) = leaving {
                pushes.swap(0, at);
                pushes.truncate(1);
            }
            let lowest = layout.two_first();
            let region_after = |&push: &u32| layout.region_after(field, (push / 4, target(push)), lowest);
            regions.clear();
            match leaving {
                Some(_) => regions.push(None),
                None => regions.extend(pushes.iter().map(region_after)),
            }
            for (&push, &region) in pushes.iter().zip(&*regions) {
                let from = push / 4;
                let mut next = row.clone();
                flip(&mut next, from);
                if leaving.is_none() {
                    flip(&mut next, target(push));
                }
                let region = region.unwrap_or_else(|| {
                    layout.solid[from as usize] = false;
                    layout.solid[target(push) as usize] = leaving.is_none() || target(push) == field.wall();
                    let region = layout.flood(field, from);
                    layout.shift(target(push), from);
                    region
                });
                set_player(&mut next, region);
                if seen.insert(next.clone())
                    && let Some(left) = bounds.pushes(&next)
                {
                    open.push((Reverse(left), seen.len(), next));
                }
            }
        }
        (limits.check().is_ok(), expanded)
    }
}
