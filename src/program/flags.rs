//! Flags and files that several commands take, in groups that are flattened into the arguments of a command. Commands
//! import this file; it imports no command.

pub(super) mod names;
pub(super) mod number;
pub(super) mod reductions;
pub(super) mod tuning;
pub(super) mod units;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use banto_base::source::MessageFormat;

/// The heading of flags that set limits.
pub(super) const LIMITS: &str = "Limits";
/// The heading of flags about output.
pub(super) const OUTPUT: &str = "Output";
/// The heading of flags about proofs for other checkers.
pub(super) const PROOF: &str = "Proof";
/// The heading of flags that only programs need.
pub(super) const PROGRAMS: &str = "For programs that run this one";
/// The heading of flags that all commands take.
pub(super) const EVERYWHERE: &str = "Everywhere";
/// The headings below which nothing is said by `-h`, only by `--help`.
pub(super) const IN_DETAIL: &[&str] = &[PROOF, tuning::HEADING, reductions::HEADING, PROGRAMS, EVERYWHERE];

/// How diagnostics are written.
pub(super) fn message_formats() -> impl TypedValueParser<Value = MessageFormat> {
    names::choice(&[
        ("human", MessageFormat::Human, "Source line, caret and help"),
        ("short", MessageFormat::Short, "`PATH:LINE:COL: error[CODE]: text`, one line each"),
        ("json", MessageFormat::Json, "One JSON object per line"),
    ])
}

/// Whether to do what depends on the terminal; `None` if on a terminal.
pub(super) type When = Option<bool>;

pub(super) fn colors() -> impl TypedValueParser<Value = When> {
    names::choice(&[
        ("auto", None, "On a terminal, unless `NO_COLOR` is set"),
        ("always", Some(true), "Always"),
        ("never", Some(false), "Never"),
    ])
}

/// When to show a live line.
pub(super) fn progress() -> impl TypedValueParser<Value = When> {
    names::choice(&[
        ("auto", None, "On a terminal"),
        ("always", Some(true), "Always"),
        ("never", Some(false), "Never"),
    ])
}

/// The limits of a run.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Stop after this time, such as 90s or 5m; a number alone counts seconds
    #[arg(long, value_name = "TIME", value_parser = units::time, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,

    /// Stop before more is used, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = units::memory_limit, help_heading = LIMITS)]
    pub memory_limit: Option<u64>,

    /// Stop when standard input ends, as it does when the program that started this one is gone
    #[arg(long, help_heading = PROGRAMS)]
    pub until_eof: bool,
}

/// Whether the result is JSON, and what is told before it is there.
#[derive(Debug, Args)]
pub(super) struct Telling {
    /// Print the result as JSON on standard output
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// Print JSON lines while working: stages, progress, bounds, layers, plans, results, and how it ended
    #[arg(long, conflicts_with = "json", help_heading = PROGRAMS)]
    pub events: bool,

    /// When to show a live line on standard error
    #[arg(long, value_name = "WHEN", value_parser = progress(), default_value = "auto", help_heading = PROGRAMS)]
    pub progress: When,
}

impl Telling {
    /// Whether standard output is for programs.
    pub(super) const fn is_for_programs(&self) -> bool {
        self.json || self.events
    }
}

/// Flags of most commands with one result.
#[derive(Debug, Args)]
pub(super) struct ResultArguments {
    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The files of a task: the domain, then the problem. A single file is the problem, whichever field it is in.
#[derive(Debug, Args)]
pub(super) struct TaskFiles {
    /// The domain file, or - for standard input; by default, one is looked for beside the problem
    #[arg(value_name = "DOMAIN")]
    domain: Option<PathBuf>,

    /// The problem file, or - for standard input
    #[arg(value_name = "PROBLEM")]
    problem: Option<PathBuf>,
}

impl TaskFiles {
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.domain.iter().chain(&self.problem).cloned().collect()
    }
}
