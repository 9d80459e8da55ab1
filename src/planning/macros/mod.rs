//! Macro steps in a decoupled task (as macro moves of Sokoban; Junghanns and Schaeffer 2001): one step takes a thing
//! as far as it goes while everything else stands still.
//!
//! In: a factored task with counted groups, which say where things without names are, or with variables that have
//! goals of their own. Out: a [`MacroSpace`], which any search can run on, and a guide for feature-space search in it.
//! Every step of the decoupled task is a macro step of its own, so nothing is lost. What the guide says about the order
//! of goals is not proven and prunes nothing.

mod guide;
mod patterns;
mod space;
mod things;
mod ways;

pub(crate) use guide::{Advice, MacroGuide};
pub use patterns::Patterns;
pub use space::{MacroBuffers, MacroSpace};
pub(crate) use things::Things;
