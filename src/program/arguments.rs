//! The program: the flags that all commands take, and the table of the commands. Each command declares its own flags in
//! its own file. Commands import `flags.rs`, never this file.

use clap::Parser;
use clap::builder::styling::{AnsiColor, Styles};

use super::command::{Row, group, row};
use super::commands::{
    check, compare, draw, explain, fmt, game, ground, new, plan, proof, shell, sokoban, step, validate, why,
};
use super::flags::{EVERYWHERE, colors, message_formats};
use super::{When, lsp, mcp, serve};
use banto_base::source::MessageFormat;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A planner for PDDL that tells you what is wrong with your model; it solves and plays Sokoban, too
#[derive(Debug, Parser)]
#[command(name = "banto", version, styles = STYLES, arg_required_else_help = true)]
#[command(subcommand_required = true)]
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
}

/// The commands in groups, in the order of help.
pub(super) const GROUPS: &[(&str, &[Row])] = &[
    (
        "Plan",
        &[
            row!("plan", "commands/plan.txt", plan::Plan, plan::run),
            row!("validate", "commands/validate.txt", validate::Validate, validate::run),
            group("proof", PROOF, include_str!("commands/proof/group.txt"), proof::ROWS),
            row!("step", "commands/step.txt", step::Step, step::run),
            row!("draw", "commands/draw.txt", draw::Draw, draw::run),
            row!("ground", "commands/ground.txt", ground::Ground, ground::run),
        ],
    ),
    (
        "Write PDDL",
        &[
            row!("new", "commands/new.txt", new::New, new::run),
            row!("check", "commands/check.txt", check::Check, check::run),
            row!("fmt", "commands/fmt.txt", fmt::Fmt, fmt::run),
            row!("why", "commands/why.txt", why::Why, why::run),
            row!("explain", "commands/explain.txt", explain::Explain, explain::run),
            row!("lsp", "commands/lsp.txt", lsp::Lsp, lsp::run),
            row!("mcp", "commands/mcp.txt", mcp::Mcp, mcp::run),
        ],
    ),
    (
        "Sokoban and games",
        &[
            group("sokoban", SOKOBAN, include_str!("commands/sokoban/group.txt"), sokoban::ROWS),
            group("game", GAME, include_str!("commands/game/group.txt"), game::ROWS),
            row!("compare", "commands/compare.txt", compare::Compare, compare::run),
        ],
    ),
    ("In a browser", &[row!("serve", "commands/serve.txt", serve::Serve, serve::run)]),
    (
        "This program",
        &[
            row!("completions", "commands/completions.txt", shell::Completions, shell::completions),
            row!("man", "commands/man.txt", shell::Man, shell::man),
        ],
    ),
];

const PROOF: &str = "Check proofs of what is claimed of all plans, with a checker that others have written";
const SOKOBAN: &str = "Solve, play, make, draw and convert Sokoban levels, and write them as PDDL";
const GAME: &str = "Play, analyze and solve two-player games written in PDDL";

/// All of them.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    GROUPS.iter().flat_map(|group| group.1)
}
