//! banto: a STRIPS planner, and a laboratory for solving Sokoban by planning.
//!
//! In one call, from two PDDL texts to a validated plan:
//!
//! ```
//! use banto::limits::Limits;
//! use banto::planner::{Request, plan_texts};
//!
//! let domain = "(define (domain lamp)
//!     (:predicates (lit))
//!     (:action press :effect (lit)))";
//! let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
//! let planned = plan_texts(domain, problem, &Request::default(), &Limits::none()).unwrap();
//! assert_eq!(planned.plan_text().unwrap(), "(press)\n; cost = 1 (unit cost)\n");
//! ```
//!
//! # Stage by stage
//!
//! Each stage is a call, and everything between two stages can be inspected:
//!
//! ```
//! use banto::ground::ground;
//! use banto::heuristics::heuristic_named;
//! use banto::limits::Limits;
//! use banto::plan::{Plan, Step, Verdict, validate};
//! use banto::search::{Algorithm, Search};
//! use banto::source::SourceText;
//! use banto::strips::{CostKind, OpId, TaskSpace};
//! use banto::{pddl, task};
//!
//! // Text. Diagnostics point into it.
//! let read = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
//! let domain = read("domains/blocks.pddl");
//! let problem = read("problems/blocks/02-sussman.pddl");
//!
//! // Parse and resolve: names become ids, and all errors are reported.
//! let (domain, problem) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
//! let resolved = task::resolve(&domain, Some(&problem));
//! assert!(resolved.diagnostics.is_empty());
//! let task = resolved.task.unwrap();
//!
//! // Ground: schemas become operators over packed states.
//! let limits = Limits::none();
//! let ground_task = ground(&task, &limits, &mut |_| {}).unwrap().task.unwrap();
//!
//! // Search: the engine knows spaces, not tasks.
//! let space = TaskSpace::<u32>::new(&ground_task, CostKind::Real).unwrap();
//! let heuristic = heuristic_named("lmcut").unwrap().build(&ground_task, CostKind::Real);
//! let report = Search::new(&space).heuristic(heuristic).limits(&limits).run(Algorithm::Astar);
//!
//! // Validate: the validator replays the resolved task, and shares no code with what made the plan.
//! let step = |number: &u32| {
//!     let (schema, arguments) = ground_task.step(OpId::from(*number));
//!     Step { schema, arguments: arguments.to_vec() }
//! };
//! let plan = Plan { steps: report.path().unwrap().actions.iter().map(step).collect() };
//! assert_eq!(validate(&task, &plan), Verdict::Valid { cost: 6 });
//! ```
//!
//! # Where to go next
//!
//! The modules, in the order in which data flows, each with the items to look at first.
//!
//! - [`source`], with [`SourceText`](source::SourceText), [`Diagnostic`](source::Diagnostic) and its
//!   [`Renderer`](source::Renderer)
//! - [`limits`], with [`Limits`](limits::Limits): time, memory, cancellation
//! - [`pddl`], with [`parse_domain`](pddl::parse_domain), [`parse_problem`](pddl::parse_problem),
//!   [`format`](pddl::format()); the tree is in [`pddl::ast`]
//! - [`task`], with [`Task`](task::Task), [`read`](task::read()) for two texts, [`resolve`](task::resolve()) for two
//!   trees
//! - [`plan`], with [`read`](plan::read()), [`validate`](plan::validate()) and its [`Fault`](plan::Fault)
//! - [`ground`](mod@ground), with [`ground`](ground::ground())
//! - [`strips`], with [`Task`](strips::Task), [`TaskSpace`](strips::TaskSpace)
//! - [`search`], with [`Space`](search::Space), [`Search`](search::Search); the searches by name in
//!   [`SEARCHES`](search::SEARCHES)
//! - [`heuristics`], with [`HEURISTICS`](heuristics::HEURISTICS), [`register`](heuristics::register)
//! - [`planner`], with [`plan_texts`](planner::plan_texts), [`plan`](planner::plan()), [`Request`](planner::Request)
//! - [`why`], with [`explain`](why::explain), [`first_line`](why::first_line)
//! - [`sokoban`], with [`Level`](sokoban::Level), [`Board`](sokoban::Board), [`direct::solve`](sokoban::direct::solve),
//!   [`encode`](sokoban::encode::encode())
//! - [`games`], with [`read`](games::read()) for two texts; the trait [`Game`](games::Game), [`solve`](games::solve()),
//!   [`best_move`](games::best_move())
//! - `program`, with the feature of this name: the command line
//!
//! # Parts of your own
//!
//! - An estimate of states by their facts is a row by [`HeuristicRow::own`](heuristics::HeuristicRow::own), which goes
//!   to [`Request::heuristics`](planner::Request::heuristics). [`heuristics::register`] gives it to a program of yours
//!   that calls `program::main`, where it works by its name.
//! - A [`Heuristic`](search::Heuristic) for any space goes to [`Search::heuristic`](search::Search::heuristic), a
//!   [`Prune`](search::Prune), which drops actions and states, to [`Search::prune`](search::Search::prune).
//! - A [`Space`](search::Space), whose states are rows of words, goes to [`Search::new`](search::Search::new).
//! - An [`OpenList`](search::open::OpenList) goes to [`eager`](search::eager) or [`lazy`](search::lazy).
//! - A loop of your own over a space keeps its states in a [`Pool`](search::Pool).
//!
//! Each says what it promises: heuristics and pruning by their claims, open lists when they lose an entry. What a
//! search says of a proof or of the least cost follows from these.
//!
//! `examples/` has complete programs: a plan from strings, a space, a heuristic, the program with one more heuristic.
//! `docs/editors.md` shows how other programs call the command.
//!
//! # Many tasks at once
//!
//! Calls share nothing but the heuristics that were registered, so any number of them can run in threads. Each takes
//! [`Limits`](limits::Limits): a time, a flag that cancels, and for the memory of its own searches a
//! [budget](limits::Limits::with_budget).
//!
//! # What can be relied on
//!
//! Structs and enums that will grow are `#[non_exhaustive]`: the planner's requests and the settings of searches start
//! from their default, with a method for each field. An id means something to the task, board or rules that gave it;
//! others may panic. Names of searches, heuristics, solvers and encodings and the codes of diagnostics keep their
//! meaning. What is hidden from these pages may change at any time.
//!
//! # Features
//!
//! A library needs none of them: `banto = { path = "../banto", default-features = false }`. A debug build searches
//! thirty times slower and is large; in the `Cargo.toml` of your program, this keeps yours fast while you work on it:
//!
//! ```toml
//! [profile.dev.package.banto]
//! opt-level = 3
//! debug = false
//! ```
//!
//! - `interactive`, on by default: the program, with what takes a terminal or a network.
//! - `program`: the commands, the language server, comparisons. It compiles to WebAssembly; without it the library has
//!   a third of the dependencies, and needs no operating system.
//! - `mpi`: one search in the processes that `mpirun` starts.

#![cfg_attr(
    not(feature = "interactive"),
    allow(dead_code, unused_imports, reason = "the program uses what the library does not export")
)]

/// Defines a newtype over `u32`: the ids of one kind of thing.
macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 of a kind"))
            }
        }

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl From<$name> for u32 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> usize {
                id.index()
            }
        }
    };
}

/// The row of a registry with this name, ignoring case.
macro_rules! row_named {
    ($rows:expr, $name:expr) => {
        $rows.iter().find(|row| row.name.eq_ignore_ascii_case($name))
    };
}

/// A struct that may get more fields, and for each of its fields a method that sets it; optional ones come last.
macro_rules! settable {
    (
        $(#[$doc:meta])*
        pub struct $name:ident $(<$cost:ident>)? {
            $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
        } {
            $($(#[$option_doc:meta])* $option:ident: Option<$inner:ty>,)*
        }
    ) => {
        $(#[$doc])*
        #[non_exhaustive]
        pub struct $name $(<$cost>)? {
            $($(#[$field_doc])* pub $field: $type,)*
            $($(#[$option_doc])* pub $option: Option<$inner>,)*
        }

        impl $(<$cost>)? $name $(<$cost>)? {
            $(
                #[doc = concat!("Sets `", stringify!($field), "`.\n")]
                $(#[$field_doc])*
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
            $(
                #[doc = concat!("Sets `", stringify!($option), "`.\n")]
                $(#[$option_doc])*
                #[must_use]
                pub fn $option(mut self, $option: impl Into<Option<$inner>>) -> Self {
                    self.$option = $option.into();
                    self
                }
            )*
        }
    };
}

mod base;
pub mod games;
mod planning;
#[cfg(feature = "program")]
pub mod program;
pub mod search;
pub mod sokoban;
mod text;

// The rooms that users of the library need.
pub use base::{limits, source};
pub use planning::{ground, heuristics, planner, strips, why};
pub use text::{pddl, plan, task};

/// Internals for the tests and benches of banto. They may change with every version.
#[doc(hidden)]
#[allow(missing_docs, reason = "each is documented where it is defined")]
pub mod internals {
    pub use crate::base::source::code::codes;
    pub use crate::games::alpha_beta::AlphaBeta;
    pub use crate::planning::heuristics::build::Build;
    pub use crate::planning::heuristics::h2::Mutexes;
    pub use crate::planning::heuristics::landmarks::{Landmarks, Order};
    pub use crate::planning::strips::axiom::AxiomEvaluator;
    pub use crate::planning::strips::successor::SuccessorGenerator;
    pub use crate::planning::{deadends, decoupled, improve, macros, symmetry};
    pub use crate::search::algorithms::neighborhood::neighborhood;
    pub use crate::search::algorithms::parallel::anywhere;
    pub use crate::search::turns::bandit::Bandit;
    pub use crate::text::plan::validate::validate_joining;

    pub mod transport {
        pub use crate::search::transport::*;
    }
    #[cfg(feature = "program")]
    pub mod compare {
        pub use crate::program::compare::*;
    }
    #[cfg(feature = "program")]
    pub use crate::program::terminal::play::actions_of_line;
}
