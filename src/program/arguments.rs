//! The commands of the program, and the flags that all of them take. Each command declares its own flags in its own
//! file. Commands import `flags.rs`, never this file.

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

use super::commands::{
    check, compare, draw, explain, fmt, game, ground, new, plan, shell, sokoban, step, validate, why,
};
use super::flags::{colors, message_formats};
use super::{When, lsp, mcp, serve};
use crate::base::source::MessageFormat;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The heading of flags that all commands take.
const EVERYWHERE: &str = "Everywhere";

/// A STRIPS planner, and a laboratory for Sokoban by planning
#[derive(Debug, Parser)]
#[command(name = "banto", version, styles = STYLES, arg_required_else_help = true)]
#[command(propagate_version = true)]
pub(super) struct Arguments {
    /// How diagnostics are written
    #[arg(long, global = true, value_parser = message_formats(), default_value = "human", value_name = "FORMAT")]
    #[arg(help_heading = EVERYWHERE)]
    pub message_format: MessageFormat,

    /// Print every diagnostic, not only the first ones about a file
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub all_messages: bool,

    /// When to use colors
    #[arg(long, global = true, value_parser = colors(), default_value = "auto", value_name = "WHEN")]
    #[arg(help_heading = EVERYWHERE)]
    pub color: When,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write a domain and a problem to begin with
    New(new::New),
    /// Check a PDDL domain, or a domain and a problem, and report all errors
    Check(check::Check),
    /// Format PDDL files, keeping every comment
    Fmt(fmt::Fmt),
    /// Find a plan
    #[command(override_usage = "banto plan [OPTIONS] [DOMAIN] <PROBLEM>\n       banto plan --list")]
    Plan(plan::Plan),
    /// Ground a task, and show its size
    #[command(override_usage = "banto ground [OPTIONS] [DOMAIN] <PROBLEM>")]
    Ground(ground::Ground),
    /// Validate plans: replay each, and report what is wrong with it
    ///
    /// Each plan gets a line: whether it is valid, its cost, and whether the cost that the file states is right. For an
    /// invalid plan, the lines below name the step or goal that fails, the atoms that are false or true, and what last
    /// changed them.
    #[command(override_usage = "banto validate [OPTIONS] [DOMAIN] <PROBLEM> <PLAN>...")]
    Validate(validate::Validate),
    /// Walk through a task one action at a time: what can be applied, what cannot and why, heuristics, a plan from here
    #[command(override_usage = "banto step [OPTIONS] [DOMAIN] <PROBLEM> [PLAN]")]
    Step(step::Step),
    /// Draw the states of a task as a picture: what is where, before a plan, after its steps
    #[command(override_usage = "banto draw [OPTIONS] [DOMAIN] <PROBLEM> [PLAN]")]
    Draw(draw::Draw),
    /// Explain why a task has no plan: the root cause, and which small change would fix it
    #[command(override_usage = "banto why [OPTIONS] [DOMAIN] <PROBLEM>")]
    Why(why::Why),
    /// Explain a diagnostic, with a wrong and a right example
    Explain(explain::Explain),
    /// Serve editors: diagnostics while you type, quick fixes, completion, renaming (Language Server Protocol)
    Lsp(lsp::Lsp),
    /// Serve programs with a language model: check, plan, validate and explain PDDL (Model Context Protocol)
    Mcp(mcp::Mcp),
    /// Open the workbench in a browser: write models, plan, ask why and step; play and race Sokoban levels
    Serve(serve::Serve),
    /// Solve, play, make, draw and convert Sokoban levels, and write them as PDDL
    #[command(subcommand, arg_required_else_help = true)]
    Sokoban(sokoban::Sokoban),
    /// Run several solvers on the same levels or planning tasks, and compare what they need
    #[command(override_usage = "banto compare [OPTIONS] <FILE>...")]
    Compare(compare::Compare),
    /// Play, analyze and solve two-player games written in PDDL
    #[command(subcommand, arg_required_else_help = true)]
    Game(game::Game),
    /// Print a script that lets a shell complete what you type
    Completions(shell::Completions),
    /// Print the manual page of the program, or of a command
    Man(shell::Man),
}
