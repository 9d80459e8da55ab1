//! Sokoban played by a person, with a solver to ask.
//!
//! In: levels, keys, and the solver's limits. Out: a full screen ([`screen()`]), or boards line by line ([`plain()`]).
//! [`Game`] is the game itself and knows neither; [`Action`] is what a key means.

mod ascii;
mod board_view;
mod history;
mod input;
mod key_help;
mod known_solution;
mod level_list;
mod look;
mod messages;
mod model;
mod picker;
mod plain;
mod record;
#[cfg_attr(not(feature = "interactive"), path = "no_screen.rs")]
mod run;
mod solver_thread;
mod view;
mod warnings;

pub use history::{Count, History};
pub use input::{Action, actions_of_line};
pub use look::ScreenSettings;
pub(crate) use messages::{LEFT, SIGNS};
pub use model::{Game, Store};
pub use plain::plain;
pub use record::{Entry, Won, shortest};
pub use run::screen;
pub use solver_thread::SolverSettings;
