//! A table of names: an id for each, counted from 0. Case is ignored; the first spelling is kept.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use indexmap::{Equivalent, IndexSet};
use rustc_hash::FxBuildHasher;

/// A name compared without regard to case.
#[derive(Clone, Debug)]
struct Symbol(Box<str>);

/// A name to look up.
struct Key<'a>(&'a str);

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Key(&self.0).hash(state);
    }
}

impl Hash for Key<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut word = [0; 8];
        for chunk in self.0.as_bytes().chunks(8) {
            word[..chunk.len()].copy_from_slice(chunk);
            word[..chunk.len()].make_ascii_lowercase();
            word[chunk.len()..].fill(0);
            state.write_u64(u64::from_le_bytes(word));
        }
        state.write_usize(self.0.len());
    }
}

impl Equivalent<Symbol> for Key<'_> {
    fn equivalent(&self, symbol: &Symbol) -> bool {
        self.0.eq_ignore_ascii_case(&symbol.0)
    }
}

/// Names with ids in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Symbols<Id> {
    names: IndexSet<Symbol, FxBuildHasher>,
    id: PhantomData<Id>,
}

impl<Id> Default for Symbols<Id> {
    fn default() -> Self {
        Self { names: IndexSet::default(), id: PhantomData }
    }
}

impl<Id: From<usize> + Into<usize>> Symbols<Id> {
    /// Adds a name; `Err` with its id if it is already there.
    pub fn add(&mut self, name: &str) -> Result<Id, Id> {
        if let Some(index) = self.names.get_index_of(&Key(name)) {
            return Err(Id::from(index));
        }
        Ok(Id::from(self.names.insert_full(Symbol(name.into())).0))
    }

    /// The id of a name, whatever its case.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let ball = task.objects.find("BALL1").unwrap();
    /// assert_eq!(task.objects.name(ball), "ball1");
    /// ```
    pub fn find(&self, name: &str) -> Option<Id> {
        self.names.get_index_of(&Key(name)).map(Id::from)
    }

    /// The name of an id as it was first written.
    pub fn name(&self, id: Id) -> &str {
        &self.names[id.into()].0
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All names in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|symbol| &*symbol.0)
    }

    /// All ids in order.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<Id> {
        (0..self.names.len()).map(Id::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_count_and_spelling_is_kept() {
        let mut symbols = Symbols::<usize>::default();
        assert_eq!(symbols.add("Depot-North-7"), Ok(0));
        assert_eq!(symbols.add("depot-north-7"), Err(0));
        assert_eq!(symbols.find("DEPOT-NORTH-7"), Some(0));
        assert_eq!(symbols.find("depot-north-77"), None);
        assert_eq!(symbols.name(0), "Depot-North-7");
    }
}
