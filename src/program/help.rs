//! The command line with its help: commands in groups, and the text of its page below the flags of each.
//!
//! In: the arguments, and the table of pages. Out: a command for clap. Tests check that every command has a page, and
//! that the command line accepts the examples.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::arguments::Arguments;
use super::exit;
use super::output::columns::{columns, wrapped};
use super::pages::pages;

/// The commands of the program, in groups.
const GROUPS: &[(&str, &[&str])] = &[
    ("Plan", &["plan", "validate", "step", "draw", "ground"]),
    ("Write PDDL", &["new", "check", "fmt", "why", "explain", "lsp", "mcp"]),
    ("Sokoban and games", &["sokoban", "game", "compare"]),
    ("In a browser", &["serve"]),
    ("This program", &["completions", "man", "help"]),
];

/// The command line with all its help.
pub(super) fn command() -> Command {
    let command = dress(Arguments::command(), "");
    let template = template(&command, columns());
    let all = exit::table(|_| true, "");
    let ending = "A command with nothing to save is killed by Ctrl-C itself: shells report 130.\n\n`banto COMMAND --help` has examples. `banto explain CODE` explains any diagnostic.";
    command.help_template(template).after_help(format!("Exit codes:\n{all}\n{ending}"))
}

/// The part of the command line that these words need, without pages: enough to parse them, and far quicker to build.
pub(super) fn plain(words: &[&str]) -> Command {
    fitted(Arguments::command(), words)
}

fn fitted(command: Command, words: &[&str]) -> Command {
    let below = words.iter().enumerate().find_map(|(index, word)| {
        let name = command.find_subcommand(word)?.get_name().to_owned();
        Some((name, &words[index + 1..]))
    });
    let command = command.mut_args(values);
    match below {
        Some((name, rest)) => command.mut_subcommand(name, |below| fitted(below, rest)),
        None => command,
    }
}

/// Values in any case; and what looks like a negative number is a value, not a flag.
fn values(arg: clap::Arg) -> clap::Arg {
    let takes_value = arg.get_action().takes_values();
    let takes_number = takes_value && !arg.is_positional();
    let arg = if takes_value { arg.ignore_case(true) } else { arg };
    if takes_number { arg.allow_negative_numbers(true) } else { arg }
}

/// Adds what the pages say to a command and those below it.
fn dress(mut command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(name, |below| dress(below, &path));
    }
    command = command.mut_args(values);
    let Some(page) = pages().find(|page| page.command == path) else { return command };
    let mut text = String::new();
    if !page.notes.is_empty() {
        let _ = writeln!(text, "{}\n", page.notes.join("\n"));
    }
    text.push_str("Examples:\n");
    for line in page.examples.lines() {
        let _ = writeln!(text, "{}{line}", if line.starts_with(' ') { "" } else { "  " });
    }
    let has_limits = command.get_arguments().any(|flag| flag.get_id() == "time_limit");
    let exits = exit::table(|exit| page.can_end(exit, has_limits), page.no);
    command
        .after_long_help(format!("{text}\nExit codes:\n{}", exits.trim_end()))
        .after_help(text.trim_end().to_owned())
}

/// The help of the program, with its commands in groups.
fn template(command: &Command, width: usize) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    // If there is little room after the names, the descriptions go below them, as clap does for flags.
    let indent = if width < COLUMN + 25 { 6 } else { COLUMN };
    let mut out = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        let _ = write!(out, "\n{header}{title}:{header:#}\n");
        for name in *names {
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

    /// The commands that do something, by their words.
    fn leaves(command: &Command, path: &str, found: &mut Vec<String>) {
        for below in command.get_subcommands() {
            let path = format!("{path} {}", below.get_name()).trim_start().to_owned();
            if below.has_subcommands() {
                leaves(below, &path, found);
            } else {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_command_has_a_page_and_a_group() {
        let mut found = Vec::new();
        leaves(&Arguments::command(), "", &mut found);
        found.sort();
        let mut pages: Vec<String> = pages().map(|page| page.command.to_owned()).collect();
        pages.sort();
        assert_eq!(found, pages);
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        grouped.retain(|name| *name != "help");
        grouped.sort_unstable();
        let mut names: Vec<String> =
            Arguments::command().get_subcommands().map(|below| below.get_name().to_owned()).collect();
        names.sort();
        assert_eq!(grouped, names);
    }

    #[test]
    fn every_example_is_accepted() {
        for page in pages() {
            let examples = page.examples.lines().filter_map(|line| line.strip_prefix("    "));
            assert!(examples.clone().count() > 0, "{}", page.command);
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
            let template = template(&dress(Arguments::command(), ""), width);
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
    }
}
