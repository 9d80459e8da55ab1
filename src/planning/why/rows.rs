//! Regularities in the facts of a predicate in `:init`: keys, and facts that are given both ways.
//!
//! In: a task. Out: whether another fact would break them. Of few facts, and of very many, nothing is said.

use rustc_hash::FxHashSet;

use banto_text::task::{ObjectId, PredicateId, Task};

/// From fewer facts, nothing is said of another one.
const FEWEST: usize = 2;

/// Positions behind these are in no key.
const MAX_KEYED: usize = 4;

/// Of more facts, nothing is said.
const MAX_ROWS: usize = 300;

/// A fact, and the one that goes for it, if any.
pub(crate) type New<'f> = (&'f [ObjectId], Option<&'f [ObjectId]>);

/// The facts of a predicate in `:init` but for one that goes, if they are neither few nor very many.
fn given<'t>(
    task: &'t Task,
    predicate: PredicateId,
    gone: Option<&[ObjectId]>,
) -> Option<Vec<&'t [ObjectId]>> {
    let rows = task.init.iter().filter(|fact| fact.0 == predicate && Some(fact.1) != gone);
    let rows: Vec<_> = rows.map(|fact| fact.1).collect();
    (FEWEST..=MAX_ROWS).contains(&rows.len()).then_some(rows)
}

/// The keys of a predicate: the smallest sets of positions, as bits, that no two of its facts agree in.
fn keys(rows: &[&[ObjectId]]) -> Vec<u32> {
    let all = 0..1_u32 << rows[0].len().min(MAX_KEYED);
    let all: Vec<u32> = all.filter(|key| !repeats(rows, *key)).collect();
    let is_least = |key: &u32| !all.iter().any(|other| other != key && other & key == *other);
    all.iter().copied().filter(is_least).collect()
}

/// Whether a fact would be unlike those of its predicate that are given: it agrees with one of them in a key, or names
/// an object twice, which none of them does.
pub(crate) fn is_odd(task: &Task, predicate: PredicateId, (row, gone): New<'_>) -> bool {
    let Some(mut rows) = given(task, predicate, gone) else { return false };
    let is_first = names_twice(row) && !rows.iter().any(|row| names_twice(row));
    let keys = keys(&rows);
    rows.push(row);
    is_first || keys.iter().any(|key| repeats(&rows, *key))
}

/// Where most facts of a predicate are given both ways: whether the one that leads back from a new fact is, and the one
/// that goes leaves none alone.
pub(crate) fn leads_back(task: &Task, predicate: PredicateId, (row, gone): New<'_>) -> bool {
    let Some(rows) = given(task, predicate, None) else { return false };
    let Some(pair) = both_ways(&rows, row.len()).first().copied() else { return false };
    let is_paired = |row: &[ObjectId]| rows.contains(&&back(row, pair)[..]);
    is_paired(row) && !gone.is_some_and(|gone| is_paired(gone) || gone == &back(row, pair)[..])
}

/// Pairs of positions at which facts are mostly given both ways.
pub(crate) fn both_ways(rows: &[&[ObjectId]], arity: usize) -> Vec<(usize, usize)> {
    let known: FxHashSet<&[ObjectId]> = rows.iter().copied().collect();
    let pairs = (0..arity).flat_map(|two| (0..two).map(move |one| (one, two)));
    let lonely = |pair| rows.iter().filter(|row| !known.contains(&back(row, pair)[..])).count();
    pairs.filter(|pair| !rows.is_empty() && lonely(*pair) * 2 <= rows.len()).collect()
}

fn back(row: &[ObjectId], (one, two): (usize, usize)) -> Vec<ObjectId> {
    let mut row = row.to_vec();
    row.swap(one, two);
    row
}

/// Whether a row names a thing twice.
pub(crate) fn names_twice<T: PartialEq>(row: &[T]) -> bool {
    row.iter().enumerate().any(|(at, one)| row[..at].contains(one))
}

/// Whether two facts agree in some positions.
fn repeats(rows: &[&[ObjectId]], key: u32) -> bool {
    let at = |row: &&[ObjectId]| -> Vec<ObjectId> {
        row.iter().enumerate().filter(|(at, _)| key >> at & 1 == 1).map(|(_, object)| *object).collect()
    };
    rows.iter().map(at).collect::<FxHashSet<_>>().len() < rows.len()
}
