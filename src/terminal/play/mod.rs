//! Sokoban played by a person, with a solver to ask.
//!
//! In: levels, keys, and what the solver may use. Out: a full screen ([`screen()`]), or boards line by line ([`plain()`]).
//! [`Game`] is the game itself and knows neither; [`Action`] is what a key means. Files and flags are not known here.

mod history;
mod input;
mod model;
mod plain;
mod route;
mod run;
mod theme;
mod thinker;
mod view;
mod words;

pub use history::Count;
pub use input::{Action, actions_of_line};
pub use model::{Entry, Game, Purpose, Won};
pub use plain::plain;
pub use route::Hint;
pub use run::screen;
pub use theme::{THEMES, Theme};
pub use thinker::Thinker;
