//! `banto validate`: the verdict of `plan::validate` on each plan file, with reasons if it is invalid.
//!
//! In: files. Out: text or JSON, and the exit code of the worst plan.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::compare::figures::counted;
use crate::files::{find_domain, input};
use crate::{Exit, Loaded, Output, ResultArguments, Run, TaskFiles, limit, load};
use banto_base::source::{Diagnostic, SourceText, Span};
use banto_text::plan::{self, Fault, Plan, ReadError, StatedCost, Traced, Verdict};

/// Validate plans: replay each, and report what is wrong with it
///
/// Each plan gets a line: whether it is valid, its cost, and whether the cost that the file states is right. For an
/// invalid plan, the lines below name the step or goal that fails, the atoms that are false or true, and what last
/// changed them.
#[derive(Debug, Args)]
#[command(override_usage = "banto validate [OPTIONS] [DOMAIN] <PROBLEM> <PLAN>...")]
pub(crate) struct Validate {
    /// If the first of the files is a problem, the domain is looked for beside it.
    #[command(flatten)]
    pub files: TaskFiles,

    /// Plan files: steps (NAME OBJECT ...) one after another, as Fast Downward and VAL write them. One of the files
    /// can be -, standard input
    #[arg(value_name = "PLAN")]
    pub plans: Vec<PathBuf>,

    /// Also print what each step does: its conditions and what made each true, what it changes, the cost so far
    #[arg(long)]
    pub trace: bool,

    #[command(flatten)]
    pub result: ResultArguments,
}

/// The result for one plan file.
enum Finding {
    /// It cannot be read, or is not a list of steps.
    Unreadable(Box<Diagnostic>),
    Valid {
        steps: usize,
        cost: u64,
        stated: Option<StatedCost>,
    },
    /// It is an invalid plan; the place is that of the step at fault, if there is one.
    Invalid {
        fault: Fault,
        steps: usize,
        stated: Option<StatedCost>,
        place: Option<Span>,
    },
}

pub(crate) fn run(command: &Validate, output: &Output) -> Exit {
    let mut results = Vec::new();
    let exit = validate_all(command, output, &mut results).unwrap_or_else(|exit| exit);
    if command.result.json {
        summary(exit, &results, output);
    }
    exit
}

/// Validates every plan, and keeps the result of each as JSON.
fn validate_all(command: &Validate, output: &Output, results: &mut Vec<Value>) -> Result<Exit, Exit> {
    let mut files = command.files.paths();
    files.extend_from_slice(&command.plans);
    input::once(files.iter().map(PathBuf::as_path), output)?;
    let run = limit::of(&command.result.limits, output);
    let (domain, problem, plans) =
        find_domain::with_others(&files, "validate [DOMAIN] PROBLEM PLAN...", &run)?;
    let loaded = load(&domain, &problem, &run)?;
    let mut worst = Exit::Done;
    for path in plans {
        let (text, finding, trace) = validate_file(&loaded, path, command.trace, &run)?;
        if let Finding::Unreadable(fault) = &finding {
            output.diagnostics(std::slice::from_ref(&**fault), &[&text]);
        }
        worst = worst.or_worse(finding.exit());
        if command.result.json {
            let mut object = finding.json(&text, &loaded);
            if let Some((plan, steps)) = &trace {
                let steps = steps.iter().map(|step| loaded.json_traced(plan, step));
                object["trace"] = steps.collect::<Vec<_>>().into();
            }
            results.push(object);
        } else {
            if let Some((plan, steps)) = &trace {
                steps.iter().for_each(|step| output.data(&loaded.traced(plan, step)));
            }
            output.data(&finding.human(&text, &loaded));
        }
    }
    Ok(worst)
}

/// The whole answer as JSON.
fn summary(exit: Exit, results: &[Value], output: &Output) {
    let status = match exit {
        Exit::Done => "valid",
        Exit::No => "invalid",
        _ => "error",
    };
    output.object(json!({
        "status": status,
        "exit": exit.code(),
        "message": output.why(),
        "valid": exit == Exit::Done,
        "plans": results,
    }));
}

/// A plan, and what its steps do, as far as they can be applied and are wanted.
type Trace = (Plan, Vec<Traced>);

fn validate_file(
    loaded: &Loaded,
    path: &Path,
    trace: bool,
    run: &Run<'_>,
) -> Result<(SourceText, Finding, Option<Trace>), Exit> {
    let (text, fault) = input::read(path, run)?;
    if let Some(fault) = fault {
        return Ok((text, Finding::Unreadable(Box::new(fault)), None));
    }
    let what = format!("stopped while validating {}", text.name());
    let stopped = run.stopped(&what);
    let read = plan::read_within(&loaded.task, text.text(), &run.limits).map_err(stopped)?;
    let mut traced = None;
    let finding = match read {
        Err(ReadError::Text(fault)) => Finding::Unreadable(fault),
        Err(ReadError::Step(misfit)) => Finding::Invalid {
            fault: misfit.fault,
            steps: misfit.steps,
            stated: misfit.stated_cost,
            place: Some(misfit.span),
        },
        Ok(read) => {
            let (steps, stated) = (read.plan.steps.len(), read.stated_cost);
            let mut told = Vec::new();
            let verdict = if trace {
                plan::validate_traced(&loaded.task, &read.plan, &run.limits, &mut |step| told.push(step))
            } else {
                plan::validate_within(&loaded.task, &read.plan, &run.limits)
            };
            let finding = match verdict.map_err(stopped)? {
                Verdict::Valid { cost } => Finding::Valid { steps, cost, stated },
                Verdict::Invalid(fault) => {
                    let place = fault.step.and_then(|step| read.places.get(step)).copied();
                    Finding::Invalid { fault, steps, stated, place }
                }
            };
            traced = trace.then_some((read.plan, told));
            finding
        }
    };
    Ok((text, finding, traced))
}

impl Finding {
    fn exit(&self) -> Exit {
        match self {
            Self::Unreadable(_) => Exit::Input,
            Self::Valid { .. } => Exit::Done,
            Self::Invalid { .. } => Exit::No,
        }
    }

    fn human(&self, text: &SourceText, loaded: &Loaded) -> String {
        let name = text.name();
        match self {
            // The diagnostic on standard error has already said so.
            Self::Unreadable(_) => String::new(),
            Self::Valid { steps, cost, stated } => {
                let mut out = format!("{name}: valid, {}, cost {cost}", counted(*steps, "step", "steps"));
                match stated {
                    Some(stated) if stated.value == Some(*cost) => out.push_str(", as the file states"),
                    Some(stated) => {
                        let _ = write!(out, "\n  the file states cost {}, which is wrong", stated.text);
                    }
                    None => {}
                }
                out + "\n"
            }
            Self::Invalid { fault, place, .. } => {
                let mut out = format!("{name}: invalid: {}", fault.message);
                if let Some(place) = place {
                    let _ = write!(out, " (line {})", text.line_column(place.start).0);
                }
                out.push('\n');
                loaded.reasons(&fault.reasons, 1, &mut out);
                out
            }
        }
    }

    fn json(&self, text: &SourceText, loaded: &Loaded) -> Value {
        let place = |place: Option<Span>| place.map(|place| text.line_column(place.start)).unzip();
        let (status, steps, cost, stated, fault) = match self {
            Self::Unreadable(fault) => {
                let (line, column) = place(Some(fault.span()).filter(|_| fault.code.has_place()));
                let fault = json!({
                    "kind": "text",
                    "message": fault.message,
                    "code": fault.code.id,
                    "step": null,
                    "line": line,
                    "column": column,
                    "reasons": [],
                });
                ("error", None, None, None, Some(fault))
            }
            Self::Valid { steps, cost, stated } => {
                ("valid", Some(*steps), Some(*cost), stated.as_ref(), None)
            }
            Self::Invalid { fault, steps, stated, place: at } => {
                let (line, column) = place(*at);
                let fault = json!({
                    "kind": fault.kind.name(),
                    "message": fault.message,
                    "code": null,
                    "step": fault.step.map(|step| step + 1),
                    "line": line,
                    "column": column,
                    "reasons": loaded.json_reasons(&fault.reasons),
                });
                ("invalid", Some(*steps), None, stated.as_ref(), Some(fault))
            }
        };
        json!({
            "file": text.name(),
            "status": status,
            "valid": status == "valid",
            "steps": steps,
            "cost": cost,
            "stated_cost": stated.and_then(|stated| stated.value),
            "stated_cost_is_right": cost.and(stated).map(|stated| stated.value == cost),
            "fault": fault,
        })
    }
}
