//! Questions about a task that no search of Python's asks: whether a plan is one, and why there is none.

use banto::limits::Limits;
use banto::plan::{self, Fault, Reason, Verdict};
use banto::why::{Explanation, Finding, Note};
use pyo3::prelude::*;

use crate::planning::{heard, limits};
use crate::texts::{Named, Replaced, Texts, Unread, edited, read};

/// What the validator says of a plan, as Python gets it.
#[derive(Default, IntoPyObject)]
pub struct Judged {
    cost: Option<u64>,
    kind: Option<&'static str>,
    step: Option<usize>,
    message: Option<String>,
    /// Lines, each with its depth.
    reasons: Vec<(usize, String)>,
}

impl From<Fault> for Judged {
    fn from(fault: Fault) -> Self {
        let mut reasons = Vec::new();
        put_reasons(&fault.reasons, 0, &mut reasons);
        let kind = Some(fault.kind.name());
        Self { cost: None, kind, step: fault.step, message: Some(fault.message), reasons }
    }
}

/// Reasons and those below them, each with its depth.
fn put_reasons(reasons: &[Reason], depth: usize, lines: &mut Vec<(usize, String)>) {
    for reason in reasons {
        lines.push((depth, reason.text.clone()));
        put_reasons(&reason.inner, depth + 1, lines);
    }
}

/// Whether a text is a plan of a task: its cost, or the first fault.
#[pyfunction]
pub fn validate(py: Python<'_>, domain: Named, problem: Named, plan: &str) -> PyResult<Judged> {
    let judged = py.detach(|| {
        let (_, task, _) = read([domain, problem], &Limits::none())?;
        Ok(match plan::read(&task, plan).map(|read| plan::validate(&task, &read.plan)) {
            Ok(Verdict::Valid { cost }) => Judged { cost: Some(cost), ..Judged::default() },
            Ok(Verdict::Invalid(fault)) => fault.into(),
            Err(plan::ReadError::Step(misfit)) => misfit.fault.into(),
            Err(plan::ReadError::Text(wrong)) => Judged { message: Some(wrong.message), ..Judged::default() },
        })
    });
    judged.map_err(|unread: Unread| unread.raise(py))
}

/// A sentence that is proven: its depth, its words, and the file, line and column that it is about.
type Noted = (usize, String, Option<(String, (usize, usize))>);

/// An explanation as Python gets it.
#[derive(IntoPyObject)]
pub struct Explained {
    solvable: Option<bool>,
    steps: Option<usize>,
    root: Option<Noted>,
    notes: Vec<Noted>,
    repairs: Vec<(String, usize, Vec<Replaced>)>,
    left_out: Vec<String>,
}

/// Why a task has no plan.
#[pyfunction]
pub fn why(py: Python<'_>, domain: Named, problem: Named, time_limit: Option<f64>) -> PyResult<Explained> {
    let limits = limits(time_limit, None)?;
    let (found, interrupted) = heard(py, &limits.cancel_flag(), || {
        let (texts, task, _) = read([domain, problem], &limits)?;
        let explanation = banto::why::explain(&task, Some([texts[0].text(), texts[1].text()]), &limits);
        Ok(explained(&texts, &explanation))
    })?;
    interrupted.map_or(Ok(()), Err)?;
    found.map_err(|unread: Unread| unread.raise(py))
}

fn explained(texts: &Texts, explanation: &Explanation) -> Explained {
    let (solvable, steps) = match explanation.finding {
        Finding::Solvable(steps) => (Some(true), Some(steps)),
        Finding::Unsolvable => (Some(false), None),
        Finding::Unknown => (None, None),
    };
    let note = |note: &Note| {
        let place = note.place.map(|(file, span)| {
            let text = &texts[file.min(1)];
            (text.name().to_owned(), text.line_column(span.start))
        });
        (note.depth, note.text.clone(), place)
    };
    let repairs = explanation.repairs.iter().map(|repair| {
        let edits = repair.edits.iter().map(|edit| {
            let file = edit.file.min(1);
            edited(&texts[file], file, edit.span, &edit.text)
        });
        (repair.text.clone(), repair.steps, edits.collect())
    });
    Explained {
        solvable,
        steps,
        root: explanation.root.as_ref().map(note),
        notes: explanation.links.iter().chain(&explanation.states).map(note).collect(),
        repairs: repairs.collect(),
        left_out: explanation.tried.iter().chain(&explanation.left_out).cloned().collect(),
    }
}
