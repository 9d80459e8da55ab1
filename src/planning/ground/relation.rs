//! The tuples of one predicate reached so far, with indices on bound arguments.
//!
//! In: tuples of objects. Out: whether each is new, and the rows that match given arguments.
//!
//! Tuples are found (`insert`) before they take part in joins (`advance`): a fixpoint processes them in the order in
//! which they were found, and an index contains only tuples that are ready.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use banto_base::limits::{Limits, Stop};
use banto_text::task::ObjectId;

/// No row.
const NONE: u32 = u32::MAX;

/// The bytes that a table allocates at once if that many entries are added: the new table, while the old one still
/// exists.
pub(super) fn growth<T>(table: &HashTable<T>, more: usize) -> usize {
    if table.capacity() - table.len() >= more {
        return 0;
    }
    // Each has an extra byte, and an eighth stays free.
    let places = ((table.len() + more).max(table.capacity() * 2) * 8 / 7).next_power_of_two();
    places * (size_of::<T>() + 1)
}

/// How many tuples are added between two checks of their memory.
const STRIDE: u32 = 1 << 10;

/// A set of tuples, each with a row number in the order of insertion.
#[derive(Debug, Default)]
pub(super) struct Relation {
    arity: usize,
    objects: usize,
    tuples: Vec<ObjectId>,
    rows: u32,
    /// How many rows can be joined with: a prefix of those found.
    pub(super) ready: u32,
    lookup: HashTable<u32>,
    indices: Vec<Index>,
}

/// The ready rows by the values of some positions.
#[derive(Debug)]
struct Index {
    positions: Vec<usize>,
    heads: Heads,
    /// For each row, the next one with the same values.
    next: Vec<u32>,
}

#[derive(Debug)]
enum Heads {
    /// By the object at the only position.
    Single(Vec<u32>),
    Many(HashTable<u32>),
}

fn hash(values: impl Iterator<Item = ObjectId>) -> u64 {
    let mut hasher = FxHasher::default();
    for value in values {
        value.hash(&mut hasher);
    }
    hasher.finish()
}

impl Relation {
    pub(super) fn new(arity: usize, objects: usize) -> Self {
        Self { arity, objects, ..Self::default() }
    }

    /// How many rows are found.
    pub(super) fn len(&self) -> u32 {
        self.rows
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub(super) fn row(&self, row: u32) -> &[ObjectId] {
        let start = row as usize * self.arity;
        &self.tuples[start..start + self.arity]
    }

    /// The row of a tuple, ready or not.
    pub(super) fn find(&self, tuple: &[ObjectId]) -> Option<u32> {
        self.lookup.find(hash(tuple.iter().copied()), |row| self.row(*row) == tuple).copied()
    }

    /// Adds a tuple; returns whether it is new, and its row.
    pub(super) fn insert(&mut self, tuple: &[ObjectId]) -> (bool, u32) {
        let (arity, tuples) = (self.arity, &mut self.tuples);
        let row_of = |tuples: &[ObjectId], row: u32| {
            row as usize * arity..row as usize * arity + arity.min(tuples.len())
        };
        let key = hash(tuple.iter().copied());
        let found = self.lookup.find(key, |row| tuples[row_of(tuples, *row)] == *tuple);
        if let Some(row) = found {
            return (false, *row);
        }
        let row = self.rows;
        tuples.extend_from_slice(tuple);
        let tuples = &self.tuples;
        self.lookup.insert_unique(key, row, |row| hash(tuples[row_of(tuples, *row)].iter().copied()));
        self.rows += 1;
        (true, row)
    }

    /// Checks memory before adding this many tuples, for which arrays and tables may have to move.
    #[inline]
    pub(super) fn check_allocation(&self, limits: &Limits) -> Result<(), Stop> {
        if self.rows.is_multiple_of(STRIDE) { self.ask(limits) } else { Ok(()) }
    }

    fn ask(&self, limits: &Limits) -> Result<(), Stop> {
        let more = STRIDE as usize;
        limits.check_reserve(&self.tuples, more * self.arity)?;
        let mut bytes = growth(&self.lookup, more);
        for index in &self.indices {
            limits.check_reserve(&index.next, more)?;
            if let Heads::Many(table) = &index.heads {
                bytes += growth(table, more);
            }
        }
        limits.check_allocation(bytes)
    }

    /// Makes the next row ready.
    pub(super) fn advance(&mut self) {
        let row = self.ready;
        debug_assert!(row < self.rows);
        let start = row as usize * self.arity;
        for index in &mut self.indices {
            index.insert(row, &self.tuples, start, self.arity);
        }
        self.ready += 1;
    }

    /// An index on some positions (at least one); an existing one if possible. If a limit would be reached, it stays
    /// empty, and the next check of the limits says to stop.
    pub(super) fn index_on(&mut self, positions: &[usize], limits: &Limits) -> usize {
        if let Some(known) = self.indices.iter().position(|index| index.positions == positions) {
            return known;
        }
        let heads = match positions {
            [_] => Heads::Single(vec![NONE; self.objects]),
            _ => Heads::Many(HashTable::new()),
        };
        let mut index = Index { positions: positions.to_vec(), heads, next: Vec::new() };
        let bytes = self.ready as usize * (size_of::<u32>() * 4);
        let rows = if limits.check_allocation(bytes).is_ok() { self.ready } else { 0 };
        index.next.reserve(rows as usize);
        for row in 0..rows {
            index.insert(row, &self.tuples, row as usize * self.arity, self.arity);
        }
        self.indices.push(index);
        self.indices.len() - 1
    }

    /// The last ready row with these values at the index's positions.
    pub(super) fn first(&self, index: usize, values: &[ObjectId]) -> Option<u32> {
        let index = &self.indices[index];
        let row = match &index.heads {
            Heads::Single(heads) => heads[values[0].index()],
            Heads::Many(table) => {
                let matches = |row: &u32| {
                    let tuple = self.row(*row);
                    index.positions.iter().zip(values).all(|(position, value)| tuple[*position] == *value)
                };
                table.find(hash(values.iter().copied()), matches).copied().unwrap_or(NONE)
            }
        };
        (row != NONE).then_some(row)
    }

    /// The row before this one with the same values.
    pub(super) fn next(&self, index: usize, row: u32) -> Option<u32> {
        let next = self.indices[index].next[row as usize];
        (next != NONE).then_some(next)
    }

    /// The number of different values at each position.
    pub(super) fn distinct(&self) -> Vec<usize> {
        let mut seen = fixedbitset::FixedBitSet::with_capacity(self.objects);
        (0..self.arity)
            .map(|position| {
                seen.clear();
                for row in 0..self.rows {
                    seen.insert(self.row(row)[position].index());
                }
                seen.count_ones(..)
            })
            .collect()
    }
}

impl Index {
    fn insert(&mut self, row: u32, tuples: &[ObjectId], start: usize, arity: usize) {
        let tuple = &tuples[start..start + arity];
        let previous = match &mut self.heads {
            Heads::Single(heads) => std::mem::replace(&mut heads[tuple[self.positions[0]].index()], row),
            Heads::Many(table) => {
                let positions = &self.positions;
                let other = |row: u32| &tuples[row as usize * arity..(row as usize + 1) * arity];
                let key = hash(positions.iter().map(|position| tuple[*position]));
                let same =
                    |row: &u32| positions.iter().all(|position| other(*row)[*position] == tuple[*position]);
                match table.find_mut(key, same) {
                    Some(head) => std::mem::replace(head, row),
                    None => {
                        let rehash =
                            |row: &u32| hash(positions.iter().map(|position| other(*row)[*position]));
                        table.insert_unique(key, row, rehash);
                        NONE
                    }
                }
            }
        };
        self.next.push(previous);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_holds_what_is_ready() {
        let object = |index: usize| ObjectId::from(index);
        let (mut relation, limits) = (Relation::new(2, 4), Limits::none());
        for (left, right) in [(0, 1), (0, 2), (1, 2)] {
            assert!(relation.insert(&[object(left), object(right)]).0);
        }
        assert!(!relation.insert(&[object(0), object(2)]).0);
        relation.advance();
        let (one, both) = (relation.index_on(&[0], &limits), relation.index_on(&[0, 1], &limits));
        assert_eq!(relation.first(one, &[object(0)]), Some(0));
        assert_eq!(relation.first(both, &[object(0), object(2)]), None);
        relation.advance();
        assert_eq!(relation.first(one, &[object(0)]), Some(1));
        assert_eq!(relation.next(one, 1), Some(0));
        assert_eq!(relation.first(both, &[object(0), object(2)]), Some(1));
        assert_eq!(relation.find(&[object(1), object(2)]), Some(2));
    }
}
