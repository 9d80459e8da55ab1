//! Decoupled search: what moves freely between the steps that matter is not searched.
//!
//! In: a ground task. Out: a [`Factoring`] into a centre and leaves, if the task has one, and a [`DecoupledSpace`] that
//! any search runs on. A *leaf* is a variable that some operators change alone, whatever they ask of the rest, the
//! *centre*. A decoupled state is a state of the centre and, for each leaf, the set of its values that can be reached;
//! the steps of leaves are put back into plans afterwards. (Star topologies: Gnad and Hoffmann 2018.)
//!
//! Every structure is proven on the task at hand, whatever it is about. Invariant: the decoupled states that can be
//! reached stand for exactly the states that can be reached.

mod choose;
mod factoring;
mod footprint;
mod implied;
mod leaf;
mod plan;
mod space;

pub use factoring::{Factoring, LeafSummary};
pub use space::DecoupledSpace;
