//! Proofs for a checker that others have written: that a task has no plan, or none below a cost (Dold, Helmert,
//! Nordström, Röger and Schindler 2025).
//!
//! In: a resolved task, and what is claimed of it. Out: a pseudo-Boolean formula of the task and the claim, and a proof
//! in the format of VeriPB that it has no solution; or, of a formula that is there, whether it is the one of the task.
//! How a search came to its claim does not matter, and nothing of what it used is trusted: the claim is proven anew by
//! a plain search below the bound (`search.rs`), over facts that `plain.rs` finds in the task as it is written.
//!
//! `plain.rs` is the task, `formula.rs` the formula, of `literals.rs`, `variables.rs` what tells a state in few
//! numbers, `tree.rs` what states share of them, `cuts.rs` lower bounds that can be proven, `outline.rs` the
//! certificate, `proof/` the lines of the proof; `check.rs` compares formulas. docs/proofs.md has the argument.

mod check;
mod cuts;
mod formula;
mod literals;
mod outline;
mod plain;
mod proof;
mod search;
mod tree;
mod variables;

use std::fmt;
use std::io::{self, Write};

use banto_base::limits::{Limits, Stop, stack};
use banto_text::task::Task;

pub use check::{accepts, claim_of};
pub use cuts::Cuts;
pub use formula::claim;

use cuts::Relaxed;
use formula::{Encoding, Ids};
use outline::Outline;
use plain::PlainTask;
use proof::Prover;
use search::{Fate, Found, Search};
use variables::Variables;

/// Why there is no proof.
#[derive(Debug)]
pub enum ProofError {
    /// A limit was reached.
    Stopped(Stop),
    /// It could not be written.
    Write(io::Error),
    /// The task has what cannot be proven yet.
    Unsupported(&'static str),
    /// The claim is wrong: there is a plan of this cost.
    Refuted(u64),
}

impl From<Stop> for ProofError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<io::Error> for ProofError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => write!(f, "{stop}"),
            Self::Write(error) => write!(f, "{error}"),
            Self::Unsupported(what) => write!(f, "{what} cannot be proven yet"),
            Self::Refuted(cost) => write!(f, "the claim is wrong: there is a plan of cost {cost}"),
        }
    }
}

impl std::error::Error for ProofError {}

/// What a proof is made of, found but not yet written.
pub struct Proof {
    plain: PlainTask,
    bound: Option<u64>,
    variables: Variables,
    relaxed: Relaxed,
    found: Found,
    outline: Outline,
    ids: Ids,
}

impl Proof {
    /// Proves that a task has no plan that costs less than the bound; without a bound, that it has none. From time to
    /// time it is told how many states were looked at.
    ///
    /// # Errors
    /// If a limit is reached, if the task has derived predicates, or if there is such a plan.
    pub fn find(
        task: &Task,
        bound: Option<u64>,
        cuts: Cuts,
        limits: &Limits,
        told: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, ProofError> {
        let limits = limits.clone();
        stack::deep(task.nesting, move || Self::found(task, bound, cuts, &limits, told))
    }

    fn found(
        task: &Task,
        bound: Option<u64>,
        cuts: Cuts,
        limits: &Limits,
        told: &dyn Fn(usize),
    ) -> Result<Self, ProofError> {
        let plain = PlainTask::new(task, limits)?;
        let variables = Variables::new(task, &plain);
        let encoding = Encoding::new(&plain, bound);
        let costs = plain.operators.iter().map(|operator| encoding.cost(operator.cost)).collect();
        let relaxed = Relaxed::new(&plain, costs);
        let search = Search {
            task: &plain,
            variables: &variables,
            encoding: &encoding,
            relaxed: &relaxed,
            cuts,
            limits,
            told,
        };
        let found = search.run()?;
        limits.check_now()?;
        let outline = Outline::new(&found, &variables, &encoding);
        Ok(Self { bound, relaxed, found, outline, ids: Ids::default(), variables, plain })
    }

    /// How many states it expands, and how many sets of cuts spare others.
    pub fn sizes(&self) -> (usize, usize) {
        let expanded = self.found.states.values().filter(|state| state.fate == Fate::Expanded).count();
        (expanded, self.found.sums.len() + self.found.cuts.len())
    }

    /// Writes the formula, to which the proof then refers.
    ///
    /// # Errors
    /// If a limit is reached or it cannot be written.
    pub fn write_formula(&mut self, limits: &Limits, out: &mut dyn Write) -> Result<(), ProofError> {
        limits.check_now()?;
        let encoding = Encoding::new(&self.plain, self.bound);
        self.ids = encoding.write(&self.outline.certificate, limits, out)?;
        Ok(())
    }

    /// Writes the proof; the formula has been written before.
    ///
    /// # Errors
    /// If a limit is reached or it cannot be written.
    pub fn write_proof(&self, limits: &Limits, out: &mut dyn Write) -> Result<(), ProofError> {
        limits.check_now()?;
        let encoding = Encoding::new(&self.plain, self.bound);
        Prover::write(
            (&encoding, &self.variables, &self.relaxed),
            (&self.found, &self.outline, &self.ids),
            limits,
            out,
        )
    }
}
