//! banto: a STRIPS planner, and a laboratory for Sokoban by planning.
//!
//! Text in PDDL goes in and becomes a checked, typed task:
//!
//! ```
//! use banto::source::SourceText;
//! use banto::{pddl, task};
//!
//! let domain = SourceText::new(
//!     "lamp.pddl",
//!     "(define (domain lamp)
//!        (:predicates (lit))
//!        (:action press :parameters () :effect (lit)))",
//! );
//! let problem = SourceText::new(
//!     "dark.pddl",
//!     "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))",
//! );
//! let domain = pddl::parse_domain(&domain);
//! let problem = pddl::parse_problem(&problem);
//! let resolved = task::resolve(&domain, Some(&problem));
//! assert!(resolved.diagnostics.is_empty());
//! assert_eq!(resolved.task.unwrap().schemas[0].name, "press");
//! ```

/// Defines a newtype over `u32`: the ids of one kind of thing.
macro_rules! define_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id as an index.
            #[must_use]
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

pub mod cli;
pub mod compare;
pub mod game;
pub mod ground;
pub mod heuristics;
pub mod limits;
pub mod pddl;
pub mod plan;
pub mod planner;
pub mod search;
pub mod sokoban;
pub mod source;
pub mod strips;
pub mod task;
pub mod terminal;
