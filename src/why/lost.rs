//! Goals that are reachable without deletes but not with them: what the reachable states show.
//!
//! In: a ground task. Out: which goals hold in some reachable state, which never hold together, the state with the
//! most of them and the way there, and facts that are lost for good. The states are enumerated breadth first up to a
//! number; if there are more, the results hold only for those that were looked at.

use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

use crate::limits::{Limits, Stop};
use crate::search::Space;
use crate::strips::{FactId, OpId, Task, TaskSpace};
use crate::task::SchemaId;

/// What was seen.
pub(super) struct Seen {
    pub(super) states: usize,
    /// Whether these are all.
    pub(super) complete: bool,
    /// The steps to a goal state, if there is one.
    pub(super) plan: Option<Vec<OpId>>,
    /// The actions that can be applied in some state.
    pub(super) applied: FxHashSet<SchemaId>,
    /// Goals that hold in no state.
    pub(super) never: Vec<FactId>,
    /// Pairs of goals that each hold in some state, but in none together.
    pub(super) apart: Vec<(FactId, FactId)>,
    /// Whether the first state can be reached again from all of them: no step is final.
    pub(super) returns: bool,
    /// The most goals that hold at once, and the steps to the first such state.
    pub(super) nearest: (Vec<FactId>, Vec<OpId>),
    /// The states, one behind the other.
    rows: Vec<u64>,
}

impl Seen {
    /// Whether some state is as wanted.
    pub(super) fn any(&self, wanted: impl Fn(&[u64]) -> bool) -> bool {
        self.rows.chunks((self.rows.len() / self.states).max(1)).any(wanted)
    }
}

/// Whether a fact holds in a state.
pub(super) fn holds(task: &Task, state: &[u64], fact: FactId) -> bool {
    let (word, mask, bits) = task.packing().pattern(task.variable_of(fact), fact);
    state.get(word).is_some_and(|value| value & mask == bits)
}

fn hash(row: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    row.hash(&mut hasher);
    hasher.finish()
}

/// Looks at the states, at most so many; up to a goal state, if there is a goal.
pub(super) fn explore(
    task: &Task,
    space: &TaskSpace<'_, u32>,
    most: usize,
    limits: &Limits,
) -> Result<Seen, Stop> {
    let words = space.words();
    let goal: Vec<FactId> = task.goal().to_vec();
    let mut rows: Vec<u64> = vec![0; words];
    space.initial(&mut rows);
    let mut parents: Vec<(u32, OpId)> = vec![(0, OpId::from(0_u32))];
    let mut known: HashTable<u32> = HashTable::new();
    known.insert_unique(hash(&rows), 0, |_| 0);
    let mut scratch = space.scratch();
    let mut held = vec![false; goal.len()];
    let mut together = vec![false; goal.len() * goal.len()];
    let mut best: (usize, usize, Vec<usize>) = (0, 0, Vec::new());
    let mut plan = None;
    let mut applied = FxHashSet::default();
    let mut complete = true;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut next = 0;
    while next < parents.len() && plan.is_none() {
        limits.check()?;
        let state = rows[next * words..(next + 1) * words].to_vec();
        let here: Vec<usize> = (0..goal.len()).filter(|index| holds(task, &state, goal[*index])).collect();
        for one in &here {
            held[*one] = true;
            here.iter().for_each(|other| together[one * goal.len() + other] = true);
        }
        if next == 0 || here.len() > best.0 {
            best = (here.len(), next, here);
        }
        if !goal.is_empty() && space.is_goal(&state) {
            plan = Some(way(&parents, next));
            break;
        }
        if parents.len() >= most {
            complete = false;
            next += 1;
            continue;
        }
        limits.check_reserve(&rows, words * 64)?;
        limits.check_reserve(&edges, 1 << 12)?;
        space.expand(&mut scratch, &state, &mut |action, _, row| {
            applied.insert(task.step(OpId::from(action)).0);
            let key = hash(row);
            let same = |id: &u32| rows[*id as usize * words..(*id as usize + 1) * words] == *row;
            let from = u32::try_from(next).unwrap_or(u32::MAX);
            if let Some(id) = known.find(key, same) {
                edges.push((*id, from));
            } else {
                let id = u32::try_from(parents.len()).unwrap_or(u32::MAX);
                edges.push((id, from));
                rows.extend_from_slice(row);
                parents.push((from, OpId::from(action)));
                known.insert_unique(key, id, |id| {
                    hash(&rows[*id as usize * words..(*id as usize + 1) * words])
                });
            }
        });
        next += 1;
    }
    let primary: Vec<usize> = (0..goal.len()).filter(|index| !task.is_derived(goal[*index])).collect();
    let never = primary.iter().filter(|index| !held[**index]).map(|index| goal[*index]).collect();
    let mut apart = Vec::new();
    for (at, one) in primary.iter().enumerate() {
        for other in &primary[at + 1..] {
            if held[*one] && held[*other] && !together[one * goal.len() + other] {
                apart.push((goal[*one], goal[*other]));
            }
        }
    }
    let returns = complete && plan.is_none() && all_lead_to_first(edges, parents.len());
    let nearest = (best.2.iter().map(|index| goal[*index]).collect(), way(&parents, best.1));
    Ok(Seen { states: parents.len(), complete, plan, applied, never, apart, returns, nearest, rows })
}

/// Whether a way leads from every state to the first, by edges that are given backwards: to, from.
fn all_lead_to_first(mut edges: Vec<(u32, u32)>, states: usize) -> bool {
    edges.sort_unstable();
    let mut seen = vec![false; states];
    let (mut queue, mut count) = (vec![0_u32], 0);
    while let Some(state) = queue.pop() {
        if std::mem::replace(&mut seen[state as usize], true) {
            continue;
        }
        count += 1;
        let first = edges.partition_point(|edge| edge.0 < state);
        let before = edges[first..].iter().take_while(|edge| edge.0 == state).map(|edge| edge.1);
        queue.extend(before.filter(|from| !seen[*from as usize]));
    }
    count == states
}

fn way(parents: &[(u32, OpId)], mut state: usize) -> Vec<OpId> {
    let mut steps = Vec::new();
    while state != 0 {
        let (parent, step) = parents[state];
        steps.push(step);
        state = parent as usize;
    }
    steps.reverse();
    steps
}

/// Facts that some operator takes and none gives, each with the first operator that takes it. Others have to need it.
pub(super) fn lost(task: &Task) -> Vec<(FactId, OpId)> {
    let mut given = vec![false; task.fact_count()];
    let mut needed = vec![false; task.fact_count()];
    task.goal().iter().for_each(|fact| needed[fact.index()] = true);
    for operator in task.operators() {
        task.effects(operator).for_each(|effect| given[effect.fact.index()] = true);
        let changed: Vec<_> = task.effects(operator).map(|effect| task.variable_of(effect.fact)).collect();
        let kept =
            task.condition(operator).iter().filter(|fact| !changed.contains(&task.variable_of(**fact)));
        kept.for_each(|fact| needed[fact.index()] = true);
    }
    let mut found = Vec::new();
    let mut seen = vec![false; task.fact_count()];
    for operator in task.operators() {
        for effect in task.effects(operator) {
            let variable = task.variable_of(effect.fact);
            let initial = task.initial()[variable.index()];
            let is_new = initial != effect.fact
                && needed[initial.index()]
                && !std::mem::replace(&mut seen[initial.index()], true);
            if is_new && !given[initial.index()] {
                found.push((initial, operator));
            } else if is_new {
                seen[initial.index()] = false;
            }
        }
    }
    found
}
