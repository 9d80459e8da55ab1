//! Pictures of states from a task's own structure: things in places, stacks, and what joins places.
//!
//! In: a task, its board, and states one after another. Out: [`Scenes`], as HTML that a browser lays out. `structure`
//! finds what can be drawn, `moment` what holds in a state, `places` what never moves, `grid` which cell each place
//! has, `words` what is written, `scene` nests things in places, `html` writes them. The comments `;; board:` refine
//! it: rows say where cells are, marks what is written on them.

mod grid;
mod html;
mod moment;
mod places;
mod scene;
mod structure;
mod words;

pub(super) use html::SCRIPT;
pub(super) use moment::StateSequence;
pub(super) use scene::Scenes;
