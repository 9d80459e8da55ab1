//! The command line with its help: commands in groups, and below the flags of each the text of its page.
//!
//! In: the tables of commands. Out: a command for clap. Tests check that every command has a page, and that the command
//! line accepts the examples.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

use super::arguments::{Arguments, GROUPS, rows};
use super::command::Row;
use super::exit::{EXITS, Exit};
use super::flags::IN_DETAIL;
use super::output::columns::{columns, wrapped};
use super::pages::Page;

/// The command line with all its help.
pub(super) fn command() -> Command {
    let command = Arguments::command().mut_args(values);
    let everywhere: Vec<Arg> =
        command.get_arguments().map(|flag| flag.clone().hide_long_help(true)).collect();
    let command = command.subcommands(rows().map(|row| dressed(row, &everywhere)));
    let template = template(&command, columns());
    let all = exits(|_| true, "");
    let more = "`banto COMMAND -h` has examples. `banto explain CODE` explains any diagnostic.";
    let killed = "A command with nothing to save is killed by Ctrl-C itself: shells report 130.";
    let command = command.help_template(template).term_width(columns()).after_help(more);
    command.after_long_help(format!("Exit codes:\n{all}\n{killed}\n\n{more}"))
}

/// The same for `-h`, and where no command is named: of each flag the first clause, and no list of values.
pub(super) fn in_short(command: Command) -> Command {
    let first_clause = |flag: Arg| {
        let said = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let end = ["; ", ": "].into_iter().filter_map(|mark| said.find(mark)).min().unwrap_or(said.len());
        let is_in_detail = flag.get_help_heading().is_some_and(|heading| IN_DETAIL.contains(&heading));
        let flag_hides = flag.is_hide_short_help_set();
        let takes_value = flag.get_action().takes_values();
        let flag = flag.hide_possible_values(takes_value).hide_short_help(is_in_detail || flag_hides);
        if said.is_empty() { flag } else { flag.help(said[..end].to_owned()) }
    };
    command.mut_args(first_clause).mut_subcommands(in_short)
}

/// The part of the command line that these words need, without pages: enough to parse them, and far quicker to build.
pub(super) fn plain(words: &[&str]) -> Command {
    fitted(Arguments::command(), rows(), words)
}

/// Declares the command that is named first; of the others, their names.
fn fitted(command: Command, rows: impl Iterator<Item = &'static Row>, words: &[&str]) -> Command {
    let rows: Vec<&Row> = rows.collect();
    let mut rest = words.iter();
    let named = rest.find_map(|word| rows.iter().find(|row| row.name == *word)).map_or("", |row| row.name);
    let declared = |row: &'static Row| {
        if row.name == named {
            fitted(row.declared(), row.below.iter(), rest.as_slice())
        } else {
            Command::new(row.name)
        }
    };
    command.mut_args(values).subcommands(rows.into_iter().map(declared))
}

/// Values in any case; and what looks like a negative number is a value, not a flag.
fn values(arg: Arg) -> Arg {
    let takes_value = arg.get_action().takes_values();
    let takes_number = takes_value && !arg.is_positional();
    let arg = if takes_value { arg.ignore_case(true) } else { arg };
    if takes_number { arg.allow_negative_numbers(true) } else { arg }
}

/// A command with its page, or a group with its commands. The flags that all commands take are explained once, by the
/// program; here they are named.
fn dressed(row: &Row, everywhere: &[Arg]) -> Command {
    let command = row.declared().mut_args(values).args(everywhere.iter().cloned());
    let command = command.subcommands(row.below.iter().map(|below| dressed(below, everywhere)));
    // Where a single file is the problem, and no plan follows it, the problem is what has to be there.
    let names: Vec<(String, bool)> =
        command.get_positionals().map(|arg| (arg.get_id().to_string(), arg.is_required_set())).collect();
    let is_alone = matches!(&names[..], [(_, false), (last, false)] if last == "problem");
    let needed = |arg: Arg| if arg.get_id() == "problem" && is_alone { arg.required(true) } else { arg };
    let command = command.allow_missing_positional(is_alone).mut_args(needed);
    let page = Page::read(row.page);
    let mut examples = String::from("Examples:");
    for line in page.examples.lines() {
        let _ = write!(examples, "\n{}{line}", if line.starts_with(' ') { "" } else { "  " });
    }
    let has_limits = command.get_arguments().any(|flag| flag.get_id() == "time_limit");
    let codes = exits(|exit| page.can_end(exit, has_limits), page.no);
    let notes = page.notes.concat();
    let names: Vec<&str> = everywhere.iter().filter_map(Arg::get_long).collect();
    let exits = if row.below.is_empty() { format!("Exit codes:\n{codes}\n") } else { String::new() };
    let command =
        if row.below.is_empty() { command } else { command.after_help(notes.trim_end().to_owned()) };
    command
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}")
        .before_help(examples)
        .after_long_help(format!(
            "{notes}{exits}`banto --help` has what every command takes: --{}",
            names.join(", --")
        ))
}

/// The rows of the table for some codes, for `--help`. What no means may be added.
fn exits(is_wanted: impl Fn(Exit) -> bool, no: &str) -> String {
    let mut out = String::new();
    for (exit, meaning) in EXITS.iter().filter(|row| is_wanted(row.0)) {
        let more = if *exit == Exit::No && !no.is_empty() { format!(": {no}") } else { String::new() };
        let lines = wrapped(&format!("{meaning}{more}"), columns().saturating_sub(6));
        let _ = writeln!(out, "{:>4}  {}", exit.code(), lines.join("\n      "));
    }
    out
}

/// The help of the program, with its commands in groups.
fn template(command: &Command, width: usize) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    // If there is little room after the names, the descriptions go below them, as clap does for flags.
    let indent = if width < COLUMN + 25 { 6 } else { COLUMN };
    let mut out = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (index, (title, rows)) in GROUPS.iter().enumerate() {
        let _ = write!(out, "\n{header}{title}:{header:#}\n");
        // clap adds the command `help`.
        let is_last = index + 1 == GROUPS.len();
        for name in rows.iter().map(|row| row.name).chain(is_last.then_some("help")) {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about =
                about.map_or("Print help of the program or of a command".to_owned(), ToString::to_string);
            let lines = wrapped(&about, width.saturating_sub(indent)).join(&format!("\n{:indent$}", ""));
            if indent == COLUMN {
                let _ = writeln!(out, "  {literal}{name:<12}{literal:#} {lines}");
            } else {
                let _ = writeln!(out, "  {literal}{name}{literal:#}\n{:indent$}{lines}", "");
            }
        }
    }
    let _ = write!(out, "\n{header}Options:{header:#}\n{{options}}{{after-help}}");
    out
}

/// Where the lines about commands begin.
const COLUMN: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_whose_examples_are_accepted() {
        let mut open: Vec<(String, &Row)> = rows().map(|row| (format!("banto {}", row.name), row)).collect();
        while let Some((name, row)) = open.pop() {
            open.extend(row.below.iter().map(|below| (format!("{name} {}", below.name), below)));
            let examples = Page::read(row.page).examples;
            let examples: Vec<&str> = examples.lines().filter_map(|line| line.strip_prefix("    ")).collect();
            let are_its_own = examples.iter().any(|words| words.starts_with(&name));
            assert!(are_its_own, "{name}");
            for words in examples {
                let words = words.replace("\"b2, b1\"", "b2,b1");
                let words = words.split(' ');
                let parsed = command().try_get_matches_from(words.clone());
                assert!(parsed.is_ok(), "{:?}: {}", words.collect::<Vec<_>>(), parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn groups_fit_the_screen() {
        for width in [20, 30, 40, 80, 100] {
            let template =
                template(&Arguments::command().subcommands(rows().map(|row| dressed(row, &[]))), width);
            // clap fills in what is in braces, and colors take no columns.
            for line in template.lines().filter(|line| !line.contains('{')) {
                let parts = line.split('\u{1b}').enumerate();
                let plain = parts
                    .map(|(index, part)| if index == 0 { part } else { part.split_once('m').unwrap().1 });
                assert!(plain.collect::<String>().chars().count() <= width, "{width}: {line}");
            }
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
        in_short(command()).debug_assert();
    }
}
