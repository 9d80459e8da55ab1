//! The reachable states of a ground task, enumerated breadth first up to a number or to a goal state.
//!
//! In: a ground task and its space. Out: which goals hold in some state, which never hold together. If there are more
//! states, the results hold only for those that were enumerated.

use rustc_hash::FxHashSet;

use crate::strips::{FactId, OpId, Task, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{Pool, Space, StateId};

/// Findings from the enumerated states.
pub(crate) struct Seen {
    pub(crate) states: usize,
    /// The goals.
    pub(crate) goal: Vec<FactId>,
    /// Whether these are all.
    pub(crate) complete: bool,
    /// The steps to a goal state, if there is one.
    pub(crate) plan: Option<Vec<OpId>>,
    /// The operators that can be applied in some state.
    pub(crate) applied: FxHashSet<OpId>,
    /// Goals that hold in no state.
    pub(crate) never: Vec<FactId>,
    /// Pairs of goals that each hold in some state, but in none together.
    pub(crate) apart: Vec<(FactId, FactId)>,
    /// The states, with what is derived in them.
    pool: Pool,
}

impl Seen {
    /// The states.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u64]> {
        (0..self.pool.len()).map(|id| self.pool.row(StateId::from(id)))
    }

    /// Whether this holds for some state.
    pub(crate) fn any(&self, wanted: impl Fn(&[u64]) -> bool) -> bool {
        self.rows().any(wanted)
    }

    /// Some of these facts that hold in no state together, of which each one less does.
    pub(crate) fn fewest(&self, task: &Task, facts: &[FactId]) -> Vec<FactId> {
        let mut left = facts.to_vec();
        for goal in facts {
            let fewer: Vec<FactId> = left.iter().copied().filter(|one| one != goal).collect();
            if !self.any(|state| fewer.iter().all(|fact| holds(task, state, *fact))) {
                left = fewer;
            }
        }
        left
    }
}

/// Whether a fact holds in a state.
pub(crate) fn holds(task: &Task, state: &[u64], fact: FactId) -> bool {
    let (word, mask, bits) = task.packing().pattern(task.variable_of(fact), fact);
    state.get(word).is_some_and(|value| value & mask == bits)
}

/// Enumerates the states, up to a number or to a goal state, and looks which goals they have.
pub(crate) fn explore(
    task: &Task,
    space: &TaskSpace<'_, u32>,
    goal: &[FactId],
    most: usize,
    limits: &Limits,
) -> Result<Seen, Stop> {
    let mut pool = Pool::new(space.words());
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    pool.intern(&state);
    let mut parents: Vec<(StateId, OpId)> = vec![Default::default()];
    let mut scratch = space.scratch();
    let is_derived = !task.axioms().is_empty();
    let mut full = is_derived.then(|| Pool::new(task.packing().complete_words()));
    let mut held = vec![false; goal.len()];
    limits.check_allocation(goal.len() * goal.len())?;
    let mut together = vec![false; goal.len() * goal.len()];
    let mut plan = None;
    let mut applied = FxHashSet::default();
    let mut complete = true;
    let mut next = 0;
    while next < pool.len() && plan.is_none() {
        limits.check()?;
        let from = StateId::from(next);
        state.copy_from_slice(pool.row(from));
        // What is derived belongs to what was seen.
        let whole = space.complete(&mut scratch, &state);
        if let Some(full) = &mut full {
            full.intern(whole);
        }
        let here: Vec<usize> = (0..goal.len()).filter(|index| holds(task, whole, goal[*index])).collect();
        for one in &here {
            held[*one] = true;
            here.iter().for_each(|other| together[one * goal.len() + other] = true);
        }
        if !task.goal().is_empty() && space.is_goal(&state) {
            plan = Some(way(&parents, from));
            break;
        }
        next += 1;
        if pool.len() >= most {
            complete = false;
            continue;
        }
        // Checking memory takes as long as several expansions.
        if next.is_multiple_of(1024) {
            limits.check_allocation(pool.bytes() / 2)?;
        }
        space.expand(&mut scratch, &state, &mut |action, _, row| {
            let action = OpId::from(action);
            applied.insert(action);
            // There are enough ids for all enumerated states.
            if pool.intern(row).is_some_and(|(_, is_new)| is_new) {
                parents.push((from, action));
            }
        });
    }
    let never = (0..goal.len()).filter(|index| !held[*index]).map(|index| goal[index]).collect();
    let mut apart = Vec::new();
    for one in 0..goal.len() {
        for other in one + 1..goal.len() {
            if held[one] && held[other] && !together[one * goal.len() + other] {
                apart.push((goal[one], goal[other]));
            }
        }
    }
    let states = pool.len();
    Ok(Seen {
        states,
        goal: goal.to_vec(),
        complete,
        plan,
        applied,
        never,
        apart,
        pool: full.unwrap_or(pool),
    })
}

fn way(parents: &[(StateId, OpId)], mut state: StateId) -> Vec<OpId> {
    let mut steps = Vec::new();
    while state.index() != 0 {
        let (parent, step) = parents[state.index()];
        steps.push(step);
        state = parent;
    }
    steps.reverse();
    steps
}
