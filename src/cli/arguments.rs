//! The arguments: one struct a command, one field a flag. What they mean is in the command's own file.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::exit;

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
    /// Explain a diagnostic, with a wrong and a right example
    Explain(Explain),
    /// Read, convert and show Sokoban levels, and verify solutions
    #[command(subcommand, arg_required_else_help = true)]
    Sokoban(super::sokoban::Sokoban),
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The domain file, or - for standard input
    pub domain: PathBuf,

    /// The problem file, or - for standard input
    pub problem: Option<PathBuf>,

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

#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A code such as E0104; all codes are listed when it is left out
    pub code: Option<String>,
}
