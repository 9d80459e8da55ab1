//! Pictures of states from a task's own structure: things in places, stacks, and what joins places.
//!
//! In: a task, its board, and states one after another. Out: a [`Picture`], as SVG or for a page. `structure` finds
//! what can be drawn, `moment` what holds in a state, `graph` where places are, `slots` keeps things in their slots,
//! `arrange` gives places their sizes, `labels` says what is written, `picture` says where everything is in each state,
//! `svg` writes it. The comments `;; board:` refine it: rows say where cells are, marks what is written on them.

mod arrange;
mod graph;
mod labels;
mod moment;
mod picture;
mod slots;
mod structure;
mod svg;

pub(super) use moment::StateSequence;
pub(super) use picture::Picture;
