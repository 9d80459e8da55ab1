//! The structures found in a task, as an answer reports them.

use crate::decoupled::Factoring;
use crate::symmetry::Fold;

/// A structure of a task that searches could use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundStructure {
    /// Its name.
    pub name: &'static str,
    /// The finding in one line.
    pub words: String,
    /// Its numbers, by name.
    pub figures: Vec<(&'static str, usize)>,
}

impl FoundStructure {
    pub(super) fn folded(fold: &Fold) -> Self {
        let objects = fold.objects;
        let words = format!("{objects} objects are alike, and only the places that they take are searched");
        Self { name: "folded", words, figures: vec![("objects", objects)] }
    }

    pub(super) fn decoupled(factoring: &Factoring<'_>) -> Self {
        let (leaves, free) = (factoring.leaves().count(), factoring.leaf_operators());
        let operators = factoring.task.operator_count();
        let leaf = if leaves == 1 { "leaf" } else { "leaves" };
        Self {
            name: "decoupled",
            words: format!(
                "{leaves} {leaf}, moved by {free} of {operators} operators, which are not searched"
            ),
            figures: vec![("leaves", leaves), ("leaf_operators", free), ("operators", operators)],
        }
    }
}
