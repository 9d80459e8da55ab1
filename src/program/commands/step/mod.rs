//! `banto step`: a task one action at a time, on a terminal or by a script.
//!
//! In: a task, perhaps a plan, lines. Out: states, actions and reasons on standard output. `session` answers the lines;
//! `editor` reads them on a terminal.

mod commands;
#[cfg_attr(not(feature = "interactive"), path = "no_editor.rs")]
mod editor;
pub(super) mod estimates;
pub(super) mod refusal;
mod session;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::{Value, json};

use crate::files::input::Lines;
use crate::files::load::with_plan;
use crate::files::{input, save};
use crate::{Exit, LimitArguments, OUTPUT, Output, Run, TaskFiles, limit};
use banto_base::limits::{Stop, stack};
use banto_base::source::shortened;
use editor::Editor;
use refusal::Refusal;
use session::Session;

/// Walk through a task one action at a time: what can be applied, what cannot and why, heuristics, a plan from here
#[derive(Debug, Args)]
pub(crate) struct Step {
    #[command(flatten)]
    pub files: TaskFiles,

    /// A plan file, which `run` follows
    #[arg(value_name = "PLAN")]
    pub plan: Option<PathBuf>,

    /// Keep a page of the steps so far in this file, with a picture of each state
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitArguments,

    /// Print the answer to each line as a JSON object
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,
}

pub(crate) fn run(command: &Step, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    let mut files = command.files.paths();
    files.extend(command.plan.clone());
    if files.iter().any(|path| input::is_standard(path)) {
        return Err(output.usage("the commands are read from standard input, so no file can be"));
    }
    let html = command.html.as_ref().filter(|path| !save::is_standard(path));
    if html.is_none() && command.html.is_some() {
        return Err(output.usage("standard output has the answers, so --html needs a file"));
    }
    let (loaded, script, read) = with_plan(&command.files, command.plan.as_ref(), "step", &run)?;
    save::ready(&run, &[("--html", "a page", &command.html)], &read)?;
    let board = loaded.board(output);
    let nesting = loaded.task.nesting;
    stack::deep(nesting, move || {
        // Each answer has its own time limit.
        let fresh = || limit::again(&command.limits, output);
        let save = |path: &PathBuf, text: &str| {
            save::apart(output, [path], &read)?;
            save::no_source(&run, "save", "a plan", [path])?;
            save::write(output, path, text)
        };
        let mut session = Session::new(&loaded, &board, script, &fresh, &save);
        Ok::<Exit, Stop>(
            talk(&mut session, command.html.as_deref(), command.json, &run).unwrap_or_else(|exit| exit),
        )
    })
    .map_err(|stop| limit::stopped(output, "stopped", stop))
}

/// Answers line by line until the user quits.
fn talk(session: &mut Session<'_>, html: Option<&Path>, is_json: bool, run: &Run<'_>) -> Result<Exit, Exit> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_json;
    let mut editor = if is_terminal { Editor::new(&session.loaded.task).ok() } else { None };
    let mut lines = Lines::default();
    let mut shown = None;
    if is_terminal {
        run.output.talk("help lists the commands, Tab completes, quit ends");
        run.output.data(&session.here());
    }
    for number in 1_usize.. {
        if let Some(path) = html.filter(|_| shown.as_ref() != Some(&session.plan)) {
            save::write(run.output, path, session.page())?;
            shown = Some(session.plan.clone());
        }
        let line = match &mut editor {
            Some(editor) => {
                editor.line(session.steps()).map_err(|error| input::unreadable(&error, run.output))?
            }
            None => lines.next(run)?,
        };
        let Some(line) = line else { return Ok(Exit::Done) };
        let answer = session.answer(&line);
        if is_terminal {
            // Ctrl-C ends the answer, not the session.
            run.limits.cancel_flag().store(false, Ordering::Relaxed);
        }
        if is_json && let Some(object) = as_json(line.trim(), &answer) {
            run.output.object(object);
        }
        match answer {
            Ok(Some(_)) if is_json => {}
            Ok(Some(text)) => run.output.data(&text),
            Ok(None) => return Ok(Exit::Done),
            Err(refusal) => {
                if !refusal.message.is_empty() {
                    run.output.error(&refusal.message);
                }
                if !refusal.reasons.is_empty() {
                    run.output.talk(refusal.reasons.trim_end());
                }
                // A user at a terminal can try again; a script cannot.
                if !is_terminal {
                    let end = format!("the script ends at line {number}: {}", line.trim());
                    run.output.talk(&shortened(end));
                    return Err(refusal.exit);
                }
            }
        }
    }
    Ok(Exit::Done)
}

/// An answer as an object; `None` at the end.
fn as_json(line: &str, answer: &Result<Option<String>, Refusal>) -> Option<Value> {
    Some(match answer {
        Ok(text) => {
            json!({ "status": "ok", "exit": 0, "message": null, "line": line, "text": text.as_ref()? })
        }
        Err(refusal) => json!({
            "status": refusal.exit.status(), "exit": refusal.exit.code(), "message": refusal.message,
            "line": line, "text": refusal.reasons,
        }),
    })
}
