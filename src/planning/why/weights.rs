//! The learned weight of each feature of a change, as log-odds.
//!
//! Made by `cargo bench --bench learn_why`; not to be edited by hand.

use super::features::Feature;

/// The weights, in the order of the features.
pub(super) const WEIGHTS: &[Feature] = &[
    ("an effect that adds is one more", 0.59),
    ("an effect has another argument", 1.10),
    ("a condition goes", 0.80),
    ("a condition has another connective", -1.27),
    ("a fact is one more", 1.54),
    ("two facts more, there and back", 0.12),
    ("an object is one more", -0.42),
    ("the domain changes, whose actions are all taken", -0.47),
    ("a fact has another argument", -0.79),
    ("a condition of an action that is never taken", 0.83),
    ("what comes is written alike elsewhere", 1.71),
    ("elsewhere only the opposite is asked", 0.75),
    ("the action takes such facts, and gives fewer", 0.70),
    ("the action adds nothing", 0.67),
    ("effects that are conditions", -1.28),
    ("deleted without being asked for", -1.80),
    ("parameters that only effects name", -1.17),
    ("given and never read", -1.40),
    ("deleted and never given back", -1.21),
    ("added and never taken back", -0.41),
    ("actions that only take away", -0.59),
    ("actions that take each other back", 1.52),
    ("added and deleted at once", -0.09),
    ("actions that are alike", -0.72),
    ("facts that lead one way only", -2.82),
    ("objects of which nothing is said", -1.05),
    ("facts that lead back", -1.69),
    ("facts that agree with another in a key", -0.90),
    ("facts beside the only one", 0.98),
    ("two changes", -4.58),
    ("invariants lost", -1.08),
    ("invariants gained", 1.24),
    ("fewer actions than in other plans", -1.90),
    ("fewer objects than in other plans", -0.69),
];
