//! `banto why`: why a task has no plan. `why` finds the explanation.
//!
//! In: files and limits. Out: the root with its place, how it follows, what would help, and what was not tried.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};

use crate::files::find_domain;
use crate::reports::reasons::bracketed;
use crate::{Exit, LimitArguments, Loaded, OUTPUT, Output, TaskFiles, limit, load};
use banto_base::limits::Limits;
use banto_base::source::{Span, TextEdit};
use banto_planning::why::{Explanation, Finding, Note, Repair, explain};
use banto_text::pddl::ast::{Atom, Init};
use banto_text::pddl::parse_problem;

/// Explain why a task has no plan: the root cause, and which small change would fix it
#[derive(Debug, Args)]
pub(crate) struct Why {
    #[command(flatten)]
    pub files: TaskFiles,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Print all changes that would give a plan, not the likeliest alone
    #[arg(long, help_heading = OUTPUT)]
    pub all: bool,

    /// Print the result as one JSON object on standard output
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

pub(crate) fn run(command: &Why, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    let (domain, problem) = find_domain::task_files(&command.files, "why", &run)?;
    let loaded = load(&domain, &problem, &run)?;
    let explanation = loaded.explained(&run.limits);
    let exit = match (explanation.finding, explanation.stop) {
        (Finding::Solvable(_), _) => Exit::Done,
        (Finding::Unsolvable, _) => Exit::Unsolvable,
        (Finding::Unknown, Some(stop)) => limit::exit(stop),
        (Finding::Unknown, None) => Exit::Unsolved,
    };
    if command.json {
        output.object(as_json(&explanation, &loaded, exit));
    } else {
        let place = explanation.root.as_ref().and_then(|root| span(&loaded, root));
        let texts = [&loaded.domain, &loaded.problem];
        let first = output.sentence(word(explanation.finding), &message(&explanation), place, texts);
        output.data(&as_text(&explanation, &loaded, first, command.all));
        if exit == Exit::Done {
            loaded.warn(output);
        }
    }
    Ok(exit)
}

impl Loaded {
    /// Why the task has no plan.
    pub(crate) fn explained(&self, limits: &Limits) -> Explanation {
        explain(&self.task, Some([self.domain.text(), self.problem.text()]), limits)
    }
}

/// At most this many changes that help are printed.
const MOST_REPAIRS: usize = 6;

/// The word before the first line.
fn word(finding: Finding) -> &'static str {
    match finding {
        Finding::Solvable(_) => "solvable",
        Finding::Unsolvable => "unsolvable",
        Finding::Unknown => "no plan found",
    }
}

/// The first line: a sentence, and its place.
fn message(explanation: &Explanation) -> String {
    match (explanation.finding, &explanation.root) {
        (Finding::Solvable(steps), _) => {
            format!("there is a plan of {steps} step{}", if steps == 1 { "" } else { "s" })
        }
        (_, Some(root)) => root.text.clone(),
        (Finding::Unsolvable, None) => match explanation.stop {
            Some(stop) => {
                format!("no plan can reach the goal; the cause was not looked for to the end: {stop}")
            }
            None => "no plan can reach the goal, and no single cause was found".to_owned(),
        },
        (Finding::Unknown, None) => match explanation.stop {
            Some(stop) => format!("{stop}, before a reason was found"),
            None => "not all states were visited, so the reason is not known".to_owned(),
        },
    }
}

/// The explanation without colors, for an editor.
pub(crate) fn document(explanation: &Explanation, loaded: &Loaded) -> String {
    let place = explanation.root.as_ref().and_then(|root| place(loaded, root));
    let (word, message) = (word(explanation.finding), message(explanation));
    let first = format!("{word}: {message}{}\n", bracketed(place));
    as_text(explanation, loaded, first, false)
}

/// The text and the place of a sentence. A fact that is missing belongs behind others like it: an empty place.
fn span(loaded: &Loaded, note: &Note) -> Option<(usize, Span)> {
    let Some(fact) = &note.fact else { return note.place };
    let problem = parse_problem(&loaded.problem).tree?;
    let wanted = fact.trim_matches(['(', ')']).to_ascii_lowercase();
    let name = wanted.split(' ').next();
    let words = |atom: &Atom<'_>| -> Vec<String> {
        std::iter::once(&atom.name)
            .chain(&atom.arguments)
            .map(|name| name.text.to_ascii_lowercase())
            .collect()
    };
    let facts = || {
        problem.init.iter().filter_map(|one| match one {
            Init::Fact(atom) => Some(atom),
            _ => None,
        })
    };
    let is_it = |atom: &&Atom<'_>| words(atom).join(" ") == wanted;
    // Of facts of the same predicate, the one with most of its objects, the last of these.
    let likeness = |atom: &&Atom<'_>| {
        let words = words(atom);
        let is_like = words.first().map(String::as_str) == name;
        let shared = words.iter().filter(|word| wanted.split(' ').any(|one| one == *word)).count();
        (is_like, if is_like { shared } else { 0 })
    };
    let behind = |atom: &Atom<'_>| Span::new(atom.span.end, atom.span.end);
    let found = facts().find(is_it).map(|atom| atom.span);
    found.or_else(|| facts().max_by_key(likeness).map(behind)).map(|span| (1, span)).or(note.place)
}

fn place<'l>(loaded: &'l Loaded, note: &Note) -> Option<(&'l str, usize, usize)> {
    span(loaded, note).map(|(file, span)| loaded.place(file, span))
}

/// All sections after the first line.
fn as_text(explanation: &Explanation, loaded: &Loaded, mut text: String, with_all: bool) -> String {
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            let _ = writeln!(text, "\n{title}:");
            lines.iter().for_each(|line| {
                let _ = writeln!(text, "  {line}");
            });
        }
    };
    let shown =
        |note: &Note| format!("{}{}{}", "  ".repeat(note.depth), note.text, bracketed(place(loaded, note)));
    section("How it follows", explanation.links.iter().map(shown).collect());
    section(
        "What the states show",
        explanation.states.iter().flat_map(|note| wrapped(&shown(note))).collect(),
    );
    let mut repairs: Vec<String> = Vec::new();
    let all = &explanation.repairs;
    // A line that says that there is one more is as long as that one.
    let most = if with_all || all.len() == MOST_REPAIRS + 1 { all.len() } else { MOST_REPAIRS };
    let likely = &all[..all.len().min(most)];
    for repair in likely {
        let place = repair.edits.first().map(|edit| {
            // The blanks before what goes are not what is meant.
            let text = if edit.file == 0 { loaded.domain.text() } else { loaded.problem.text() };
            let form = text[edit.span.start as usize..].trim_start();
            loaded.place(edit.file, Span::from(text.len() - form.len()..text.len()))
        });
        repairs.push(format!("{}{}", repair.text, bracketed(place)));
        repairs.extend(
            repair.gives_up.iter().map(|lost| format!("  but then it is no longer sure that {lost}")),
        );
    }
    let more = all.len() - likely.len();
    repairs.extend((more > 0).then(|| format!("and {more} more, less likely (--all prints them)")));
    let title = match likely {
        [_] => "If the model is wrong, this change would give a plan",
        _ => "If the model is wrong, each of these would give a plan (a guess: likeliest first)",
    };
    section(title, repairs);
    section("If the model is wrong", explanation.tried.iter().cloned().collect());
    section("Not tried", explanation.left_out.clone());
    text
}

/// A line in several, cut before a parenthesis where it would be too long.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (at, step) in line.split(" (").enumerate() {
        let step = if at == 0 { step.to_owned() } else { format!("({step}") };
        match lines.last_mut() {
            Some(last) if last.is_empty() => *last = step,
            Some(last) if last.chars().count() + step.chars().count().min(40) < 100 => {
                *last = format!("{last} {step}");
            }
            _ => lines.push(format!("  {step}")),
        }
    }
    lines
}

fn as_json(explanation: &Explanation, loaded: &Loaded, exit: Exit) -> Value {
    let note = |note: &Note| {
        let mut object = json!({ "text": note.text });
        if let Some((file, line, column)) = place(loaded, note) {
            object["file"] = file.into();
            object["line"] = line.into();
            object["column"] = column.into();
        }
        object
    };
    let replacement = |edit: &TextEdit| {
        let (file, line, column) = loaded.place(edit.file, edit.span);
        let (_, end_line, end_column) = loaded.place(edit.file, Span::at(edit.span.end));
        json!({
            "file": file,
            "line": line,
            "column": column,
            "end_line": end_line,
            "end_column": end_column,
            "text": edit.text,
        })
    };
    let repair = |repair: &Repair| {
        json!({
            "text": repair.text,
            "steps": repair.steps,
            "gives_up": repair.gives_up,
            "edits": repair.edits.iter().map(replacement).collect::<Vec<Value>>(),
        })
    };
    let steps = if let Finding::Solvable(steps) = explanation.finding { Some(steps) } else { None };
    json!({
        "status": match explanation.finding {
            Finding::Solvable(_) => "solvable",
            Finding::Unsolvable => "unsolvable",
            Finding::Unknown if explanation.stop.is_some() => "stopped",
            Finding::Unknown => "unsolved",
        },
        "exit": exit.code(),
        "message": message(explanation),
        "steps": steps,
        "root": explanation.root.as_ref().map(note),
        "links": explanation.links.iter().map(note).collect::<Vec<_>>(),
        "states": explanation.states.iter().map(note).collect::<Vec<_>>(),
        "more_repairs": explanation.repairs.len().saturating_sub(MOST_REPAIRS),
        "repairs": explanation.repairs.iter().map(repair).collect::<Vec<_>>(),
        "tried": explanation.tried,
        "left_out": explanation.left_out,
    })
}
