//! Decoupled search (star topologies: Gnad and Hoffmann 2018): what moves freely is not searched.
//!
//! In: a ground task. Out: a [`Factoring`] into a centre and leaves, if the task has one, and a [`DecoupledSpace`],
//! which any search can run on. A *leaf* is a variable that some operators change alone; their conditions may be about
//! the rest, the *centre*. A decoupled state is a state of the centre and, for each leaf, the set of values that it can
//! reach. The steps of leaves are put back into plans afterwards.
//!
//! The structure is proven on the task at hand. Invariant: the reachable decoupled states stand for exactly the
//! reachable states.

mod choose;
mod factoring;
mod footprint;
mod implied;
mod leaf;
mod plan;
mod space;

pub use factoring::Factoring;
pub use space::DecoupledSpace;
