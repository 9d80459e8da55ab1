//! Feature-space search (Shoham and Schaeffer 2020): states are sorted into cells by what they have achieved, and the
//! cells take turns. The `Guide` says what the features of a state are.

pub(crate) mod cells;
pub(crate) mod feature_space;
pub(crate) mod goal_order;
pub(crate) mod guide;
pub(crate) mod known_deadlocks;
