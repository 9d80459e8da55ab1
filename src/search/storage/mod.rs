//! States and the paths to them: rows in a pool, each stored once, and the tree of how they were reached.

pub(super) mod chunks;
pub(super) mod id_table;
pub(super) mod pool;
pub(super) mod tree;
