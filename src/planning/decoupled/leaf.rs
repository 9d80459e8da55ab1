//! A leaf: the values of one variable, and the steps between them that the center allows.
//!
//! In: a task, the variable, and the operators that change only it. Out: the graph of these steps, the closure of a set
//! of values under the allowed ones, and whether one value can stand for all values reachable from it.

use super::implied::Implied;
use crate::strips::{FactId, Lists, OpId, Task, VarId, put_words};
use banto_base::limits::{Limits, Stop};

/// A step of a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: u32,
    pub(super) operator: OpId,
    /// Its condition on the center in one word: most steps have no more.
    first: (usize, u64, u64),
    /// Its conditions in other words, in `tests`.
    others: (u32, u32),
}

/// The graph of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) variable: VarId,
    pub(super) first: FactId,
    pub(super) size: usize,
    /// The words of a set of its values.
    pub(super) words: usize,
    /// Where its set begins in a row with all sets.
    pub(super) offset: usize,
    /// Whether one value stands for the set in a packed state.
    pub(super) represented: bool,
    /// The goal value, if any.
    pub(super) goal: Option<u32>,
    ends: Vec<u32>,
    edges: Vec<Edge>,
    tests: Vec<(usize, u64, u64)>,
    /// For small leaves in which all steps to a value have the same condition.
    rows: Option<Rows>,
}

/// Sets of at most this many words are closed a word at a time.
const ROW_WORDS: usize = 4;

/// The graph of a leaf as sets.
#[derive(Clone, Debug)]
struct Rows {
    /// For each value, the set of values that it has steps to.
    next: Vec<u64>,
    /// For each value, a step that leads to it.
    entry: Vec<u32>,
}

/// A step of a leaf before it is packed.
struct LeafStep {
    from: u32,
    to: u32,
    operator: OpId,
    condition: Vec<FactId>,
}

impl Leaf {
    /// The leaf of a variable whose own operators these are.
    pub(super) fn new(task: &Task, variable: VarId, own: &[OpId], limits: &Limits) -> Result<Self, Stop> {
        let info = task.variables()[variable.index()];
        let first = info.first;
        let number = |fact: FactId| crate::strips::to_u32(fact.index() - first.index());
        let mut steps = Vec::new();
        for operator in own {
            limits.check()?;
            let condition = task.condition(*operator);
            let from = condition.iter().find(|fact| task.variable_of(**fact) == variable);
            let rest: Vec<FactId> =
                condition.iter().copied().filter(|fact| task.variable_of(*fact) != variable).collect();
            let Some(to) = task.effects(*operator).last().map(|effect| number(effect.fact)) else { continue };
            let starts = from.map_or(0..info.size, |from| number(*from)..number(*from) + 1);
            for from in starts.filter(|from| *from != to) {
                steps.push(LeafStep { from, to, operator: *operator, condition: rest.clone() });
            }
        }
        // Of steps with the same ends and conditions, the cheapest remains.
        steps.sort_by(|left, right| {
            let key = |step: &LeafStep| (step.from, step.to);
            key(left)
                .cmp(&key(right))
                .then_with(|| left.condition.cmp(&right.condition))
                .then_with(|| task.cost(left.operator).cmp(&task.cost(right.operator)))
        });
        steps.dedup_by(|later, kept| {
            (later.from, later.to) == (kept.from, kept.to) && later.condition == kept.condition
        });
        let goal = task.goal().iter().find(|fact| task.variable_of(**fact) == variable);
        let mut leaf = Self {
            variable,
            first,
            size: info.size as usize,
            words: (info.size as usize).div_ceil(64),
            offset: 0,
            represented: false,
            goal: goal.map(|fact| number(*fact)),
            ends: vec![0; info.size as usize + 1],
            edges: Vec::with_capacity(steps.len()),
            tests: Vec::new(),
            rows: None,
        };
        leaf.represented = leaf.is_symmetric(task, &steps, limits)? && leaf.is_kept_whole(task, own, &steps);
        for step in &steps {
            let start = leaf.tests.len();
            put_words(task, &step.condition, &mut leaf.tests);
            let first =
                if start < leaf.tests.len() { leaf.tests.swap_remove(start) } else { Default::default() };
            let others = (crate::strips::to_u32(start), crate::strips::to_u32(leaf.tests.len()));
            leaf.edges.push(Edge { to: step.to, operator: step.operator, first, others });
            leaf.ends[step.from as usize + 1] += 1;
        }
        for value in 0..leaf.size {
            leaf.ends[value + 1] += leaf.ends[value];
        }
        leaf.rows = leaf.rows(&steps);
        Ok(leaf)
    }

    /// The graph as sets, if the leaf is small and all steps to a value have the same condition.
    fn rows(&self, steps: &[LeafStep]) -> Option<Rows> {
        if self.words > ROW_WORDS {
            return None;
        }
        let mut rows = Rows { next: vec![0; self.size * self.words], entry: vec![0; self.size] };
        let mut conditions = vec![None; self.size];
        for (number, step) in (0..).zip(steps) {
            let (from, to) = (step.from as usize, step.to as usize);
            if *conditions[to].get_or_insert(&step.condition) != &step.condition {
                return None;
            }
            rows.next[from * self.words + to / 64] |= 1 << (to % 64);
            rows.entry[to] = number;
        }
        Some(rows)
    }

    #[inline]
    fn steps_from(&self, from: usize) -> &[Edge] {
        &self.edges[self.ends[from] as usize..self.ends[from + 1] as usize]
    }

    /// Whether a state of the center allows a step.
    #[inline]
    fn allows(&self, center: &[u64], edge: &Edge) -> bool {
        let holds = |(word, mask, bits): &(usize, u64, u64)| center[*word] & mask == *bits;
        let (start, end) = edge.others;
        holds(&edge.first) && (start == end || self.tests[start as usize..end as usize].iter().all(holds))
    }

    /// The steps from a value that a state of the center allows.
    pub(super) fn steps<'l>(&'l self, center: &'l [u64], from: usize) -> impl Iterator<Item = &'l Edge> {
        self.steps_from(from).iter().filter(move |edge| self.allows(center, edge))
    }

    /// Closes a set under the steps that a state of the center allows. `open` lists the members of the set, new ones
    /// included.
    pub(super) fn close(&self, center: &[u64], set: &mut [u64], open: &mut Vec<u32>) {
        match (&self.rows, self.words) {
            (Some(rows), 1) => return self.close_rows::<1>(rows, center, set, open),
            (Some(rows), 2) => return self.close_rows::<2>(rows, center, set, open),
            (Some(rows), 3) => return self.close_rows::<3>(rows, center, set, open),
            (Some(rows), 4) => return self.close_rows::<4>(rows, center, set, open),
            _ => {}
        }
        let mut at = 0;
        while let Some(from) = open.get(at) {
            at += 1;
            for edge in self.steps_from(*from as usize) {
                let (word, bit) = (edge.to as usize / 64, 1 << (edge.to % 64));
                if set[word] & bit == 0 && self.allows(center, edge) {
                    set[word] |= bit;
                    open.push(edge.to);
                }
            }
        }
    }

    /// The closure if all steps to a value have the same condition, which is then tested once per value.
    fn close_rows<const WORDS: usize>(
        &self,
        rows: &Rows,
        center: &[u64],
        set: &mut [u64],
        open: &mut Vec<u32>,
    ) {
        let mut asked = [0; WORDS];
        asked.copy_from_slice(set);
        let mut at = 0;
        while let Some(from) = open.get(at) {
            at += 1;
            let start = *from as usize * WORDS;
            for (word, next) in rows.next[start..start + WORDS].iter().enumerate() {
                let mut new = next & !asked[word];
                asked[word] |= new;
                while new != 0 {
                    let to = word * 64 + new.trailing_zeros() as usize;
                    if self.allows(center, &self.edges[rows.entry[to] as usize]) {
                        set[word] |= new & new.wrapping_neg();
                        open.push(crate::strips::to_u32(to));
                    }
                    new &= new - 1;
                }
            }
        }
    }

    /// Whether a state of the center allows a step to a value.
    pub(super) fn can_enter(&self, center: &[u64], value: usize) -> bool {
        match &self.rows {
            Some(rows) => self.allows(center, &self.edges[rows.entry[value] as usize]),
            None => self.edges.iter().any(|edge| edge.to as usize == value && self.allows(center, edge)),
        }
    }

    pub(super) fn step_count(&self) -> usize {
        self.edges.len()
    }

    /// Whether every step can be undone whenever it can be taken.
    fn is_symmetric(&self, task: &Task, steps: &[LeafStep], limits: &Limits) -> Result<bool, Stop> {
        let key = |step: &LeafStep| (step.from, step.to);
        let back = |step: &LeafStep| {
            let wanted = (step.to, step.from);
            let start = steps.partition_point(|other| key(other) < wanted);
            steps[start..].iter().take_while(move |other| key(other) == wanted)
        };
        let value = |number: u32| self.first.plus(number as usize);
        let mut candidates = Vec::new();
        for step in steps {
            let lacking = |other: &LeafStep| -> Vec<FactId> {
                other.condition.iter().copied().filter(|fact| !step.condition.contains(fact)).collect()
            };
            let Some(least) = back(step).map(lacking).min_by_key(Vec::len) else { return Ok(false) };
            candidates.extend(least.into_iter().map(|fact| (value(step.from), fact)));
        }
        candidates.sort_unstable();
        candidates.dedup();
        if candidates.is_empty() {
            return Ok(true);
        }
        let implied = Implied::prove(task, self.variable, &candidates, |_| true, limits)?;
        let undone = |step: &LeafStep| {
            back(step).any(|other| {
                let given =
                    |fact: &FactId| step.condition.contains(fact) || implied.holds(value(step.from), *fact);
                other.condition.iter().all(given)
            })
        };
        Ok(steps.iter().all(undone))
    }

    /// Whether no operator that does not involve the leaf can disconnect connected values.
    fn is_kept_whole(&self, task: &Task, own: &[OpId], steps: &[LeafStep]) -> bool {
        let mut read = vec![false; task.fact_count()];
        steps.iter().flat_map(|step| &step.condition).for_each(|fact| read[fact.index()] = true);
        let pairs = read.iter().enumerate().filter(|(_, is_read)| **is_read);
        let pairs = pairs.map(|(fact, _)| (task.variable_of(FactId::from(fact)).index(), fact));
        let read = Lists::new(task.variables().len(), pairs);
        let mut mine = own.iter().peekable();
        task.operators().all(|operator| {
            if mine.next_if_eq(&&operator).is_some() {
                return true;
            }
            let condition = task.condition(operator);
            let is_touched = |fact: &FactId| task.variable_of(*fact) == self.variable;
            if condition.iter().any(is_touched) || task.effects(operator).any(|one| is_touched(&one.fact)) {
                return true;
            }
            task.effects(operator).all(|effect| {
                let variable = task.variable_of(effect.fact);
                let old = condition.iter().find(|fact| task.variable_of(**fact) == variable);
                let lost = |fact: &u32| {
                    let fact = FactId::from(*fact);
                    fact != effect.fact && old.is_none_or(|old| *old == fact)
                };
                !read.of(variable.index()).iter().any(lost)
            })
        })
    }

    /// The variables of the center that conditions of steps are about.
    pub(super) fn reads(&self, task: &Task, own: &[OpId]) -> Vec<bool> {
        let mut reads = vec![false; task.variables().len()];
        for operator in own {
            task.condition(*operator).iter().for_each(|fact| reads[task.variable_of(*fact).index()] = true);
        }
        reads[self.variable.index()] = false;
        reads
    }
}
