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
    fn is_changed(&self, predicate: PredicateId) -> bool {
        self.changes.iter().any(|change| change.atom.predicate == predicate)
    }

    /// Whether actions change the predicate, and no fact of `:init` that they change is about the object.
    pub(super) fn is_stray(&self, predicate: PredicateId, object: ObjectId) -> bool {
        let mut init = self.task().init.iter();
        self.is_changed(predicate) && !init.any(|fact| fact.1.contains(&object) && self.is_changed(fact.0))
    }

    /// The same for a fact about one object.
    pub(super) fn has_stray(&self, pattern: &Pattern) -> bool {
        let mut objects = pattern.arguments.iter().flatten();
        pattern.arguments.len() == 1 && objects.any(|object| self.is_stray(pattern.predicate, *object))
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
            if is_one || self.is_used_up(predicate) || declared.len() > 1 && self.is_changed(predicate) {
                continue;
            }
            for (at, types) in declared.iter().enumerate() {
                let lone = |object: &ObjectId| !rows.iter().any(|row| row[at] == *object);
                for object in task.objects_of(types).filter(lone).take(MAX_FACTS) {
                    let mut pattern = Pattern::any(task, predicate);
                    pattern.arguments[at] = Some(object);
                    let is_old = rows.iter().any(|row| row.contains(&object));
                    let class = if self.is_stray(predicate, object) { 0 } else { 1 + usize::from(is_old) };
                    found[class].extend(self.fill(&pattern).into_iter().take(MAX_FACTS));
                }
            }
        }
        found
    }

    /// Facts that never change, the other way round, where most facts of their predicate are given both ways.
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

    /// What a missing fact says about the fault: it is given only the other way round, or too few are given.
    pub(super) fn blamed_fact(&self, predicate: PredicateId, objects: &[ObjectId]) -> String {
        let task = self.task();
        let shown = task.show_atom(predicate, objects);
        let takers = self.names(self.changes_of(false, predicate));
        if !takers.is_empty() && !self.growing.contains(&predicate) {
            let any = Pattern::any(task, predicate).show(task);
            let verb = if takers.len() == 1 { "uses" } else { "use" };
            return format!("too few {any} in :init: {} {verb} them up", list(&takers, "and"));
        }
        if self.is_way_back(predicate, objects) {
            return format!(
                "{shown} is not in :init, and the fact the other way round is: there is no way back"
            );
        }
        if let Some(stray) = objects.iter().find(|object| self.is_stray(predicate, **object)) {
            let name = task.objects.name(*stray);
            return format!("{shown} is not in :init, nor any other fact about {name} that actions change");
        }
        let readers = self.names(self.changes.iter().filter(|change| change.asks_for(predicate)));
        format!("{shown} is not in :init: {} would need it", list(&readers, "or"))
    }
}
