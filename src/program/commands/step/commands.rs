//! The commands of `banto step`: their table, their help, and what may follow each.
//!
//! In: the words of a line. Out: words that complete it.

use crate::output::columns;
use banto_planning::heuristics::heuristics;
use banto_text::task::{Schema, Task};

/// Each command: its name, its short form, what follows it, and what it does.
pub(super) const COMMANDS: &[(&str, &str, &str, &str)] = &[
    ("state", "s", "[all]", "the facts that hold; with all, also those that never change"),
    ("actions", "a", "[ACTION]", "the actions that can be applied, grouped by schema"),
    (
        "apply",
        "do",
        "ACTION",
        "apply an action, such as `apply walk hall study` or `(walk hall study)`, or its number in the list",
    ),
    ("undo", "u", "[N]", "take the last action back, or the last N"),
    ("why-not", "w", "ACTION", "why an action cannot be applied, and what could change that"),
    ("run", "r", "[N | until FACT]", "follow the plan to its end, for N steps, or until a fact holds"),
    ("goals", "g", "", "which goals hold, and why or why not"),
    ("h", "e", "[NAME ...]", "the heuristics' estimates of this state; ff shows its relaxed plan"),
    ("plan", "p", "", "find a plan from here; `run` follows it"),
    ("trace", "t", "", "the steps so far"),
    ("save", "o", "FILE", "write the steps so far to a file"),
    ("help", "?", "", "this list"),
    ("quit", "q", "", "end"),
];

pub(super) fn help() -> String {
    let rows = COMMANDS
        .iter()
        .map(|(name, short, rest, what)| (format!("{name}, {short} {rest}").trim_end().to_owned(), *what));
    columns::table(rows, 26)
}

/// Completions for the next word of a line.
pub(super) fn candidates(task: &Task, words: &[&str]) -> Vec<String> {
    let Some(first) = words.first() else {
        return COMMANDS.iter().map(|row| row.0.to_owned()).collect();
    };
    let objects = || task.objects.names().map(str::to_owned).collect();
    match (COMMANDS.iter().find(|row| row.0 == *first || row.1 == *first).map(|row| row.0), words) {
        (Some("apply" | "why-not" | "actions"), [_]) => {
            task.schemas.iter().map(|schema| schema.name.clone()).collect()
        }
        (Some("apply" | "why-not"), [_, action, arguments @ ..]) => {
            let Some(schema) = schema_named(task, action.trim_start_matches('(')) else { return Vec::new() };
            let Some(parameter) = schema.parameters.get(arguments.len()) else { return Vec::new() };
            let fits = task.objects_of(&parameter.types);
            fits.map(|object| task.objects.name(object).to_owned()).collect()
        }
        (Some("run"), [_]) => vec!["until".to_owned()],
        (Some("run"), [_, "until"]) => task.predicates.names().map(str::to_owned).collect(),
        (Some("run"), _) => objects(),
        (Some("h"), _) => heuristics().into_iter().map(|row| row.name.into_owned()).collect(),
        (Some("state"), [_]) => vec!["all".to_owned()],
        _ => Vec::new(),
    }
}

pub(super) fn schema_named<'t>(task: &'t Task, name: &str) -> Option<&'t Schema> {
    task.schemas.iter().find(|schema| schema.name.eq_ignore_ascii_case(name))
}
