//! The arguments: one struct a command, one field a flag. What they mean is in the command's own file.
//!
//! In: nothing. Out: what clap reads and helps with. Values are checked as far as their form goes; files are not looked at.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{names, number, units};
use crate::heuristics::HeuristicRow;
use crate::search::SearchRow;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// What flags of all commands stand under in help.
const EVERYWHERE: &str = "Everywhere";
/// What flags stand under that give limits.
pub(super) const LIMITS: &str = "Limits";
/// What flags stand under that say what is printed, and where.
pub(super) const OUTPUT: &str = "Output";

/// A STRIPS planner, and a laboratory for Sokoban by planning
#[derive(Debug, Parser)]
#[command(name = "banto", version, styles = STYLES, arg_required_else_help = true)]
#[command(propagate_version = true)]
pub(super) struct Arguments {
    /// How diagnostics are written
    #[arg(long, global = true, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    #[arg(help_heading = EVERYWHERE)]
    pub message_format: Format,

    /// Print every diagnostic, not only the first ones of a file
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub all_messages: bool,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    #[arg(help_heading = EVERYWHERE)]
    pub color: Color,

    #[command(subcommand)]
    pub command: Command,
}

/// How diagnostics are written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// Source line, caret and help
    Human,
    /// `PATH:LINE:COL: error[CODE]: text`, one line each
    Short,
    /// One JSON object a line
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check a PDDL domain, or a domain and a problem, and say everything that is wrong
    Check(Check),
    /// Format PDDL files, keeping every comment
    Fmt(Fmt),
    /// Find a plan
    #[command(override_usage = "banto plan [OPTIONS] [DOMAIN] <PROBLEM>\n       banto plan --list")]
    Plan(Plan),
    /// Ground a task, and show what it becomes
    #[command(override_usage = "banto ground [OPTIONS] [DOMAIN] <PROBLEM>")]
    Ground(Ground),
    /// Judge plans: replay each, and say what is wrong where something is
    ///
    /// Each plan gets a line: whether it is valid, its cost, and whether the cost that the file states is right. Below an
    /// invalid one stands which step or goal fails, which atoms are false or true, and what last made them so.
    #[command(override_usage = "banto validate [OPTIONS] [DOMAIN] <PROBLEM> <PLAN>...")]
    Validate(Validate),
    /// Explain a diagnostic, with a wrong and a right example
    Explain(Explain),
    /// Solve, play, make, draw and convert Sokoban levels, and write them as PDDL
    #[command(subcommand, arg_required_else_help = true)]
    Sokoban(super::sokoban::Sokoban),
    /// Run several solvers on the same levels, and show what each takes
    Compare(super::compare::Compare),
    /// Play, analyse and solve games of two players that are written in PDDL
    #[command(subcommand, arg_required_else_help = true)]
    Game(super::game::Games),
    /// Print a script that lets a shell complete what you type
    Completions(Completions),
    /// Print the manual page of the program, or of a command
    Man(Man),
}

impl Command {
    /// Whether the result is to be JSON.
    pub(super) const fn is_json(&self) -> bool {
        match self {
            Self::Check(command) => command.json,
            Self::Plan(command) => command.json,
            Self::Ground(command) => command.json,
            Self::Validate(command) => command.json,
            Self::Sokoban(command) => command.is_json(),
            Self::Compare(command) => command.json,
            Self::Game(command) => command.is_json(),
            Self::Fmt(_) | Self::Explain(_) | Self::Completions(_) | Self::Man(_) => false,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The domain file, or - for standard input; or a problem, whose domain is looked for beside it
    pub domain: PathBuf,

    /// The problem file, or - for standard input
    pub problem: Option<PathBuf>,

    /// Check, too, that the task is a game of two players, and its board hints
    #[arg(long)]
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
    #[arg(long, value_name = "TIME", value_parser = units::time, help_heading = LIMITS)]
    pub time_limit: Option<Duration>,

    /// Stop before more memory is used than this, such as 512MiB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = units::memory, help_heading = LIMITS)]
    pub memory_limit: Option<u64>,
}

/// A task: a problem, and its domain before it. A single file is the problem, whichever field it stands in.
#[derive(Debug, Args)]
pub(super) struct TaskFiles {
    /// The domain file, or - for standard input; looked for beside the problem when it is left out
    #[arg(value_name = "DOMAIN")]
    domain: Option<PathBuf>,

    /// The problem file, or - for standard input
    #[arg(value_name = "PROBLEM")]
    problem: Option<PathBuf>,
}

impl TaskFiles {
    /// The files in their order.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.domain.iter().chain(&self.problem).cloned().collect()
    }
}

const AIM: &str = "What plan is wanted";
const SEARCH: &str = "How it is searched for";

#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "each is a flag, named as users write it"
)]
pub(super) struct Plan {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Find a plan than which none is cheaper, and prove it
    #[arg(long, conflicts_with_all = ["anytime", "first"], help_heading = AIM)]
    pub optimal: bool,

    /// Go on to better plans until a limit is reached or the best is proven
    #[arg(long, conflicts_with = "first", help_heading = AIM)]
    pub anytime: bool,

    /// Stop at the first plan, as it is found
    #[arg(long, help_heading = AIM)]
    pub first: bool,

    /// The search, by its name; --list says what each does
    #[arg(long, value_name = "NAME", value_parser = names::SEARCH, help_heading = SEARCH)]
    pub search: Option<&'static SearchRow>,

    /// A heuristic, by its name; may be repeated
    #[arg(long, value_name = "NAME", value_parser = names::HEURISTIC, help_heading = SEARCH)]
    pub heuristic: Vec<&'static HeuristicRow>,

    /// How many times an estimate counts, from 1, in weighted searches
    #[arg(long, value_name = "N", value_parser = number::whole::<u32>(1..), help_heading = SEARCH)]
    pub weight: Option<u32>,

    /// The seed of whatever is drawn at random
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u64>(..), help_heading = SEARCH)]
    pub seed: u64,

    /// Look at pairs of facts before the search: drop operators that never apply, see goals that never hold together
    #[arg(long, help_heading = SEARCH)]
    pub h2: bool,

    /// Run two complementary searches side by side, and take the first answer
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::whole::<u8>(1..=2))]
    #[arg(help_heading = SEARCH)]
    pub threads: u8,

    /// List searches and heuristics, and what may be said of each
    #[arg(long, conflicts_with = "domain", help_heading = SEARCH)]
    pub list: bool,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Write the plan to this file, too; it appears when there is a plan; - is standard output, where the plan stands anyway
    #[arg(short = 'o', long, value_name = "FILE", help_heading = OUTPUT)]
    pub plan_file: Option<PathBuf>,

    /// Print the plan and its cost, and nothing else
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Print the result as one JSON object on standard output
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// When to show a live line on standard error
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ShowProgress::Auto, help_heading = OUTPUT)]
    pub progress: ShowProgress,
}

/// When to show a live line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ShowProgress {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Args)]
pub(super) struct Ground {
    #[command(flatten)]
    pub files: TaskFiles,

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
    /// Facts that can hold and that matter
    Facts,
    /// Operators, with their costs
    Operators,
    /// Sets of facts of which at most one holds
    Mutexes,
    /// Rules of derived facts
    Axioms,
}

#[derive(Debug, Args)]
pub(super) struct Validate {
    /// Where the first of the files is a problem, the domain is looked for beside it.
    #[command(flatten)]
    pub files: TaskFiles,

    /// Plan files: a step (NAME OBJECT ...) after the other, as Fast Downward and VAL write them. One of all the files
    /// can be -, standard input
    #[arg(value_name = "PLAN")]
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

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command, such as plan or sokoban solve; the whole program when left out
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,

    /// Write the pages of the program and of all its commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}
