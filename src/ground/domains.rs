//! What variables range over: the objects of each union of types, listed once.
//!
//! In: a task and unions of types. Out: an id for each union, and its objects in order. Which variables ask is not known here.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::task::{ObjectId, Task, TypeSet};

define_id!(
    /// A list of objects that variables range over.
    DomainId
);

/// The objects of each union of types that some variable has.
#[derive(Debug, Default)]
pub(super) struct Domains {
    ids: FxHashMap<TypeSet, DomainId>,
    lists: Vec<Domain>,
}

/// The objects of one union of types.
#[derive(Debug)]
pub(super) struct Domain {
    /// In order.
    pub(super) objects: Vec<ObjectId>,
    members: FixedBitSet,
}

impl Domains {
    pub(super) fn of(&mut self, task: &Task, types: &TypeSet) -> DomainId {
        if let Some(id) = self.ids.get(types) {
            return *id;
        }
        let objects: Vec<ObjectId> = task.objects_of(types).collect();
        let mut members = FixedBitSet::with_capacity(task.objects.len());
        members.extend(objects.iter().map(|object| object.index()));
        let id = DomainId::from(self.lists.len());
        self.lists.push(Domain { objects, members });
        self.ids.insert(types.clone(), id);
        id
    }

    pub(super) fn get(&self, id: DomainId) -> &Domain {
        &self.lists[id.index()]
    }

    /// Whether an object is in a domain.
    pub(super) fn contains(&self, id: DomainId, object: ObjectId) -> bool {
        self.lists[id.index()].members.contains(object.index())
    }
}
