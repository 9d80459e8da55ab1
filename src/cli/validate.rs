//! `banto validate`: the judge's word on each plan file.

use std::fmt::Write;
use std::path::Path;

use super::arguments::Validate;
use super::exit::Exit;
use super::input;
use super::load::{Loaded, load};
use super::output::Output;
use crate::plan::{self, Fault, Verdict};

/// What is said of one plan file.
struct Judged {
    name: String,
    valid: bool,
    steps: Option<usize>,
    cost: Option<u64>,
    stated: Option<u64>,
    problem: Option<String>,
    reasons: Vec<String>,
    exit: Exit,
}

pub(super) fn run(command: &Validate, output: &Output) -> Exit {
    let piped = |path: &&std::path::PathBuf| path.as_os_str() == "-";
    if [&command.domain, &command.problem].into_iter().chain(&command.plans).filter(piped).count() > 1 {
        Output::talk("error: only one of the files can be standard input");
        return Exit::Usage;
    }
    let loaded = match load(&command.domain, &command.problem, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let mut worst = Exit::Done;
    let mut results = Vec::new();
    for path in &command.plans {
        let judged = judge(&loaded, path, output);
        if judged.exit.code() > worst.code() {
            worst = judged.exit;
        }
        if command.json {
            results.push(judged.json());
        } else if judged.exit != Exit::Input {
            Output::data(&judged.text());
        }
    }
    if command.json {
        let valid = worst == Exit::Done;
        Output::data(&format!("{}\n", serde_json::json!({ "version": 1, "valid": valid, "plans": results })));
    }
    worst
}

fn judge(loaded: &Loaded, path: &Path, output: &Output) -> Judged {
    let (text, fault) = input::read(path);
    let mut judged = Judged {
        name: text.name().to_owned(),
        valid: false,
        steps: None,
        cost: None,
        stated: None,
        problem: None,
        reasons: Vec::new(),
        exit: Exit::No,
    };
    if let Some(fault) = fault {
        output.diagnostics(std::slice::from_ref(&fault), &[&text]);
        judged.problem = Some(fault.message);
        judged.exit = Exit::Input;
        return judged;
    }
    let found = match plan::read(&loaded.task, text.text()) {
        Ok(found) => found,
        Err(error) => {
            judged.problem =
                Some(format!("{} (line {}, column {})", error.message, error.line, error.column));
            judged.reasons.extend(error.help);
            return judged;
        }
    };
    judged.steps = Some(found.plan.steps.len());
    judged.stated = found.cost.map(|(cost, _)| cost);
    match plan::validate(&loaded.task, &found.plan) {
        Verdict::Valid { cost } => {
            judged.valid = true;
            judged.cost = Some(cost);
            judged.exit = Exit::Done;
        }
        Verdict::Invalid(fault) => {
            let mut problem = fault.summary(&loaded.task, &found.plan);
            if let Some(line) = step_of(&fault).and_then(|step| found.lines.get(step)) {
                let _ = write!(problem, " (line {line})");
            }
            judged.problem = Some(problem);
            let goal = matches!(fault, Fault::Goal { .. });
            let source = if goal { &loaded.problem } else { &loaded.domain };
            judged.reasons = fault
                .reasons()
                .iter()
                .map(|reason| match reason.span {
                    Some(span) => {
                        let (line, column) = source.line_column(span.start);
                        format!("{} [{}:{line}:{column}]", reason.text, source.name())
                    }
                    None => reason.text.clone(),
                })
                .collect();
        }
    }
    judged
}

fn step_of(fault: &Fault) -> Option<usize> {
    match fault {
        Fault::Arguments { step, .. }
        | Fault::Type { step, .. }
        | Fault::Precondition { step, .. }
        | Fault::UndefinedCost { step, .. }
        | Fault::CostTooLarge { step } => Some(*step),
        Fault::Goal { .. } => None,
    }
}

impl Judged {
    fn text(&self) -> String {
        let mut out = format!("{}: ", self.name);
        match (self.cost, self.steps) {
            (Some(cost), Some(steps)) => {
                let plural = if steps == 1 { "" } else { "s" };
                let stated = if self.stated == Some(cost) { ", as the file states" } else { "" };
                let _ = writeln!(out, "valid, {steps} step{plural}, cost {cost}{stated}");
                match self.stated {
                    Some(stated) if stated != cost => {
                        let _ = writeln!(out, "  the file states cost {stated}, which is wrong");
                    }
                    _ => {}
                }
            }
            _ => {
                let _ = writeln!(out, "invalid: {}", self.problem.as_deref().unwrap_or_default());
            }
        }
        for reason in &self.reasons {
            let _ = writeln!(out, "  {reason}");
        }
        out
    }

    fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "file": self.name,
            "valid": self.valid,
            "steps": self.steps,
            "cost": self.cost,
            "stated_cost": self.stated,
            "stated_cost_is_right": self.cost.and_then(|cost| self.stated.map(|stated| stated == cost)),
            "problem": self.problem,
            "reasons": self.reasons,
        })
    }
}
