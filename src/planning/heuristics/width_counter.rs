//! The counter #r of best-first width search: how many relevant facts were reached on the way to a state (Lipovetzky
//! and Geffner 2017).
//!
//! In: steps of a search. Out: a count that, with the number of missing goals, groups the states whose novelty is
//! compared. Relevant are the facts of a relaxed plan that do not hold yet, the nearest 128 of them; a new relaxed plan
//! is made whenever a step leaves fewer goals missing.

use crate::heuristics::{Build, Ff, GoalCount};
use crate::strips::{CostKind, FactId, FactSpace, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Cost, Estimate, Heuristic, StateId, Step};

/// The most facts that count, those nearest to the state first; and the most relaxed plans that are made.
const FACTS: usize = 128;
const PLANS: usize = 2048;

/// No relevant fact.
const NONE: u8 = u8::MAX;

/// A state's missing goals, and the facts of its relaxed plan that were reached.
#[derive(Clone, Copy)]
struct Row {
    /// [`DEAD`] for a dead end.
    missing: u32,
    plan: u32,
    /// The relevant facts that were reached, one bit each.
    reached: [u64; FACTS / 64],
}

const DEAD: u32 = u32::MAX;

/// Counts relevant facts. Its value is not an estimate.
pub struct WidthCounter {
    ff: Ff,
    goals: GoalCount,
    fact_count: usize,
    /// For each relaxed plan and each fact, its bit.
    plans: Vec<Vec<u8>>,
    rows: Vec<Row>,
    facts: Vec<FactId>,
}

impl WidthCounter {
    pub(crate) fn within(task: &Task, limits: &Limits) -> Result<Self, Stop> {
        Ok(Self {
            ff: Ff::limited(task, CostKind::Unit, limits)?,
            goals: GoalCount::within(task, CostKind::Unit, limits)?,
            fact_count: task.fact_count(),
            plans: Vec::new(),
            rows: Vec::new(),
            facts: Vec::new(),
        })
    }

    fn missing<S: FactSpace>(&mut self, space: &S, id: StateId, state: &[u64]) -> u32 {
        let at = At { space, id: Some(id), state, g: S::Cost::ZERO, earlier: &[] };
        match self.goals.evaluate(&at, &mut Vec::new()) {
            Estimate::Cost(missing) => u32::try_from(missing.shown()).unwrap_or(DEAD - 1),
            Estimate::DeadEnd { .. } => DEAD,
        }
    }

    /// The row of a state for which a new relaxed plan is made.
    fn begin<S: FactSpace>(&mut self, space: &S, state: &[u64], missing: u32) -> Row {
        let mut row = Row { missing, plan: 0, reached: [0; FACTS / 64] };
        let Some(ahead) = self.ff.facts_ahead(space, state) else { return Row { missing: DEAD, ..row } };
        let mut places = vec![NONE; self.fact_count];
        for (number, fact) in (0u8..).zip(ahead.into_iter().take(FACTS)) {
            places[fact.index()] = number;
        }
        row.plan = crate::strips::to_u32(self.plans.len());
        self.plans.push(places);
        row
    }

    fn take(&mut self, id: StateId, row: Row) {
        let nothing = Row { missing: DEAD - 1, plan: 0, reached: [0; FACTS / 64] };
        self.rows.resize(self.rows.len().max(id.index() + 1), nothing);
        self.rows[id.index()] = row;
    }
}

impl<S: FactSpace> Heuristic<S> for WidthCounter {
    fn evaluate(&mut self, at: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        match at.id.and_then(|id| self.rows.get(id.index())) {
            Some(Row { missing: DEAD, .. }) => Estimate::DeadEnd { safe: true },
            Some(row) => {
                let count: u32 = row.reached.iter().map(|word| word.count_ones()).sum();
                Estimate::Cost(S::Cost::from_count(u64::from(count)))
            }
            None => Estimate::Cost(S::Cost::ZERO),
        }
    }

    fn follows_paths(&self) -> bool {
        true
    }

    fn started(&mut self, space: &S, id: StateId, state: &[u64]) {
        let missing = self.missing(space, id, state);
        let row = self.begin(space, state, missing);
        self.take(id, row);
    }

    fn reached(&mut self, step: &Step<'_, S>) {
        if step.id.index() < self.rows.len() {
            return;
        }
        let parent = self.rows[step.parent.index()];
        let missing = self.missing(step.space, step.id, step.state);
        let row = if missing < parent.missing && self.plans.len() < PLANS {
            self.begin(step.space, step.state, missing)
        } else {
            let mut row = Row { missing, ..parent };
            step.space.facts(step.state, &mut self.facts);
            let places = &self.plans[parent.plan as usize];
            let bits = self.facts.iter().map(|fact| places[fact.index()]).filter(|place| *place != NONE);
            bits.for_each(|bit| row.reached[usize::from(bit) / 64] |= 1 << (bit % 64));
            row
        };
        self.take(step.id, row);
    }

    fn reset(&mut self) {
        self.plans.clear();
        self.rows.clear();
    }

    fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>() + self.plans.len() * self.fact_count
    }

    fn ticks(&self) -> u64 {
        Heuristic::<S>::ticks(&self.ff)
    }
}
