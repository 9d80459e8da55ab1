//! Facts that seem to be missing in `:init`, by what the others are like.
//!
//! In: the facts of `:init` and the changes that actions make. Out: lists of [`Edit`]s, and a sentence about one.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{Pattern, list};
use super::repair::Edit;
use crate::task::{ObjectId, PredicateId};

/// At most this many facts of a predicate are tried.
const MAX_FACTS: usize = 12;

impl Chain<'_> {
    pub(super) fn is_changed(&self, predicate: PredicateId) -> bool {
        self.changes.iter().any(|change| change.atom.predicate == predicate)
    }

    /// Whether actions change the predicate, and no fact of `:init` that they change is about the object.
    pub(super) fn is_stray(&self, predicate: PredicateId, object: ObjectId) -> bool {
        let mut init = self.task().init.iter();
        self.is_changed(predicate) && !init.any(|fact| fact.1.contains(&object) && self.is_changed(fact.0))
    }

    /// Whether a fact is about one object alone, and no other that changes is about it.
    pub(super) fn has_stray(&self, pattern: &Pattern) -> bool {
        let mut objects = pattern.arguments.iter().flatten();
        objects.clone().count() == 1 && objects.any(|object| self.is_stray(pattern.predicate, *object))
    }

    /// Facts about objects that stand in no fact of a predicate, or not at this position, though others of their type
    /// do: first about those that no fact that changes is about, then about those new to the predicate, then the rest.
    pub(super) fn lone_facts(&self) -> [Vec<Edit>; 3] {
        let task = self.task();
        let mut found: [Vec<Edit>; 3] = Default::default();
        for predicate in task.predicates.ids().filter(|predicate| self.is_stated(*predicate)) {
            let declared = self.declared(predicate);
            let rows: Vec<_> = self.stated(predicate).collect();
            // A fact that moves stands alone by design; facts that are used up are tried elsewhere.
            let mut moves = self.changes_of(true, predicate);
            let is_one = rows.len() == 1
                && moves.any(|change| self.change_by(change.source, false, predicate).is_some());
            if is_one || self.is_used_up(predicate) {
                continue;
            }
            let is_relation = declared.len() > 1;
            for (at, types) in declared.iter().enumerate() {
                let lone = |object: &ObjectId| !rows.iter().any(|row| row[at] == *object);
                let all_lone: Vec<ObjectId> = task.objects_of(types).filter(lone).take(MAX_FACTS).collect();
                // Where all others like it are at some place, it is too.
                let stands_out = !is_relation || all_lone.len() == 1 && self.is_thing(predicate, at);
                for object in all_lone {
                    if self.is_changed(predicate) && !(stands_out && self.is_stray(predicate, object)) {
                        continue;
                    }
                    let mut pattern = Pattern::any(task, predicate);
                    pattern.arguments[at] = Some(object);
                    let is_old = rows.iter().any(|row| row.contains(&object));
                    let class = if self.is_stray(predicate, object) { 0 } else { 1 + usize::from(is_old) };
                    let mut facts = self.fill(&pattern, MAX_FACTS);
                    facts.retain(
                        |edit| !matches!(edit, Edit::Fact(_, new) if Self::closes_circle(&rows, new)),
                    );
                    found[class].extend(facts);
                }
            }
        }
        found
    }

    /// Whether what stands here in a fact is what actions move or take, rather than its place: they go on to say
    /// something else of it.
    fn is_thing(&self, predicate: PredicateId, at: usize) -> bool {
        self.changes_of(false, predicate).any(|taken| {
            let own = self.changes_by(taken.source).iter().filter(|change| change.adds);
            own.flat_map(|change| &change.atom.arguments).any(|term| *term == taken.atom.arguments[at])
        })
    }

    /// Whether a fact leads back, where the facts of its predicate lead from object to object and never back.
    fn closes_circle(rows: &[&[ObjectId]], new: &[ObjectId]) -> bool {
        let (&[from, to], 2..) = (new, rows.len()) else { return false };
        let leads = |from: ObjectId, to: ObjectId| {
            let mut seen = vec![from];
            let mut next = 0;
            while next < seen.len() && !seen[1..].contains(&to) {
                let more = rows.iter().filter(|row| row[0] == seen[next]).map(|row| row[1]);
                let more: Vec<ObjectId> = more.filter(|one| !seen[1..].contains(one)).collect();
                seen.extend(more);
                next += 1;
            }
            seen[1..].contains(&to)
        };
        leads(to, from) && !rows.iter().any(|row| leads(row[0], row[0]))
    }

    /// Facts that never change and are missing the other way round, where most of their predicate are given both ways.
    pub(super) fn ways_back(&self) -> Vec<Edit> {
        let task = self.task();
        let mut found = Vec::new();
        for predicate in task.predicates.ids() {
            let count = self.declared(predicate).len();
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
            for (one, two) in pairs.filter(|_| !self.is_changed(predicate)) {
                let facts: FxHashSet<&[ObjectId]> = self.stated(predicate).collect();
                let turn = |objects: &&[ObjectId]| {
                    let mut turned = objects.to_vec();
                    turned.swap(one, two);
                    turned
                };
                let mut missing: Vec<Vec<ObjectId>> = facts.iter().map(turn).collect();
                missing.retain(|turned| !facts.contains(&turned[..]));
                if missing.len() == 1 || missing.len() * 2 <= facts.len() {
                    missing.sort();
                    found.extend(
                        missing.into_iter().take(MAX_FACTS).map(|turned| Edit::Fact(predicate, turned)),
                    );
                }
            }
        }
        found
    }

    /// Whether actions use up the facts of a predicate, and none makes new ones. Only facts about one object count:
    /// that a relation is used up is rather a mistake.
    pub(super) fn is_used_up(&self, predicate: PredicateId) -> bool {
        self.declared(predicate).len() == 1
            && !self.growing.contains(&predicate)
            && self.is_stated(predicate)
            && self.changes_of(false, predicate).next().is_some()
    }

    /// More of the facts that actions use up; first about objects that stand in no other fact.
    pub(super) fn used_up(&self) -> Vec<Edit> {
        let task = self.task();
        let mut found: Vec<(bool, Edit)> = Vec::new();
        for predicate in task.predicates.ids().filter(|predicate| self.is_used_up(*predicate)) {
            let objects = task.objects_of(&self.declared(predicate)[0]);
            let missing = objects.filter(|object| !self.reach.may(&Pattern::fact(predicate, &[*object])));
            found.extend(missing.take(MAX_FACTS).map(|object| {
                let is_known = task.init.iter().any(|(_, objects)| objects.contains(&object));
                (is_known, Edit::Fact(predicate, vec![object]))
            }));
        }
        found.sort_by_key(|one| one.0);
        found.into_iter().map(|one| one.1).collect()
    }

    /// Whether a change gives a fact that seems to be missing, by what the others are like.
    pub(super) fn is_missing(&self, edit: &Edit) -> bool {
        let Edit::Fact(predicate, objects) = edit else { return false };
        self.is_way_back(*predicate, objects)
            || objects.iter().any(|object| self.is_stray(*predicate, *object))
    }

    /// What a missing fact says of the fault: the same is given the other way round, or too few are given.
    pub(super) fn blamed_fact(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let task = self.task();
        let shown = task.show_atom(predicate, objects);
        if self.is_used_up(predicate) {
            let takers = self.names(self.changes_of(false, predicate));
            let any = Pattern::any(task, predicate).show(task);
            let verb = if takers.len() == 1 { "uses" } else { "use" };
            return format!("too few {any} in :init: {} {verb} them up", list(&takers, "and"));
        }
        if self.is_way_back(predicate, objects) {
            return format!("{shown} is not in :init, though the fact the other way round is");
        }
        if let Some(stray) = objects.iter().find(|object| self.is_stray(predicate, **object)) {
            let name = task.objects.name(*stray);
            let mut pattern = Pattern::fact(predicate, objects);
            pattern.arguments.iter_mut().filter(|one| **one != Some(*stray)).for_each(|one| *one = None);
            let shown = pattern.show(task);
            let not = if pattern.holes() == 0 { format!("{shown} is not") } else { format!("no {shown} is") };
            return format!("{not} in :init, nor any other fact about {name} that actions change");
        }
        let readers = self.names(self.changes.iter().filter(|change| change.asks_for(predicate)));
        format!("{shown} is not in :init: {} would need it", list(&readers, "or"))
    }
}
