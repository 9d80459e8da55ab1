//! What each feature says of a change, as log-odds. Made by `cargo bench --bench learn_why`; not to be edited by hand.

use super::features::Feature;

/// The weights, in the order of the features.
pub(super) const WEIGHTS: &[Feature] = &[];
