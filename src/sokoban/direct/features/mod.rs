//! What a search without bounds heads for: the order in which goals are filled, obstructions, islands of boxes.

pub(super) mod guide;
pub(super) mod guide_pulls;
pub(super) mod guide_pushes;
pub(super) mod islands;
pub(super) mod obstructions;
pub(super) mod packing_order;
