//! The flags that turn off reductions: structure that the planner looks for in a task so that less is searched.
//!
//! In: flags. Out: [`Reductions`].

use clap::Args;

use banto_planning::planner::Reductions;

pub(crate) const HEADING: &str = "Reductions";

/// The reductions, to be switched off by name.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct ReductionFlags {
    /// Search the task without reductions: all of the --no-... flags
    #[arg(long, help_heading = HEADING)]
    pub plain: bool,

    /// Do not use decoupled search: branch over free movements, too
    #[arg(long, help_heading = HEADING)]
    pub no_decoupled: bool,

    /// Do not look for steps that no plan takes, before the search, nor for proofs that there is no plan, during it
    #[arg(long, help_heading = HEADING)]
    pub no_dead_ends: bool,

    /// Do not make interchangeable objects anonymous during the search
    #[arg(long, help_heading = HEADING)]
    pub no_fold: bool,

    /// Do not merge states that differ only in interchangeable objects
    #[arg(long, help_heading = HEADING)]
    pub no_symmetry: bool,

    /// Try independent steps in every order, not only in one
    #[arg(long, help_heading = HEADING)]
    pub no_stubborn: bool,

    /// Apply every reduction that is not turned off from the start, however long it takes, not once a search has taken
    /// some time
    #[arg(long, conflicts_with = "plain", help_heading = HEADING)]
    pub reduce_at_once: bool,
}

impl ReductionFlags {
    /// The reductions that are left on.
    pub(crate) fn chosen(&self) -> Reductions {
        if self.plain {
            return Reductions::plain();
        }
        Reductions {
            decoupled: !self.no_decoupled,
            dead_ends: !self.no_dead_ends,
            fold: !self.no_fold,
            symmetry: !self.no_symmetry,
            stubborn: !self.no_stubborn,
            at_once: self.reduce_at_once,
        }
    }
}
