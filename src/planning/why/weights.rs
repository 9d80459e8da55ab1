//! What each feature of a change says, as log-odds.
//!
//! Made by `cargo bench --bench learn_why`; not to be edited by hand.

use super::features::Feature;

/// The weights, in the order of the features.
pub(super) const WEIGHTS: &[Feature] = &[
    ("an effect that adds is one more", 0.68),
    ("an effect has another argument", 1.01),
    ("a condition goes", 0.77),
    ("a condition has another connective", -1.26),
    ("a fact is one more", 1.53),
    ("a fact has another argument", -0.85),
    ("a condition of an action that is never taken", 0.85),
    ("what comes is written alike elsewhere", 1.79),
    ("elsewhere only the opposite is asked", 0.75),
    ("the action takes such facts, and gives fewer", 0.66),
    ("the action adds nothing", 0.63),
    ("effects that are conditions", -1.15),
    ("deleted without being asked for", -1.66),
    ("parameters that only effects name", -1.29),
    ("given and never read", -1.37),
    ("deleted and never given back", -1.21),
    ("added and never taken back", -0.42),
    ("actions that only take away", -0.56),
    ("actions that take each other back", 1.50),
    ("facts that lead one way only", -2.77),
    ("objects of which nothing is said", -0.98),
    ("facts that lead back", -1.67),
    ("invariants lost", -0.85),
    ("invariants gained", 1.37),
    ("fewer actions than in other plans", -1.91),
    ("fewer objects than in other plans", -0.60),
];
