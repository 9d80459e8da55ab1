//! Which of these searches runs when: the table of solvers, and how the searches of one solver take turns.

pub(super) mod first_searches;
pub(super) mod interleaving;
pub(super) mod registry;
