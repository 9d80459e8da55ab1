//! The space of macro steps.
//!
//! In: a factored task. Out: a [`Space`] with the states of the decoupled one. From a state, every chain of moves of
//! one thing leads to a successor, and so does every other operator. An action is the number of its end in the order in
//! which ends are reached, breadth first: it means something only in its state.

use super::things::Things;
use crate::decoupled::{Buffers, DecoupledSpace, Factoring};
use crate::strips::{CostKind, FactSpace, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_search::{Cost, Pool, Space, StateId};

/// The space.
pub struct MacroSpace<'a, C> {
    pub(super) base: DecoupledSpace<'a, C>,
    pub(super) things: Things,
}

/// The buffers of one expansion.
pub struct MacroBuffers<C> {
    base: Buffers,
    /// The state itself, and the ends.
    rows: Pool,
    ends: Vec<End<C>>,
    here: Vec<u64>,
    shown: Vec<u64>,
    next: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct End<C> {
    row: StateId,
    cost: C,
    /// The last operator, and the end before it unless it is the only one.
    operator: u32,
    before: Option<u32>,
}

impl<'a, C: Cost> MacroSpace<'a, C> {
    /// The space of a factored task; `None` if the cost of an operator exceeds the cost type.
    pub fn within(
        factoring: &'a Factoring<'a>,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let Some(base) = DecoupledSpace::within(factoring, kind, limits)? else { return Ok(None) };
        let things = Things::find(&base, factoring, limits)?;
        Ok(Some(Self { base, things }))
    }

    /// A path as one in the decoupled space.
    pub fn unfold(&self, path: &[u32]) -> Vec<u32> {
        let mut buffers = self.scratch();
        let mut state = vec![0; self.words()];
        self.initial(&mut state);
        let mut operators = Vec::new();
        for action in path {
            self.expand(&mut buffers, &state, &mut |_, _, _| ());
            let start = operators.len();
            let mut end = Some(*action);
            while let Some(now) = end {
                let End { operator, before, .. } = buffers.ends[now as usize];
                operators.push(operator);
                end = before;
            }
            operators[start..].reverse();
            state.copy_from_slice(buffers.rows.row(buffers.ends[*action as usize].row));
        }
        operators
    }
}

impl<'a, C: Cost> FactSpace for MacroSpace<'a, C> {
    type Base = DecoupledSpace<'a, C>;

    fn base(&self) -> &DecoupledSpace<'a, C> {
        &self.base
    }
}

impl<C: Cost> Space for MacroSpace<'_, C> {
    type Cost = C;
    type Scratch = MacroBuffers<C>;

    fn words(&self) -> usize {
        self.base.words()
    }

    fn scratch(&self) -> MacroBuffers<C> {
        let words = self.words();
        MacroBuffers {
            base: self.base.scratch(),
            rows: Pool::new(words),
            ends: Vec::new(),
            here: vec![0; words],
            shown: vec![0; self.base.shown_words()],
            next: vec![0; words],
        }
    }

    fn initial(&self, state: &mut [u64]) {
        self.base.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.base.is_goal(state)
    }

    fn expand(&self, buffers: &mut MacroBuffers<C>, state: &[u64], visit: &mut dyn FnMut(u32, C, &[u64])) {
        let MacroBuffers { base, rows, ends, here, shown, next } = buffers;
        *rows = Pool::new(state.len());
        rows.intern(state);
        ends.clear();
        self.base.expand(base, state, &mut |operator, cost, row| {
            if let Some((row, true)) = rows.intern(row) {
                ends.push(End { row, cost, operator, before: None });
            }
        });
        let mut at = 0;
        while let Some(&End { row, cost, operator, .. }) = ends.get(at) {
            here.copy_from_slice(rows.row(row));
            visit(to_u32(at), cost, here);
            if let Some(place) = self.things.move_of(operator) {
                self.base.show(here, shown);
                for one in self.things.moves_from(place.to, shown) {
                    let step = self.base.apply(base, here, one.operator, next);
                    let Some(cost) = cost.plus(step) else { continue };
                    if let Some((row, true)) = rows.intern(next) {
                        ends.push(End { row, cost, operator: one.operator, before: Some(to_u32(at)) });
                    }
                }
            }
            at += 1;
        }
    }

    fn least_cost(&self) -> C {
        self.base.least_cost()
    }
}
