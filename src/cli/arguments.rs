//! The arguments: one struct a command, one field a flag. What they mean is in the command's own file.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{exit, units};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A STRIPS planner, and a laboratory for Sokoban by planning.
#[derive(Debug, Parser)]
#[command(name = "banto", version, styles = STYLES, after_help = exit::table(), arg_required_else_help = true)]
#[command(propagate_version = true)]
pub(super) struct Arguments {
    /// How diagnostics are written.
    #[arg(long, global = true, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub message_format: Format,

    /// When to use colours.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    #[command(subcommand)]
    pub command: Command,
}

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// Source line, caret and help.
    Human,
    /// `PATH:LINE:COL: error[CODE]: text`, one line each.
    Short,
    /// One JSON object a line.
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check a PDDL domain, or a domain and a problem, and say everything that is wrong
    Check(Check),
    /// Format PDDL files, keeping every comment
    Fmt(Fmt),
    /// Find a plan
    #[command(override_usage = "banto plan [OPTIONS] [DOMAIN] <PROBLEM>")]
    Plan(Plan),
    /// Ground a task, and show what it becomes
    Ground(Ground),
    /// Judge plans: replay each, and say what is wrong where something is
    ///
    /// Each plan gets a line: whether it is valid, its cost, and whether the cost that the file states is right. Below an
    /// invalid one stands which step or goal fails, which atoms are false or true, and what last made them so.
    ///
    /// Exit codes: 0 where all plans are valid, 1 where one is not, 31 where a file cannot be read or is not made of steps.
    Validate(Validate),
    /// Explain a diagnostic, with a wrong and a right example
    Explain(Explain),
    /// Read, convert and show Sokoban levels, and verify solutions
    #[command(subcommand, arg_required_else_help = true)]
    Sokoban(super::sokoban::Sokoban),
    /// Run several solvers on the same levels, and show what each takes
    Compare(super::compare::Compare),
    /// Play, analyse and solve games of two players that are written in PDDL
    #[command(subcommand, arg_required_else_help = true)]
    Game(super::game::Games),
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The domain file, or - for standard input
    pub domain: PathBuf,

    /// The problem file, or - for standard input
    pub problem: Option<PathBuf>,

    /// Check, too, that the task is a game of two players, and its board hints
    #[arg(long, requires = "problem")]
    pub game: bool,

    /// Check again whenever a file changes, until interrupted
    #[arg(long)]
    pub watch: bool,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Fmt {
    /// PDDL files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Change nothing; exit with 1 when a file is not formatted, and name it
    #[arg(long, conflicts_with = "stdout")]
    pub check: bool,

    /// Print the formatted text in place of changing the file
    #[arg(long)]
    pub stdout: bool,
}

/// What a run may use.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Stop after this time, such as 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub time_limit: Option<Duration>,

    /// Stop before more memory is used than this, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = units::memory)]
    pub memory_limit: Option<u64>,
}

#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "each is a flag, named as users write it"
)]
pub(super) struct Plan {
    /// The domain file, looked for beside the problem when it is left out, and the problem file
    #[arg(value_name = "PROBLEM", num_args = 1..=2, required_unless_present = "list")]
    pub files: Vec<PathBuf>,

    /// Write the plan to this file, too
    #[arg(short = 'o', long, value_name = "FILE")]
    pub plan_file: Option<PathBuf>,

    /// Find a plan than which none is cheaper, and prove it
    #[arg(long, conflicts_with_all = ["anytime", "first"])]
    pub optimal: bool,

    /// Go on to better plans until a limit is reached or the best is proven
    #[arg(long, conflicts_with = "first")]
    pub anytime: bool,

    /// Stop at the first plan, as it is found
    #[arg(long)]
    pub first: bool,

    /// The search, by its name
    #[arg(long, value_name = "NAME")]
    pub search: Option<String>,

    /// A heuristic, by its name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub heuristic: Vec<String>,

    /// How many times an estimate counts, in weighted searches
    #[arg(long, value_name = "N")]
    pub weight: Option<u32>,

    /// The seed of whatever is drawn at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Look at pairs of facts before the search: drop operators that never apply, see goals that never hold together
    #[arg(long)]
    pub h2: bool,

    /// Run two complementary searches side by side, and take the first answer
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub threads: u8,

    /// List searches and heuristics
    #[arg(long)]
    pub list: bool,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    /// Print the plan and its cost, and nothing else
    #[arg(short, long)]
    pub quiet: bool,

    /// When to show a live line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ShowProgress::Auto)]
    pub progress: ShowProgress,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// When to show a live line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ShowProgress {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Args)]
pub(super) struct Ground {
    /// The domain file, or - for standard input
    pub domain: PathBuf,

    /// The problem file, or - for standard input
    pub problem: PathBuf,

    /// Print these in place of counts, one a line
    #[arg(long, value_enum, value_name = "WHAT")]
    pub list: Option<GroundList>,

    /// Write the task for Fast Downward's search component (translator format 3); - for standard output
    #[arg(long, value_name = "FILE")]
    pub sas: Option<PathBuf>,

    /// Print the result as one JSON object on standard output
    #[arg(long, conflicts_with = "list")]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// What `ground --list` prints.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum GroundList {
    /// Facts that can hold and that matter.
    Facts,
    /// Operators, with their costs.
    Operators,
    /// Sets of facts of which at most one holds.
    Mutexes,
    /// Rules of derived facts.
    Axioms,
}

#[derive(Debug, Args)]
pub(super) struct Validate {
    /// The domain file
    pub domain: PathBuf,

    /// The problem file
    pub problem: PathBuf,

    /// Plan files: a step (NAME OBJECT ...) after the other, as Fast Downward and VAL write them. One of all the files
    /// can be -, standard input
    #[arg(required = true, value_name = "PLAN")]
    pub plans: Vec<PathBuf>,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code such as E0104; all codes are listed when it is left out
    pub code: Option<String>,
}
