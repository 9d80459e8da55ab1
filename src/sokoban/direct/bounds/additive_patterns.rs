//! Lower bounds from groups of boxes: what each group needs alone, added up (additive pattern databases, Korf and
//! Felner 2002).
//!
//! In: positions. Out: a lower bound on pushes, or `None` if a group cannot reach goals. Groups that share no box end
//! on different goals, so the pushes and prices of all groups are not more than those of a solution, and all goals
//! together are paid for once. The prices make boxes that want the same goal look for others, as an assignment does.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::assignment::Assignment;
use super::pattern_database::PatternDatabase;
use crate::direct::context::Context;
use crate::direct::field::Field;
use crate::direct::field::player_distances::PlayerDistances;
use banto_base::limits::Stop;

/// Groups whose costs are at hand, at most; if there are more, all are forgotten.
const KNOWN_LIMIT: usize = 1 << 20;

/// Adds up what groups need, for one position after the other. A copy shares the tables.
#[derive(Clone, Debug)]
pub struct AdditivePatterns {
    table: PatternDatabase,
    walks: Arc<PlayerDistances>,
    /// Costs of groups, by their boxes and the player's region on the whole board. Only looked up, never iterated.
    known: HashMap<u64, Option<u16>, rustc_hash::FxBuildHasher>,
    line: Vec<u32>,
    group: Vec<u32>,
    best: Vec<u32>,
}

impl AdditivePatterns {
    /// With groups of at most `most` boxes, and prices of goals that suit a position with boxes on these cells; `None`
    /// if there are no groups.
    pub fn new(context: &Context, boxes: &[u32], player: u32, most: usize) -> Result<Option<Self>, Stop> {
        let Context { field, open, walks, .. } = context;
        let mut assignment = Assignment::new(field);
        assignment.bound(boxes, player, &open.sides, &open.distances);
        let mut prices: Vec<u16> = assignment.prices().collect();
        if boxes.len() < field.goals.len() || prices.is_empty() {
            prices = vec![0; field.goals.len()];
        }
        let Some(table) = PatternDatabase::new(context, most.min(boxes.len()), &prices)? else {
            return Ok(None);
        };
        let (line, group, best) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Some(Self { table, walks: Arc::clone(walks), known: HashMap::default(), line, group, best }))
    }

    /// The least pushes of all boxes; `None` for a deadlock. `player` names the region on the whole board.
    pub fn pushes(&mut self, field: &Field, boxes: &[u32], player: u32) -> Option<u32> {
        let mut most = 0;
        for first in [0, boxes.len().saturating_sub(1)] {
            self.line_up(field, boxes, first);
            most = most.max(self.best_cuts(field, player)?);
        }
        Some(most.saturating_sub(self.table.paid))
    }

    /// Lines up the boxes, each followed by the nearest of the others.
    fn line_up(&mut self, field: &Field, boxes: &[u32], first: usize) {
        self.line.clear();
        self.line.extend_from_slice(boxes);
        self.line.swap(0, first);
        for at in 1..self.line.len() {
            let row = self.walks.from(field, self.line[at - 1]);
            let others = at..self.line.len();
            let nearest = others.min_by_key(|&one| (row[self.line[one] as usize], self.line[one]));
            self.line.swap(at, nearest.expect("one is left"));
        }
    }

    /// Cuts the line into the groups that need most.
    fn best_cuts(&mut self, field: &Field, player: u32) -> Option<u32> {
        self.best.clear();
        self.best.push(0);
        for end in 1..=self.line.len() {
            let mut most = 0;
            for start in end.saturating_sub(self.table.size)..end {
                let cost = self.cost(field, start..end, player)?;
                most = most.max(self.best[start] + u32::from(cost));
            }
            self.best.push(most);
        }
        self.best.last().copied()
    }

    fn cost(&mut self, field: &Field, range: Range<usize>, player: u32) -> Option<u16> {
        let Self { table, known, line, group, .. } = self;
        group.clear();
        group.extend_from_slice(&line[range]);
        group.sort_unstable();
        let key = table.groups.key(group, player);
        if let Some(&cost) = known.get(&key) {
            return cost;
        }
        let cost = table.cost(field, group, player);
        if known.len() >= KNOWN_LIMIT {
            known.clear();
        }
        known.insert(key, cost);
        cost
    }
}
