//! `banto step`: a task one action at a time, on a terminal or by a script.
//!
//! In: a task, perhaps a plan, lines. Out: states, actions and reasons on standard output. `session` answers the lines;
//! `editor` reads them on a terminal.

mod commands;
mod editor;
pub(super) mod estimates;
pub(super) mod refusal;
mod session;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::base::limits::{Stop, stack};
use crate::base::source::shortened;
use crate::program::files::input::Lines;
use crate::program::files::{find_domain, input, save};
use crate::program::{Exit, LimitArguments, Output, Run, TaskFiles, limit, load};
use crate::text::plan::{self, ReadError};
use editor::Editor;
use session::Session;

#[derive(Debug, Args)]
pub(crate) struct Step {
    #[command(flatten)]
    pub files: TaskFiles,

    /// A plan file, which `run` follows
    #[arg(value_name = "PLAN")]
    pub plan: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(crate) fn run(command: &Step, output: &Output) -> Result<Exit, Exit> {
    let run = limit::interruptible(&command.limits, output);
    let mut files = command.files.paths();
    files.extend(command.plan.clone());
    if files.iter().any(|path| input::is_standard(path)) {
        return Err(output.usage("the commands are read from standard input, so no file can be"));
    }
    let (domain, problem, plan) = match files.as_slice() {
        [domain, problem, plan] => (domain.clone(), problem.clone(), Some(plan.clone())),
        [] => return Err(output.usage("a problem is needed: banto step [DOMAIN] PROBLEM [PLAN]")),
        [problem] => {
            let (domain, problem) = find_domain::beside(problem, "step DOMAIN PROBLEM", &run)?;
            (domain, problem, None)
        }
        [first, second, ..] => match find_domain::problem_alone(first, "step DOMAIN PROBLEM", &run)? {
            Some((domain, problem)) => (domain, problem, Some(second.clone())),
            None => (first.clone(), second.clone(), None),
        },
    };
    let loaded = load(&domain, &problem, &run)?;
    let mut script = None;
    if let Some(path) = &plan {
        let text = input::text(path, &run)?;
        let stopped = run.stopped("stopped while reading the plan");
        match plan::read_within(&loaded.task, text.text(), &run.limits).map_err(stopped)? {
            Ok(read) => script = Some(read.plan.steps),
            Err(ReadError::Text(fault)) => return Err(output.refuse(&[*fault], &[&text])),
            Err(ReadError::Step(misfit)) => {
                output.error(&format!("{}: {}", text.name(), misfit.fault.message));
                return Err(Exit::Input);
            }
        }
    }
    let nesting = loaded.task.nesting;
    stack::deep(nesting, move || {
        // Each answer has its own time limit.
        let fresh = || limit::again(&command.limits, output);
        let save = |path: &PathBuf, text: &str| {
            save::apart(output, [path], [&domain, &problem])?;
            save::no_source(&run, "save", "a plan", [path])?;
            save::write(output, path, text)
        };
        let mut session = Session::new(&loaded, script, &fresh, &save);
        Ok::<Exit, Stop>(talk(&mut session, &run).unwrap_or_else(|exit| exit))
    })
    .map_err(|stop| limit::stopped(output, "stopped", stop))
}

/// Answers line by line until the user quits.
fn talk(session: &mut Session<'_>, run: &Run<'_>) -> Result<Exit, Exit> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut editor = if is_terminal { Editor::new(&session.loaded.task).ok() } else { None };
    let mut lines = Lines::default();
    if is_terminal {
        run.output.talk("help lists the commands, Tab completes, quit ends");
        run.output.data(&session.here());
    }
    for number in 1_usize.. {
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
        match answer {
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
