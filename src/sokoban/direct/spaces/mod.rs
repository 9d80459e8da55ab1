//! The spaces of direct search: what one step is (a push, a push with the walk to it, several pushes of one box), and
//! which steps can be left out.

pub(super) mod box_paths;
pub(super) mod corral;
pub(super) mod homes;
pub(super) mod macro_pushes;
pub(super) mod push_pruning;
pub(super) mod pushes;
pub(crate) mod simple;
pub(super) mod walks;
