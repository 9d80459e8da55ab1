//! The search engine for paths. Games and small special-purpose searches (deadlock proofs, enumerations of states) have
//! loops of their own.
//!
//! A [`Space`] comes in, possibly with heuristics, pruning and limits; a [`Report`] goes out. The engine is unaware of
//! PDDL and boards: states are rows of words, actions are numbers.
//!
//! A space of your own is a handful of functions. Here are the eight sliding tiles, solved by A*:
//!
//! ```
//! use banto::limits::Limits;
//! use banto::search::{Algorithm, At, Claims, Estimate, Heuristic, Search, Space};
//!
//! /// Nine cells of four bits each, row by row; 0 is the hole.
//! struct EightPuzzle {
//!     start: [u64; 9],
//! }
//!
//! /// Up, down, left, right: how the hole moves, and whether it may, by its cell.
//! const MOVES: [(i32, fn(usize) -> bool); 4] =
//!     [(-3, |cell| cell > 2), (3, |cell| cell < 6), (-1, |cell| cell % 3 > 0), (1, |cell| cell % 3 < 2)];
//!
//! fn tile(state: u64, cell: usize) -> u64 {
//!     state >> (4 * cell) & 15
//! }
//!
//! impl Space for EightPuzzle {
//!     type Cost = u32;
//!     type Scratch = [u64; 1];
//!
//!     fn words(&self) -> usize {
//!         1
//!     }
//!     fn scratch(&self) -> [u64; 1] {
//!         [0]
//!     }
//!     fn initial(&self, state: &mut [u64]) {
//!         state[0] = self.start.iter().rev().fold(0, |packed, tile| packed << 4 | tile);
//!     }
//!     fn is_goal(&self, state: &[u64]) -> bool {
//!         (0..9).all(|cell| tile(state[0], cell) == cell as u64)
//!     }
//!     fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
//!         let hole = (0..9).find(|&cell| tile(state[0], cell) == 0).unwrap();
//!         for (action, (step, may)) in MOVES.iter().enumerate() {
//!             if may(hole) {
//!                 let from = (hole as i32 + step) as usize;
//!                 let moved = tile(state[0], from);
//!                 scratch[0] = state[0] ^ moved << (4 * from) ^ moved << (4 * hole);
//!                 visit(action as u32, 1, scratch);
//!             }
//!         }
//!     }
//! }
//!
//! /// How many tiles are not where they belong: each has to move at least once.
//! struct Misplaced;
//!
//! impl Heuristic<EightPuzzle> for Misplaced {
//!     fn evaluate(&mut self, at: &At<'_, EightPuzzle>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
//!         let state = at.state[0];
//!         let misplaced = (0..9).filter(|&cell| tile(state, cell) != 0 && tile(state, cell) != cell as u64);
//!         Estimate::Cost(misplaced.count() as u32)
//!     }
//!     fn claims(&self) -> Claims {
//!         Claims { admissible: true, consistent: true, safe: true }
//!     }
//! }
//!
//! let puzzle = EightPuzzle { start: [7, 2, 4, 5, 0, 6, 8, 3, 1] };
//! let limits = Limits::none();
//! let report = Search::new(&puzzle).heuristic(Misplaced).limits(&limits).run(Algorithm::Astar);
//! assert_eq!(report.path().unwrap().cost, 26);
//! ```
//!
//! # What can be relied on
//!
//! - In one thread, the same input gives the same path and the same counts on every machine. Ties are broken by rules
//!   that [`Algorithm`] states.
//! - A state is stored once: its row, 8 bytes of table, and 8 bytes for parent and cost (12 or 16 where costs take 8).
//!   Nothing is allocated for a successor that is already known.
//! - [`Outcome::Exhausted`] says whether it is a proof.

#[doc(hidden)]
pub mod algorithms;
#[doc(hidden)]
pub mod assignment;
mod cost;
mod cost_queue;
pub(crate) mod features;
mod graph;
mod heuristic;
mod observer;
pub mod open;
mod outcome;
mod prune;
mod random;
mod settings;
mod space;
mod storage;
#[doc(hidden)]
pub mod transport;
#[doc(hidden)]
pub mod turns;
mod work;

#[doc(hidden)]
pub use algorithms::best_first::sliced_astar;
pub use algorithms::best_first::{alternation, gbfs_rules};
#[doc(hidden)]
pub use algorithms::cheapest::CheapestSeen;
pub use algorithms::eager::{EagerRules, Reopen};
#[doc(hidden)]
pub use algorithms::eager_search::EagerSearch;
pub use algorithms::eager_search::eager;
#[doc(hidden)]
pub use algorithms::lazy::LazySearch;
pub use algorithms::lazy::lazy;
#[doc(hidden)]
pub use algorithms::neighborhood::neighborhood;
#[doc(hidden)]
pub use algorithms::parallel::{anywhere, in_ranks, share, stop_from_word};
pub use algorithms::registry::{Algorithm, Preferred, SEARCHES, SearchRow, search_named};
pub use cost::{Cost, Lexicographic};
#[doc(hidden)]
pub use cost_queue::CostQueue;
#[doc(hidden)]
pub use features::cells::{GlobalQueue, Profile};
#[doc(hidden)]
pub use features::feature_space::FeatureSpaceSearch;
#[doc(hidden)]
pub use features::goal_order::{Exits, GoalOrder};
#[doc(hidden)]
pub use features::guide::{Advisor, Guide, weigh_by};
#[doc(hidden)]
pub use features::known_deadlocks::{EFFORT, GroupKind, KnownDeadlocks};
pub use graph::Graph;
pub use heuristic::{At, Blind, Claims, Estimate, Heuristic, Step};
#[doc(hidden)]
pub use observer::Named;
pub use observer::{Grounding, Observer, Progress};
pub use outcome::{Exhaustion, Outcome, Path, Report};
pub use prune::{KeepAll, Prune, PruneClaims};
pub use random::Random;
pub use settings::{Search, Settings};
pub use space::{Space, UnitCost, replay};
pub use storage::pool::{Pool, StateId};
#[doc(hidden)]
pub use turns::bandit::Bandit;
pub use turns::rotation::Share;
#[doc(hidden)]
pub use turns::rotation::{Pace, Rotation};
#[doc(hidden)]
pub use turns::sliced::Sliced;
#[doc(hidden)]
pub use turns::trial::Trial;
pub use work::{Counts, Readings, Work};
