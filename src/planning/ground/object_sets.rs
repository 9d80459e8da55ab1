//! Object sets: the objects of each union of types that some parameter or quantified variable ranges over, listed once.
//!
//! In: a task and unions of types. Out: an id for each union, and its objects in order.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use banto_text::task::{ObjectId, Task, TypeSet};

banto_base::define_id!(
    /// A set of objects that parameters range over.
    ObjectSetId
);

/// The objects of each union of types that some variable has.
#[derive(Debug, Default)]
pub(super) struct ObjectSets {
    ids: FxHashMap<TypeSet, ObjectSetId>,
    lists: Vec<ObjectSet>,
}

/// The objects of one union of types.
#[derive(Debug)]
pub(super) struct ObjectSet {
    /// In order.
    pub(super) objects: Vec<ObjectId>,
    members: FixedBitSet,
}

impl ObjectSets {
    pub(super) fn of(&mut self, task: &Task, types: &TypeSet) -> ObjectSetId {
        if let Some(id) = self.ids.get(types) {
            return *id;
        }
        let objects: Vec<ObjectId> = task.objects_of(types).collect();
        let mut members = FixedBitSet::with_capacity(task.objects.len());
        members.extend(objects.iter().map(|object| object.index()));
        let id = ObjectSetId::from(self.lists.len());
        self.lists.push(ObjectSet { objects, members });
        self.ids.insert(types.clone(), id);
        id
    }

    pub(super) fn get(&self, id: ObjectSetId) -> &ObjectSet {
        &self.lists[id.index()]
    }

    pub(super) fn contains(&self, id: ObjectSetId, object: ObjectId) -> bool {
        self.lists[id.index()].members.contains(object.index())
    }
}
