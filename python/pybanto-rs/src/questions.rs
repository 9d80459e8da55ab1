//! Questions about a task that no search of Python's asks: whether a plan is one, and why there is none.

use std::time::Duration;

use banto::limits::Limits;
use banto::plan::{self, Fault, Reason, Verdict};
use banto::why::{Explanation, Finding, Note};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::texts::{Named, Texts, edited, read};

/// Whether a text is a plan of a task: its cost, or the first fault.
#[pyfunction]
pub fn validate<'py>(
    py: Python<'py>,
    domain: Named,
    problem: Named,
    plan: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let judged = py.detach(|| {
        let (_, task, _) = read([domain, problem], &Limits::none())?;
        Ok(match plan::read(&task, plan) {
            Ok(read) => match plan::validate(&task, &read.plan) {
                Verdict::Valid { cost } => Ok(cost),
                Verdict::Invalid(fault) => Err((Some(fault.kind.name()), fault)),
            },
            Err(plan::ReadError::Step(misfit)) => Err((Some(misfit.fault.kind.name()), misfit.fault)),
            Err(plan::ReadError::Text(wrong)) => {
                let message = wrong.message.clone();
                let fault = Fault { kind: plan::FaultKind::Action, step: None, message, reasons: Vec::new() };
                Err((None, fault))
            }
        })
    });
    let judged = judged.map_err(|unread: crate::texts::Unread| unread.raise(py))?;
    let dict = PyDict::new(py);
    dict.set_item("cost", judged.as_ref().ok())?;
    let (kind, fault) = judged.err().unzip();
    dict.set_item("kind", kind.flatten())?;
    dict.set_item("step", fault.as_ref().and_then(|fault| fault.step))?;
    dict.set_item("message", fault.as_ref().map(|fault| &fault.message))?;
    let mut lines = Vec::new();
    fault.iter().for_each(|fault| put_reasons(&fault.reasons, 0, &mut lines));
    dict.set_item("reasons", lines)?;
    Ok(dict)
}

/// Reasons and those below them, each with its depth.
fn put_reasons(reasons: &[Reason], depth: usize, lines: &mut Vec<(usize, String)>) {
    for reason in reasons {
        lines.push((depth, reason.text.clone()));
        put_reasons(&reason.inner, depth + 1, lines);
    }
}

/// Why a task has no plan.
#[pyfunction]
pub fn why(
    py: Python<'_>,
    domain: Named,
    problem: Named,
    time_limit: Option<f64>,
) -> PyResult<Bound<'_, PyDict>> {
    let limits = Limits::none().within_machine();
    let time = time_limit.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    let limits = limits.with(time, None);
    let cancel = limits.cancel_flag();
    let (found, interrupted) = crate::planning::heard(py, &cancel, || {
        let (texts, task, _) = read([domain, problem], &limits)?;
        let explanation = banto::why::explain(&task, Some([texts[0].text(), texts[1].text()]), &limits);
        Ok((texts, explanation))
    })?;
    if let Some(error) = interrupted {
        return Err(error);
    }
    let (texts, explanation) = found.map_err(|unread: crate::texts::Unread| unread.raise(py))?;
    explained(py, &texts, &explanation)
}

fn explained<'py>(py: Python<'py>, texts: &Texts, explanation: &Explanation) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (solvable, steps) = match explanation.finding {
        Finding::Solvable(steps) => (Some(true), Some(steps)),
        Finding::Unsolvable => (Some(false), None),
        Finding::Unknown => (None, None),
    };
    dict.set_item("solvable", solvable)?;
    dict.set_item("steps", steps)?;
    let note = |note: &Note| {
        let place = note.place.map(|(file, span)| {
            let text = &texts[file.min(1)];
            (text.name().to_owned(), text.line_column(span.start))
        });
        (note.depth, note.text.clone(), place)
    };
    dict.set_item("root", explanation.root.as_ref().map(note))?;
    let notes = explanation.links.iter().chain(&explanation.states).map(note);
    dict.set_item("notes", notes.collect::<Vec<_>>())?;
    let repairs = explanation.repairs.iter().map(|repair| {
        let edits = repair.edits.iter().map(|edit| {
            let file = edit.file.min(1);
            edited(&texts[file], file, edit.span, &edit.text)
        });
        (repair.text.clone(), repair.steps, edits.collect::<Vec<_>>())
    });
    dict.set_item("repairs", repairs.collect::<Vec<_>>())?;
    let left_out = explanation.tried.iter().chain(&explanation.left_out).cloned();
    dict.set_item("left_out", left_out.collect::<Vec<_>>())?;
    Ok(dict)
}
