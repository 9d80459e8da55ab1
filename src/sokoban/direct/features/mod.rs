//! The features of the search without a plan, among them the order in which goals are filled.

pub(super) mod guide_pushes;
pub(super) mod packing_order;
