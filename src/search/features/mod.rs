//! Feature-space search (Shoham and Schaeffer 2020): states are sorted into cells by what they have achieved, and the
//! cells take turns. The space says what its features are.

pub(super) mod cells;
pub(super) mod feature_space;
pub(super) mod guide;
pub(super) mod team;
