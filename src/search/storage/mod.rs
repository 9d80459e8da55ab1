//! States and the paths to them: rows in a pool, each stored once, the tree of how they were reached, and the steps
//! that are still to be taken.

pub(super) mod chunks;
pub(super) mod id_table;
pub(super) mod pool;
pub(super) mod steps;
pub(super) mod tree;
