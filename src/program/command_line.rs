//! Reads the process's arguments, reports errors in them, and suggests what was probably meant.
//!
//! In: words. Out: [`Arguments`], or an exit code after printing help or an error. Help is built only if it is printed.

use std::ffi::OsString;
use std::io::Write;
use std::time::Instant;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, ColorChoice, Command, FromArgMatches};

use super::arguments::{Arguments, rows};
use super::command::Row;
use super::{Exit, Output, help, mpi_launcher, ranks};
use banto_base::source::{MessageFormat, nearest};

/// Reads the arguments, the first of which is the program's name, or reports what is wrong with them. Help and version
/// count as success. Also returns what the command that is named has to read, and whether to print JSON.
pub(super) fn read(arguments: Vec<OsString>) -> Result<(Arguments, ArgMatches, bool), Exit> {
    let asks_help = |flag: &str| matches!(flag, "help" | "--help" | "-h" | "--version" | "-V");
    if !flags(&arguments).any(asks_help) {
        let plain = help::plain(&flags(&arguments).collect::<Vec<_>>()).try_get_matches_from(&arguments);
        if let Ok(read) = plain.and_then(understood) {
            return Ok(read);
        }
    }
    let mut command = help::command().color(color(&arguments));
    if flags(&arguments).next() != Some("help") && !flags(&arguments).any(|flag| flag == "--help") {
        command = help::in_short(command);
    }
    let is_json = asks_for_json(&command, &arguments);
    let words: Vec<String> = flags(&arguments).map(str::to_owned).collect();
    let file = of_file(&words, &arguments);
    let is_for_programs = value_of("--message-format", &arguments) == Some("json");
    let format = if is_for_programs { MessageFormat::Json } else { MessageFormat::Human };
    let output = Output::new(format, Some(false), false, Instant::now());
    let read = command.try_get_matches_from_mut(joined(arguments)).and_then(understood);
    read.map_err(|mut error| {
        error.remove(ContextKind::SuggestedSubcommand);
        let ours = file.or_else(|| meant(&mut error, &words)).or_else(|| flag_of_downward(&mut error));
        let say = || said(&error, is_json, ours.as_deref(), &output);
        // Processes that share a search print it once.
        let is_plan = words.iter().any(|word| word == "plan");
        let exit = if is_plan { ranks::together(&output, |_| Err(say())) } else { Err(say()) };
        exit.unwrap_or_else(|exit| exit)
    })
}

/// Prints help, or what is wrong with the arguments.
fn said(error: &clap::Error, is_json: bool, ours: Option<&str>, output: &Output) -> Exit {
    if mpi_launcher::is_silent() {
        return Exit::Usage;
    }
    let is_wrong = error.use_stderr();
    let words = error.render().to_string();
    // What is missing is listed below the first line.
    let mut lines = words.lines().map(str::trim).take_while(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
    let listed = if first.ends_with(':') { lines.collect::<Vec<_>>().join(", ") } else { String::new() };
    let message = format!("{first} {listed}");
    let mut printed = Ok(());
    if is_wrong && !output.is_for_people() {
        output.error(message.trim_end());
        words.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).for_each(|tip| output.help(tip));
    } else {
        printed = error.print().and_then(|()| std::io::stdout().flush());
    }
    if !is_wrong {
        return match printed {
            Err(fault) => {
                output.end_unread(&fault);
                output.without_reader().unwrap_or(Exit::Input)
            }
            Ok(()) => Exit::Done,
        };
    }
    if let Some(ours) = ours {
        output.help(ours);
    }
    if is_json {
        output.remember(message.trim_end());
        output.failure(Exit::Usage);
    }
    Exit::Usage
}

/// A negative value would be taken for a flag: after a flag, it is joined to it, so that the error is about the value.
fn joined(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_negative = matches!(argument.as_encoded_bytes(), [b'-', b'0'..=b'9', ..]);
        let flag = joined.last_mut().filter(|flag| is_negative && flag.as_encoded_bytes().starts_with(b"--"));
        match flag.filter(|flag| flag.len() > 2) {
            Some(flag) => flag.extend([OsString::from("="), argument]),
            None => joined.push(argument),
        }
    }
    joined
}

fn understood(matches: ArgMatches) -> Result<(Arguments, ArgMatches, bool), clap::Error> {
    let innermost = std::iter::successors(Some(&matches), |one| Some(one.subcommand()?.1)).last();
    let is_json = innermost.and_then(|one| one.try_get_one("json").ok().flatten().copied());
    let is_json = is_json.unwrap_or(false);
    Ok((Arguments::from_arg_matches(&matches)?, matches, is_json))
}

/// The arguments that may be flags.
fn flags(arguments: &[OsString]) -> impl Iterator<Item = &str> {
    arguments.iter().skip(1).filter_map(|one| one.to_str()).take_while(|one| *one != "--")
}

/// Whether an error is to be printed as JSON, too: not if the command that is named prints none.
fn asks_for_json(command: &Command, arguments: &[OsString]) -> bool {
    let below = |at, word: &str| Command::find_subcommand(at, word).unwrap_or(at);
    let named = flags(arguments).fold(command, below);
    let prints_it = named.has_subcommands() || named.get_arguments().any(|flag| flag.get_id() == "json");
    prints_it && flags(arguments).any(|flag| flag == "--json")
}

/// The colors of help and of errors about the arguments, needed before the arguments are parsed.
fn color(arguments: &[OsString]) -> ColorChoice {
    match value_of("--color", arguments) {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The last value that is given for a flag.
fn value_of<'a>(flag: &str, arguments: &'a [OsString]) -> Option<&'a str> {
    let values = flags(arguments).skip(1).chain([""]);
    let pairs = flags(arguments).zip(values);
    let given = pairs.filter_map(|(one, next)| match one.strip_prefix(flag)? {
        "" => Some(next),
        joined => joined.strip_prefix('='),
    });
    given.last()
}

/// Commands as other programs name them, and as they are called here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("lint", "check"),
    ("verify", "validate"),
    ("val", "validate"),
    ("format", "fmt"),
    ("search", "plan"),
    ("debug", "step"),
    ("simulate", "step"),
    ("translate", "ground"),
    ("diagnose", "why"),
    ("replay", "sokoban validate, or, to watch, banto sokoban draw"),
    ("benchmark", "compare"),
    ("server", "lsp"),
];

/// Flags of Fast Downward and others, or of another command, and what is there instead.
const DOWNWARD: &[(&str, &str)] = &[
    ("--alias", "lama-first is --first here, lama is --anytime, and seq-opt-lmcut is --optimal"),
    ("--evaluator", "heuristics are given by --heuristic"),
    ("--game", "a game to begin with: banto new NAME --from game"),
    ("--overall-memory-limit", "this is --memory-limit here"),
    ("--overall-time-limit", "this is --time-limit here"),
    ("--random-seed", "this is --seed here"),
    ("--sas-file", "the translated task is written by banto ground --sas"),
    ("--search-memory-limit", "this is --memory-limit here"),
    ("--search-time-limit", "this is --time-limit here"),
    ("--time", "this is --time-limit here"),
    ("--unique", "generate makes no level twice; convert leaves out those that are there twice"),
    ("--validate", "every plan is validated before it is shown"),
];

/// Help on a flag of Fast Downward, in place of the error's suggestions; a flag that is unknown is no value.
fn flag_of_downward(error: &mut clap::Error) -> Option<String> {
    if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested)
        && tips.iter().any(|tip| tip.to_string().contains("as a value"))
    {
        error.remove(ContextKind::Suggested);
    }
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let (_, help) = DOWNWARD.iter().find(|(theirs, _)| theirs == flag)?;
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::Usage);
    Some((*help).to_owned())
}

/// Advice on a file in the place of a command, or of one of `sokoban`.
fn of_file(words: &[String], arguments: &[OsString]) -> Option<String> {
    let group = usize::from(words.first().is_some_and(|word| word == "sokoban"));
    let all: Vec<_> = arguments.iter().skip(1 + group).map(|one| one.to_string_lossy()).collect();
    let (what, command) =
        match std::path::Path::new(words.get(group)?).extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pddl" => ("find a plan", "plan"),
            "xsb" | "sok" | "slc" | "rle" => ("solve a level", "sokoban solve"),
            _ => return None,
        };
    Some(format!("to {what}: banto {command} {}", all.join(" ")))
}

/// What a word was probably meant to be that is no command, in place of the error's suggestions: the commands of the
/// group it follows come first, and everywhere a command of this very name before one with a similar name.
fn meant(error: &mut clap::Error, words: &[String]) -> Option<String> {
    let Some(ContextValue::String(word)) = error.remove(ContextKind::InvalidSubcommand) else { return None };
    error.remove(ContextKind::Suggested);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(word.clone()));
    let is_help = words.first().is_some_and(|first| first == "help");
    let is_here = |group: &Row| words.iter().any(|word| word == group.name);
    let path = |group: &Row, row: &Row| (row.name, format!("{} {}", group.name, row.name));
    let mut all: Vec<(&str, String)> = Vec::new();
    for group in rows().filter(|row| is_here(row)) {
        all.extend(group.below.iter().map(|row| path(group, row)));
    }
    if all.is_empty() {
        all.extend(rows().map(|row| (row.name, row.name.to_owned())));
        for group in rows() {
            all.extend(group.below.iter().map(|row| path(group, row)));
        }
    }
    all.extend(ELSEWHERE.iter().map(|(theirs, ours)| (*theirs, (*ours).to_owned())));
    let near = nearest(&word, all.iter().map(|row| row.0))?;
    let help = if is_help { "help " } else { "" };
    let paths = || all.iter().filter(|row| row.0 == near).map(|row| &row.1);
    // One of the program's own comes before those of groups.
    let most = if paths().any(|path| !path.contains(' ')) { 1 } else { usize::MAX };
    let near: Vec<String> = paths().take(most).map(|path| format!("banto {help}{path}")).collect();
    Some(format!("did you mean {}?", near.join(" or ")))
}
