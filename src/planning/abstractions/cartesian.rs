//! Cartesian abstractions, refined by counterexample (Seipp and Helmert 2018), for a goal or for a landmark.
//!
//! In: a task without conditional effects, and a fact to reach. Out: an abstraction. An abstract state is a product of
//! sets of values, one for each variable. A cheapest abstract plan is followed from the initial state; where a step
//! does not apply or leads elsewhere, the abstract state there is split on one variable, of several on the one of which
//! the least is left (maximum refinement). It ends when an abstract plan is one of the task, or by counted work.
//!
//! A landmark has to be reached from states in which neither it holds nor a fact that holds only after it; the other
//! states are goals of its abstraction.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::abstraction::{Abstraction, Map, Steps};
use super::changes::{ANY, Changes, value_of};
use super::shortest_paths::{Arc, Arcs, ShortestPaths, UNREACHED};
use super::split_tree::SplitTree;
use crate::strips::{FactId, Lists, Task, to_u32};
use banto_base::limits::{Limits, Stop};

/// The most operators that leave abstract states as they are, over all states, and words of sets of values.
const MOST_ENTRIES: usize = 1 << 24;

/// What an abstraction is for: a goal, or a landmark.
#[derive(Clone, Debug)]
pub struct Landmark {
    /// The fact, which every plan makes true.
    pub fact: FactId,
    /// The facts that cannot hold before it does; none for a goal, which has to hold at the end.
    pub after: Vec<FactId>,
}

/// What a refinement may take.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// The most steps.
    pub(super) steps: usize,
    pub(super) work: u64,
}

/// An abstraction while it is refined.
struct Refinement<'a> {
    changes: &'a Changes,
    /// For each variable where its words are in a row, and the number of its values.
    places: Vec<(usize, u32)>,
    width: usize,
    /// For each abstract state the values of each variable.
    rows: Vec<u64>,
    initial: Vec<u32>,
    /// The abstract state of the initial state.
    home: u32,
    tree: SplitTree,
    arcs: Arcs,
    loops: Vec<Vec<u32>>,
    goals: Vec<bool>,
    arc_count: usize,
    loop_count: usize,
    work: u64,
}

/// A split: an abstract state, a variable, and the values that get a state of their own.
type Split = (u32, u32, Vec<u64>);

/// An abstraction for a fact, and the work that it took; `None` if already the goal is too much work to tell apart.
pub(super) fn refine(
    task: &Task,
    changes: &Changes,
    costs: &[i32],
    landmark: &Landmark,
    share: Share,
    limits: &Limits,
) -> Result<Option<(Abstraction, u64)>, Stop> {
    // The operators are looked at once for each variable that is split.
    if ((landmark.after.len() + 1) * task.operator_count()) as u64 > share.work {
        return Ok(None);
    }
    let mut refinement = Refinement::new(task, changes);
    refinement.separate(task, landmark, limits)?;
    let mut paths = ShortestPaths::new(costs);
    paths.find(&refinement.arcs, &refinement.goals);
    let is_over = |refinement: &Refinement<'_>, paths: &ShortestPaths| {
        refinement.arc_count > share.steps
            || refinement.loop_count + refinement.rows.len() > MOST_ENTRIES
            || refinement.work + paths.work > share.work
    };
    while !is_over(&refinement, &paths) {
        limits.check()?;
        let Some((state, variable, inside)) = refinement.flaw(&paths) else { break };
        refinement.split(state, variable, &inside);
        paths.update(&refinement.arcs, state);
    }
    let work = refinement.work + paths.work;
    Ok(Some((refinement.finished(costs.len()), work)))
}

fn has(words: &[u64], value: u32) -> bool {
    words[value as usize / 64] >> (value % 64) & 1 == 1
}

impl<'a> Refinement<'a> {
    /// One state for all.
    fn new(task: &Task, changes: &'a Changes) -> Self {
        let mut width = 0;
        let mut places = Vec::new();
        let mut rows = Vec::new();
        for variable in task.variables() {
            places.push((width, variable.size));
            width += variable.size.div_ceil(64) as usize;
            rows.extend((0..variable.size.div_ceil(64)).map(|word| {
                let left = variable.size - word * 64;
                if left >= 64 { u64::MAX } else { (1 << left) - 1 }
            }));
        }
        let initial = task.initial().iter().zip(task.variables());
        let operators = (0..to_u32(task.operator_count())).collect();
        Self {
            changes,
            places,
            width,
            rows,
            initial: initial.map(|(fact, variable)| to_u32(fact.index() - variable.first.index())).collect(),
            home: 0,
            tree: SplitTree::new(),
            arcs: Arcs { out_of: vec![Vec::new()], into: vec![Vec::new()] },
            loops: vec![operators],
            goals: vec![true],
            arc_count: 0,
            loop_count: task.operator_count(),
            work: 0,
        }
    }

    /// The values of a variable in an abstract state.
    #[inline]
    fn values(&self, state: u32, variable: u32) -> &[u64] {
        let (start, size) = self.places[variable as usize];
        &self.rows[state as usize * self.width + start..][..size.div_ceil(64) as usize]
    }

    /// The set of some values of a variable.
    fn set(&self, variable: u32, values: impl Iterator<Item = u32>) -> Vec<u64> {
        let mut words = vec![0; self.places[variable as usize].1.div_ceil(64) as usize];
        values.for_each(|value| words[value as usize / 64] |= 1 << (value % 64));
        words
    }

    /// Splits the goal from the other states: first what holds only after a landmark, then the landmark.
    fn separate(&mut self, task: &Task, landmark: &Landmark, limits: &Limits) -> Result<(), Stop> {
        let mut after: Vec<(u32, u32)> =
            landmark.after.iter().filter_map(|fact| value_of(task, *fact)).collect();
        after.sort_unstable();
        for values in after.chunk_by(|one, other| one.0 == other.0) {
            limits.check()?;
            let variable = values[0].0;
            let inside = self.set(variable, values.iter().map(|value| value.1));
            if !has(&inside, self.initial[variable as usize]) {
                self.split(self.home, variable, &inside);
            }
        }
        if let Some((variable, value)) = value_of(task, landmark.fact)
            && self.places[variable as usize].1 > 1
        {
            let others = self.home;
            if has(self.values(others, variable), value) {
                self.split(others, variable, &self.set(variable, std::iter::once(value)));
            }
            self.goals[others as usize] = false;
        }
        Ok(())
    }

    /// Whether an operator can lead from one state to another as far as a variable is concerned.
    #[inline]
    fn leads(&self, operator: u32, variable: u32, from: u32, to: u32) -> bool {
        let change = self.changes.on(operator, variable);
        let (from, to) = (self.values(from, variable), self.values(to, variable));
        match (change.before, change.after) {
            (ANY, ANY) => from.iter().zip(to).any(|(from, to)| from & to != 0),
            (ANY, after) => has(to, after),
            (before, ANY) => has(from, before) && has(to, before),
            (before, after) => has(from, before) && has(to, after),
        }
    }

    /// Gives the values of a set a state of their own, the last.
    fn split(&mut self, state: u32, variable: u32, inside: &[u64]) {
        let new = to_u32(self.goals.len());
        let start = state as usize * self.width;
        self.rows.extend_from_within(start..start + self.width);
        let place = self.places[variable as usize].0;
        for (word, inside) in inside.iter().enumerate() {
            self.rows[start + place + word] &= !inside;
            self.rows[new as usize * self.width + place + word] &= inside;
        }
        self.tree.split(state, variable, inside);
        self.goals.push(self.goals[state as usize]);
        if state == self.home && has(inside, self.initial[variable as usize]) {
            self.home = new;
        }
        let into = std::mem::take(&mut self.arcs.into[state as usize]);
        let out_of = std::mem::take(&mut self.arcs.out_of[state as usize]);
        let loops = std::mem::take(&mut self.loops[state as usize]);
        self.arcs.into.push(Vec::new());
        self.arcs.out_of.push(Vec::new());
        self.loops.push(Vec::new());
        // Two ends for each arc, four for each loop.
        self.work += (2 * (into.len() + out_of.len()) + 4 * loops.len() + self.width) as u64;
        self.arc_count -= into.len() + out_of.len();
        self.loop_count -= loops.len();
        self.forget(&into, state, true);
        self.forget(&out_of, state, false);
        let parts = [state, new];
        for (operator, source) in into {
            for part in parts {
                self.connect(operator, variable, source, part);
            }
        }
        for (operator, end) in out_of {
            for part in parts {
                self.connect(operator, variable, part, end);
            }
        }
        for operator in loops {
            for from in parts {
                for to in parts {
                    self.connect(operator, variable, from, to);
                }
            }
        }
    }

    /// Takes a state out of the lists of its neighbors.
    fn forget(&mut self, arcs: &[Arc], state: u32, are_sources: bool) {
        let mut neighbors: Vec<u32> = arcs.iter().map(|arc| arc.1).collect();
        neighbors.sort_unstable();
        neighbors.dedup();
        for neighbor in neighbors {
            let Arcs { out_of, into } = &mut self.arcs;
            let list = if are_sources { out_of } else { into };
            self.work += list[neighbor as usize].len() as u64;
            list[neighbor as usize].retain(|arc| arc.1 != state);
        }
    }

    #[inline]
    fn connect(&mut self, operator: u32, variable: u32, from: u32, to: u32) {
        if !self.leads(operator, variable, from, to) {
            return;
        }
        if from == to {
            self.loops[from as usize].push(operator);
            self.loop_count += 1;
        } else {
            self.arcs.out_of[from as usize].push((operator, to));
            self.arcs.into[to as usize].push((operator, from));
            self.arc_count += 1;
        }
    }

    /// Where a cheapest abstract plan fails, and the split that excludes it; `None` if it does not.
    fn flaw(&mut self, paths: &ShortestPaths) -> Option<Split> {
        let mut state = self.home;
        if paths.distances[state as usize] == UNREACHED {
            return None;
        }
        let mut values = self.initial.clone();
        while !self.goals[state as usize] {
            let (operator, end) = paths.first[state as usize]?;
            let changes = self.changes.of(operator as usize);
            self.work += values.len() as u64 / 8 + 1;
            let missing = changes
                .iter()
                .filter(|change| change.before != ANY && change.before != values[change.variable as usize]);
            let missing = missing.map(|change| (change.variable, Some(change.before)));
            let mut best = self.most_refined(state, missing);
            if best.is_none() {
                for change in changes.iter().filter(|change| change.after != ANY) {
                    values[change.variable as usize] = change.after;
                }
                let astray = (0..).zip(&values).filter(|(variable, value)| {
                    self.places[*variable as usize].1 > 1 && !has(self.values(end, *variable), **value)
                });
                best = self.most_refined(state, astray.map(|(variable, _)| (variable, None)));
            }
            if let Some((variable, wanted)) = best {
                let inside = match wanted {
                    Some(value) => self.set(variable, std::iter::once(value)),
                    None => {
                        let both = self.values(state, variable).iter().zip(self.values(end, variable));
                        both.map(|(here, there)| here & there).collect()
                    }
                };
                return Some((state, variable, inside));
            }
            state = end;
        }
        None
    }

    /// Of some variables the one of whose values the smallest part is left in a state.
    fn most_refined<T>(&self, state: u32, choices: impl Iterator<Item = (u32, T)>) -> Option<(u32, T)> {
        choices.min_by(|one, other| {
            let part = |variable: u32| {
                let left: u32 = self.values(state, variable).iter().map(|word| word.count_ones()).sum();
                (u64::from(left), u64::from(self.places[variable as usize].1))
            };
            let (one, other) = (part(one.0), part(other.0));
            (one.0 * other.1).cmp(&(other.0 * one.1))
        })
    }

    /// The abstraction, with its operators in groups of the same steps. States out of reach are impossible.
    fn finished(self, operators: usize) -> Abstraction {
        let states = self.goals.len();
        let mut impossible = FixedBitSet::with_capacity(states);
        impossible.insert_range(..);
        impossible.set(self.home as usize, false);
        let mut open = vec![self.home];
        let mut steps: Vec<(u32, u32, u32)> = Vec::new();
        let mut may_stay = FixedBitSet::with_capacity(operators);
        while let Some(state) = open.pop() {
            self.loops[state as usize].iter().for_each(|operator| may_stay.insert(*operator as usize));
            for (operator, end) in &self.arcs.out_of[state as usize] {
                steps.push((*operator, *end, state));
                if impossible[*end as usize] {
                    impossible.set(*end as usize, false);
                    open.push(*end);
                }
            }
        }
        steps.sort_unstable();
        let mut numbers: FxHashMap<(Vec<Arc>, bool), usize> = FxHashMap::default();
        let (mut members, mut loops, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for operator in 0..operators {
            let own = steps[start..].iter().take_while(|step| step.0 as usize == operator);
            let own: Vec<Arc> = own.map(|step| (step.1, step.2)).collect();
            start += own.len();
            let is_loop = may_stay[operator];
            if own.is_empty() && is_loop {
                continue;
            }
            let next = numbers.len();
            let group = *numbers.entry((own, is_loop)).or_insert_with_key(|(own, is_loop)| {
                listed.extend(own.iter().map(|(end, source)| (*end, *source, to_u32(next))));
                loops.push(*is_loop);
                next
            });
            members.push((group, operator));
        }
        listed.sort_unstable();
        let mut ends = vec![0; states];
        listed.iter().for_each(|step| ends[step.0 as usize] += 1);
        (1..states).for_each(|state| ends[state] += ends[state - 1]);
        let goals = (0..to_u32(states)).filter(|state| self.goals[*state as usize]);
        Abstraction {
            map: Map::Tree(self.tree),
            states,
            goals: goals.collect(),
            impossible,
            groups: Lists::new(loops.len(), members.iter().copied()),
            loops,
            size: listed.len(),
            steps: Steps::Listed(ends, listed.into_iter().map(|step| (step.1, step.2)).collect()),
        }
    }
}
