//! `banto draw`: the states of a task as a page, without hints how to draw them.
//!
//! In: a task, perhaps a plan. Out: the initial state, and the state after each step.

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::Args;

use crate::compare::figures::counted;
use crate::drawing::{SCRIPT, Scenes, StateSequence};
use crate::files::load::with_plan;
use crate::files::{input, save};
use crate::flags::number;
use crate::{Exit, LimitArguments, Output, TaskFiles, limit};
use banto_base::page::{document, escape};
use banto_text::plan::{Plan, Replay};

/// Roughly how many bytes a page may have.
const MOST_BYTES: usize = 8 << 20;

/// Draw the states of a task as a picture: what is where, before a plan, after its steps
#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    pub files: TaskFiles,

    /// A plan file: the states after its steps are drawn, too
    #[arg(value_name = "PLAN")]
    pub plan: Option<PathBuf>,

    /// Draw only the state after this many steps; 0 is the initial state
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(..))]
    pub step: Option<usize>,

    /// Write the page to this file instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(crate) fn run(command: &Draw, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let stopped = run.stopped("stopped while drawing");
    let files = command.files.paths();
    input::once(files.iter().chain(&command.plan).map(PathBuf::as_path), output)?;
    let (loaded, steps, read) = with_plan(&command.files, command.plan.as_ref(), "draw", &run)?;
    save::ready(&run, &[("--html", "a page", &command.html)], &read)?;
    let task = &loaded.task;
    let plan = Plan { steps: steps.unwrap_or_default() };
    let last = plan.steps.len();
    if let Some(step) = command.step.filter(|step| *step > last) {
        let steps = counted(last, "step", "steps");
        return Err(output.usage(&format!("--step {step} is after the end: there are {steps}")));
    }
    let board = loaded.board(output);
    let mut sequence = StateSequence::new(task, &board).map_err(|why| {
        output.error(&format!("nothing to draw: {why}"));
        Exit::No
    })?;
    let mut replay = Replay::new(task, run.limits.clone());
    let mut states = Vec::new();
    for index in 0..=command.step.unwrap_or(last) {
        run.limits.check_now().map_err(stopped)?;
        let mut caption = "the initial state".to_owned();
        if let Some(before) = index.checked_sub(1) {
            let step = &plan.steps[before];
            caption = format!("{index}  {}", task.show_step(step.schema, &step.arguments));
            replay.traced(&plan, before).map_err(|fault| {
                if let Err(stop) = run.limits.check_now() {
                    return stopped(stop);
                }
                output.error(&fault.message);
                let mut reasons = String::new();
                loaded.reasons(&fault.reasons, 1, &mut reasons);
                output.talk(reasons.trim_end());
                Exit::No
            })?;
        }
        if sequence.add(&mut replay) && command.step.is_none_or(|step| step == index) {
            states.push((index, caption));
        }
    }
    let Some(scenes) = Scenes::new(&sequence) else {
        output.error("nothing to draw: nothing in this task has a place, and nothing is joined");
        return Err(Exit::No);
    };
    let mut page = String::new();
    let mut shown = 0;
    for (state, caption) in &states {
        if page.len() > MOST_BYTES {
            break;
        }
        let (caption, scene) = (escape(caption), scenes.html(*state));
        let _ = writeln!(page, "<section class=\"state\">\n<h2>{caption}</h2>\n{scene}</section>");
        shown += 1;
    }
    let left = command.step.map_or(last + 1, |_| 1) - shown;
    if left > 0 {
        let left = counted(left, "state is", "states are");
        output.talk(&format!("{left} left out: the page would be too large"));
    }
    let _ = writeln!(page, "<p class=\"where\">{}</p>", escape(&scenes.notes()));
    if command.html.is_none() && std::io::stdout().is_terminal() {
        return Err(
            output.misused("the picture is a page of HTML, not for a terminal", "--html FILE writes it")
        );
    }
    let page = document(&task.problem, &page, SCRIPT);
    match &command.html {
        Some(path) => save::write_and_tell(output, path, page)?,
        None => output.data(&page),
    }
    Ok(Exit::Done)
}
