//! Sokoban played by a person, with a solver to ask.
//!
//! In: levels, keys, and the solver's limits. Out: a full screen ([`screen()`]), or boards line by line ([`plain()`]).
//! [`Game`] is the game itself and knows neither; [`Action`] is what a key means.
//!
//! ```
//! use banto::internals::terminal::play::{Entry, Game, actions_of_line};
//! use std::time::Duration;
//!
//! let level = "#######\n#@ $ .#\n#######".parse().unwrap();
//! let mut game = Game::new(vec![Entry::new(level, 1)], 0, Duration::from_millis(100)).unwrap();
//! // Two steps to the right, one taken back, and two more.
//! for action in actions_of_line("llull").unwrap() {
//!     game.act(action);
//! }
//! assert!(game.is_won());
//! ```

mod ascii;
mod board_view;
mod history;
mod input;
mod key_help;
mod known_solution;
mod level_list;
mod messages;
mod model;
mod picker;
mod plain;
mod record;
#[cfg_attr(not(feature = "interactive"), path = "no_screen.rs")]
mod run;
mod solver_thread;
mod theme;
mod view;
mod warnings;

pub use history::{Count, Hand, History};
pub use input::{Action, actions_of_line};
pub use known_solution::Hint;
pub use model::{Game, Purpose};
pub use plain::plain;
pub use record::{Entry, Won};
pub use run::screen;
pub use solver_thread::SolverSettings;
pub use theme::{ScreenSettings, THEMES, Theme};
