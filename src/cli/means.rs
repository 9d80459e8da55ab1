//! The flags that turn off reductions: what the planner looks for in a task in order to search less.
//!
//! In: flags. Out: [`Means`].

use clap::Args;

use crate::planner::Means;

const MEANS: &str = "Reductions";

/// What makes searches smaller, to be switched off by name.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct MeansFlags {
    /// Search the task as it is: all of the --no-... flags
    #[arg(long, help_heading = MEANS)]
    pub plain: bool,

    /// Also search what moves freely between the steps that matter
    #[arg(long, help_heading = MEANS)]
    pub no_decoupled: bool,

    /// Do not look for proofs of unsolvability during the search
    #[arg(long, help_heading = MEANS)]
    pub no_dead_ends: bool,

    /// Do not merge states that differ only in interchangeable objects
    #[arg(long, help_heading = MEANS)]
    pub no_symmetry: bool,

    /// Try independent steps in every order
    #[arg(long, help_heading = MEANS)]
    pub no_stubborn: bool,
}

impl MeansFlags {
    /// What is left on.
    pub(super) fn chosen(&self) -> Means {
        if self.plain {
            return Means::plain();
        }
        Means {
            decoupled: !self.no_decoupled,
            dead_ends: !self.no_dead_ends,
            symmetry: !self.no_symmetry,
            stubborn: !self.no_stubborn,
            ..Means::default()
        }
    }
}
