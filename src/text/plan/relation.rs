//! The facts of one predicate that hold, and what last changed each.
//!
//! In: facts that become true or false at a step. Out: whether a fact holds, since when, and which facts have a given
//! object at a given position. The last row replaces a deleted one, so the order of rows depends only on the order of
//! changes.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::task::ObjectId;

/// When a fact became true.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The step that made it so; 0 is the initial state. Of a derived fact, when it was derived: after all facts that
    /// its derivation used.
    since: u32,
    /// The last step that added it, even if it already held.
    added: u32,
}

/// The origin of a fact's present truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It has been so from the start.
    Start,
    /// The step with this number, from 1, made it so.
    Step(u32),
}

/// Rows by the object in one position.
#[derive(Debug, Default)]
struct Column {
    rows: FxHashMap<ObjectId, Vec<u32>>,
    /// The place of each row in its list.
    at: Vec<u32>,
}

/// The facts of one predicate.
#[derive(Debug, Default)]
pub(super) struct Relation {
    arity: usize,
    objects: Vec<ObjectId>,
    rows: Vec<Row>,
    lookup: HashTable<u32>,
    /// One per position, built on first use.
    columns: Vec<OnceCell<Column>>,
    /// The step that deleted a fact that no longer holds.
    ended: FxHashMap<Box<[ObjectId]>, u32>,
    version: u64,
}

fn hash(objects: &[ObjectId]) -> u64 {
    let mut hasher = FxHasher::default();
    objects.iter().for_each(|object| object.hash(&mut hasher));
    hasher.finish()
}

impl Relation {
    pub(super) fn new(arity: usize) -> Self {
        Self { arity, columns: (0..arity).map(|_| OnceCell::new()).collect(), ..Self::default() }
    }

    /// Forgets every row, before a derived predicate is derived again.
    pub(super) fn clear(&mut self) {
        for (place, column) in self.columns.iter_mut().enumerate() {
            let Some(column) = column.get_mut() else { continue };
            // The lists keep their capacity: the next rows are mostly the same.
            for row in self.objects.chunks_exact(self.arity) {
                if let Some(list) = column.rows.get_mut(&row[place]) {
                    list.clear();
                }
            }
            column.at.clear();
        }
        self.objects.clear();
        self.rows.clear();
        self.lookup.clear();
        self.version += 1;
    }

    /// How many facts hold.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// A number that differs after each change.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    fn find(&self, objects: &[ObjectId]) -> Option<usize> {
        let same = |row: &u32| self.at(*row as usize) == objects;
        self.lookup.find(hash(objects), same).map(|row| *row as usize)
    }

    pub(super) fn holds(&self, objects: &[ObjectId]) -> bool {
        self.find(objects).is_some()
    }

    /// The last change of a fact; `None` if nothing has made it true so far.
    pub(super) fn origin(&self, objects: &[ObjectId]) -> Option<Origin> {
        let step = match self.find(objects) {
            Some(row) => self.rows[row].since,
            None => *self.ended.get(objects)?,
        };
        Some(if step == 0 { Origin::Start } else { Origin::Step(step) })
    }

    /// When a derived fact was derived, if it holds.
    pub(super) fn rank(&self, objects: &[ObjectId]) -> Option<u32> {
        self.find(objects).map(|row| self.rows[row].since)
    }

    pub(super) fn at(&self, row: usize) -> &[ObjectId] {
        &self.objects[row * self.arity..(row + 1) * self.arity]
    }

    pub(super) fn rows_with(&self, place: usize, object: ObjectId) -> &[u32] {
        let column = self.columns[place].get_or_init(|| {
            let mut column = Column::default();
            (0..self.rows.len()).for_each(|row| column.push(row, self.at(row)[place]));
            column
        });
        column.rows.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Makes a fact true at a step; returns whether it was false before.
    pub(super) fn add(&mut self, objects: &[ObjectId], step: u32) -> bool {
        if let Some(row) = self.find(objects) {
            self.rows[row].added = step;
            return false;
        }
        let row = self.rows.len();
        for (column, object) in self.columns.iter_mut().zip(objects) {
            if let Some(column) = column.get_mut() {
                column.push(row, *object);
            }
        }
        self.objects.extend_from_slice(objects);
        self.rows.push(Row { since: step, added: step });
        let (all, arity) = (&self.objects, self.arity);
        let rehash = |row: &u32| hash(&all[*row as usize * arity..(*row as usize + 1) * arity]);
        self.lookup.insert_unique(hash(objects), number(row), rehash);
        self.version += 1;
        true
    }

    /// Makes a fact false at a step, unless the same step added it before; returns whether it was true.
    pub(super) fn delete(&mut self, objects: &[ObjectId], step: u32) -> bool {
        let Some(row) = self.find(objects).filter(|row| self.rows[*row].added != step) else { return false };
        let last = self.rows.len() - 1;
        for (place, column) in self.columns.iter_mut().enumerate() {
            let Some(column) = column.get_mut() else { continue };
            column.remove(row, objects[place]);
            column.rename(last, row, self.objects[last * self.arity + place]);
        }
        if let Ok(entry) = self.lookup.find_entry(hash(objects), |one| *one == number(row)) {
            entry.remove();
        }
        if last != row {
            let moved = hash(self.at(last));
            if let Some(entry) = self.lookup.find_mut(moved, |one| *one == number(last)) {
                *entry = number(row);
            }
            self.objects.copy_within(last * self.arity..(last + 1) * self.arity, row * self.arity);
        }
        self.objects.truncate(last * self.arity);
        self.rows.swap_remove(row);
        if let Some(ended) = self.ended.get_mut(objects) {
            *ended = step;
        } else {
            self.ended.insert(objects.into(), step);
        }
        self.version += 1;
        true
    }
}

impl Column {
    fn push(&mut self, row: usize, object: ObjectId) {
        let list = self.rows.entry(object).or_default();
        self.at.push(number(list.len()));
        list.push(number(row));
    }

    fn remove(&mut self, row: usize, object: ObjectId) {
        let Some(list) = self.rows.get_mut(&object) else { return };
        let at = self.at[row];
        list.swap_remove(at as usize);
        if let Some(moved) = list.get(at as usize) {
            self.at[*moved as usize] = at;
        }
    }

    /// The last row replaces another one, which is no longer in any list.
    fn rename(&mut self, last: usize, row: usize, object: ObjectId) {
        let at = self.at[last];
        self.at.truncate(last);
        if last != row
            && let Some(list) = self.rows.get_mut(&object)
        {
            list[at as usize] = number(row);
            self.at[row] = at;
        }
    }
}

fn number(row: usize) -> u32 {
    u32::try_from(row).expect("fewer than 2^32 facts of a predicate")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn adding_wins_and_what_a_step_only_restates_is_older_than_the_step() {
        let objects: Vec<ObjectId> = (0..3usize).map(ObjectId::from).collect();
        let mut relation = Relation::new(2);
        let (one, other) = (&objects[..2], &objects[1..]);
        assert!(relation.add(one, 0));
        assert_eq!(relation.rows_with(0, objects[0]), [0]);
        assert!(relation.add(other, 1));
        assert!(!relation.add(one, 2));
        assert!(!relation.delete(one, 2), "added by the same step");
        assert_eq!(relation.origin(one), Some(Origin::Start));
        assert!(relation.delete(one, 3));
        assert_eq!(relation.origin(one), Some(Origin::Step(3)));
        assert_eq!(relation.rows_with(0, objects[1]), [0]);
        assert!(relation.rows_with(0, objects[0]).is_empty());
        assert!(relation.add(one, 4));
        assert_eq!(relation.origin(one), Some(Origin::Step(4)));
        assert_eq!(relation.origin(&[objects[2], objects[2]]), None);
    }

    /// Many random changes, compared with an ordered map.
    #[test]
    fn rows_and_columns_stay_together() {
        let mut seed = 1u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        let mut relation = Relation::new(2);
        let mut wanted: BTreeMap<[ObjectId; 2], u32> = BTreeMap::new();
        for step in 1..4000 {
            let atom = [ObjectId::from(random(6)), ObjectId::from(random(7))];
            if random(2) == 0 {
                assert_eq!(relation.add(&atom, step), !wanted.contains_key(&atom));
                wanted.entry(atom).or_insert(step);
            } else {
                assert_eq!(relation.delete(&atom, step), wanted.remove(&atom).is_some());
            }
            if step % 1000 == 0 {
                relation.clear();
                wanted.clear();
            }
            assert_eq!(relation.len(), wanted.len());
            let place = random(2) as usize;
            let object = atom[place];
            let mut found: Vec<&[ObjectId]> =
                relation.rows_with(place, object).iter().map(|row| relation.at(*row as usize)).collect();
            found.sort();
            let with: Vec<&[ObjectId]> =
                wanted.keys().filter(|one| one[place] == object).map(|one| &one[..]).collect();
            assert_eq!(found, with);
            for (one, since) in &wanted {
                assert_eq!(relation.origin(one), Some(Origin::Step(*since)));
            }
        }
    }
}
