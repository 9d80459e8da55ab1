//! Decoupled search (star topologies: Gnad and Hoffmann 2018): components that move freely are not searched.
//!
//! In: a ground task. Out: a [`Factoring`] into a center and leaves, if the task has one, and a [`DecoupledSpace`],
//! which any search can run on. A *leaf* is one variable that some operators change alone; their conditions may be
//! about the rest, the *center*. Leaves are invertible: what one step reaches, another undoes, so one value stands for
//! the whole set. The search counts steps of leaves as free and keeps no prices. A decoupled state is a state of the
//! center and, for each leaf, the set of values that it can reach. The steps of leaves are put back into plans
//! afterwards.
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
mod twins;

pub use factoring::Factoring;
pub(crate) use space::Buffers;
pub use space::DecoupledSpace;
