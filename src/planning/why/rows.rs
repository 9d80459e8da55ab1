//! Regularities in the facts of a predicate in `:init`: keys, pairs that are given both ways, objects of which
//! something is said, no way back.
//!
//! In: a task. Out: how much of it other facts would break. Of very many facts, nothing is counted.

use rustc_hash::{FxHashMap, FxHashSet};

use banto_text::task::{ObjectId, PredicateId, Task};

/// Irregularities that are counted in the facts of a predicate.
pub(crate) const FACTS: [&str; 6] = [
    "facts that lead one way only",
    "objects of which nothing is said",
    "facts that lead back",
    "facts that agree with another in a key",
    "facts beside the only one",
    "facts that name a thing twice",
];

/// From fewer facts, nothing is said of another one.
const FEWEST: usize = 3;

/// Positions behind these are in no key.
const MAX_KEYED: usize = 4;

/// Of more facts, nothing is counted.
const MAX_ROWS: usize = 300;

/// Regularities of the facts of a predicate, with few exceptions.
pub(crate) struct Rows<'a> {
    pub(crate) given: Vec<&'a [ObjectId]>,
    /// How many objects may stand at each position.
    totals: Vec<usize>,
    /// Pairs of positions that are mostly given both ways.
    both_ways: Vec<(usize, usize)>,
    /// Positions at which most objects stand.
    full: Vec<usize>,
    /// Whether no facts lead from an object back to it, and whether none names an object twice.
    is_acyclic: bool,
    names_once: bool,
    /// Sets of positions, as bits, that no two facts agree in.
    keys: Vec<u32>,
}

/// The facts of a predicate in `:init`.
fn given(task: &Task, predicate: PredicateId) -> Vec<&[ObjectId]> {
    task.init.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1).collect()
}

/// The smallest sets of positions, as bits, that no two facts agree in; none of very many facts.
fn keys(rows: &[&[ObjectId]], arity: usize) -> Vec<u32> {
    if rows.is_empty() || rows.len() > MAX_ROWS {
        return Vec::new();
    }
    let all: Vec<u32> = (0..1_u32 << arity.min(MAX_KEYED)).filter(|key| repeats(rows, *key) == 0).collect();
    let is_least = |key: &u32| !all.iter().any(|other| other != key && other & key == *other);
    all.iter().copied().filter(is_least).collect()
}

/// The keys of a predicate: sets of positions, as bits, that no two of its facts agree in. None where few are given.
pub(crate) fn keys_of(task: &Task, predicate: PredicateId) -> Vec<u32> {
    let rows = given(task, predicate);
    if rows.len() < FEWEST { Vec::new() } else { keys(&rows, rows[0].len()) }
}

/// Whether a fact would be unlike those of its predicate that are given: it agrees with one of them in a key, or names
/// an object twice, which none of them does.
pub(crate) fn is_odd(task: &Task, predicate: PredicateId, row: &[ObjectId]) -> bool {
    let mut rows = given(task, predicate);
    if rows.len() < FEWEST {
        return false;
    }
    let keys = keys(&rows, row.len());
    let is_first = names_twice(row) && !rows.iter().any(|row| names_twice(row));
    rows.push(row);
    is_first || keys.iter().any(|key| repeats(&rows, *key) > 0)
}

impl<'a> Rows<'a> {
    /// The facts of a predicate, which actions change or not.
    pub(crate) fn of(task: &'a Task, predicate: PredicateId, is_fluent: bool) -> Self {
        let declared = &task.predicate_info[predicate.index()].parameters;
        let rows = given(task, predicate);
        let totals: Vec<usize> = declared.iter().map(|types| task.objects_of(types).count()).collect();
        let both_ways = if is_fluent { Vec::new() } else { both_ways(&rows, declared.len()) };
        let keys = keys(&rows, declared.len());
        let is_pair = declared.len() == 2 && declared[0] == declared[1];
        let is_acyclic = declared.len() == 2 && rows.len() > usize::from(!is_fluent) && !is_cyclic(&rows);
        let once = |at: usize| counts(&rows, at).values().all(|many| *many == 1);
        let is_chain = is_acyclic && !is_fluent && is_pair && once(0) && once(1);
        let mut full = Vec::new();
        for (at, total) in totals.iter().enumerate() {
            let times = counts(&rows, at);
            // A chain has ends.
            if !is_chain && (*total > 1 && times.len() * 3 >= total * 2 || *total == 2 && times.len() == 1) {
                full.push(at);
            }
        }
        let names_once =
            rows.len() > 1 && rows.iter().filter(|row| names_twice(row)).count() * 3 <= rows.len();
        Self { given: rows, totals, both_ways, full, is_acyclic, names_once, keys }
    }

    /// The counts of some facts in the place of those that are given.
    pub(crate) fn counts(&self, rows: &[&[ObjectId]]) -> [f64; FACTS.len()] {
        if rows.len() > MAX_ROWS {
            return [0.0; FACTS.len()];
        }
        let missing = |at: &usize| self.totals[*at].saturating_sub(counts(rows, *at).len());
        [
            self.both_ways.iter().map(|pair| lonely(rows, *pair)).sum(),
            self.full.iter().map(missing).sum(),
            usize::from(self.is_acyclic && is_cyclic(rows)),
            self.keys.iter().filter(|key| **key != 0).map(|key| repeats(rows, *key)).sum(),
            self.keys.iter().filter(|key| **key == 0).map(|key| repeats(rows, *key)).sum(),
            rows.iter().filter(|row| self.names_once && names_twice(row)).count(),
        ]
        .map(count)
    }
}

fn counts(rows: &[&[ObjectId]], at: usize) -> FxHashMap<ObjectId, usize> {
    let mut times = FxHashMap::default();
    rows.iter().for_each(|row| *times.entry(row[at]).or_default() += 1);
    times
}

/// Whether a fact names an object twice.
fn names_twice(row: &[ObjectId]) -> bool {
    row.iter().enumerate().any(|(at, one)| row[..at].contains(one))
}

/// How many facts lead from an object to another, and none like it leads back.
fn lonely(rows: &[&[ObjectId]], (one, two): (usize, usize)) -> usize {
    let known: FxHashSet<&[ObjectId]> = rows.iter().copied().collect();
    let is_lonely = |row: &&&[ObjectId]| {
        let mut back = row.to_vec();
        back.swap(one, two);
        !known.contains(&back[..])
    };
    rows.iter().filter(is_lonely).count()
}

/// Pairs of positions at which facts are mostly given both ways.
pub(crate) fn both_ways(rows: &[&[ObjectId]], arity: usize) -> Vec<(usize, usize)> {
    let pairs = (0..arity).flat_map(|two| (0..two).map(move |one| (one, two)));
    pairs.filter(|pair| !rows.is_empty() && lonely(rows, *pair) * 2 <= rows.len()).collect()
}

/// How many facts agree with one before them in some positions.
fn repeats(rows: &[&[ObjectId]], key: u32) -> usize {
    let at = |row: &&[ObjectId]| -> Vec<ObjectId> {
        row.iter().enumerate().filter(|(at, _)| key >> at & 1 == 1).map(|(_, object)| *object).collect()
    };
    rows.len() - rows.iter().map(at).collect::<FxHashSet<_>>().len()
}

/// Whether facts about two objects lead from an object back to it.
fn is_cyclic(rows: &[&[ObjectId]]) -> bool {
    let mut left: Vec<&[ObjectId]> = rows.to_vec();
    loop {
        let ends: FxHashSet<ObjectId> = left.iter().filter(|row| row.len() == 2).map(|row| row[0]).collect();
        let before = left.len();
        left.retain(|row| row.len() == 2 && ends.contains(&row[1]));
        if left.len() == before {
            return !left.is_empty();
        }
    }
}

/// A number among others.
pub(crate) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
