//! Texts of PDDL, and what is said of them.
//!
//! In: names and bytes. Out: tasks; or an error of Python whose text is the rendered diagnostics.

use banto::limits::{Limits, Stop};
use banto::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText, Span};
use banto::task::{ParsedDomain, Task};
use pyo3::prelude::*;

pyo3::import_exception!(pybanto._values, PddlError);

/// A text with its name, as Python hands it over.
pub type Named = (String, Vec<u8>);

/// Two texts, the domain first.
pub type Texts = [SourceText; 2];

/// Why there is no task.
pub enum Unread {
    Stopped(Stop),
    Wrong(Box<(Texts, Vec<Diagnostic>)>),
}

impl Unread {
    pub fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Stopped(stop) => pyo3::exceptions::PyTimeoutError::new_err(format!("{stop} while reading")),
            Self::Wrong(wrong) => refuse(py, &wrong.0, &wrong.1),
        }
    }
}

/// The texts, and what is wrong with their bytes.
fn decoded(named: [Named; 2]) -> (Texts, Vec<Diagnostic>) {
    let mut faults = Vec::new();
    let mut file = 0;
    let texts = named.map(|(name, bytes)| {
        let (text, fault) = SourceText::from_bytes(name, bytes);
        faults.extend(fault.map(|fault| fault.moved_to(file)));
        file += 1;
        text
    });
    (texts, faults)
}

/// Reads a task.
pub fn read(named: [Named; 2], limits: &Limits) -> Result<(Texts, Task, Vec<Diagnostic>), Unread> {
    let (texts, faults) = decoded(named);
    if !faults.is_empty() {
        return Err(Unread::Wrong(Box::new((texts, faults))));
    }
    let parsed = ParsedDomain::within(&texts[0], limits).map_err(Unread::Stopped)?;
    let read = parsed.with_problem(texts[1].text(), limits).map_err(Unread::Stopped)?;
    drop(parsed);
    match read {
        Ok((task, warnings)) => Ok((texts, task, warnings)),
        Err(error) => Err(Unread::Wrong(Box::new((texts, error.diagnostics)))),
    }
}

/// The error of Python for these diagnostics, of which at least one is an error.
pub fn refuse(py: Python<'_>, texts: &Texts, diagnostics: &[Diagnostic]) -> PyErr {
    let parts: Vec<Described> = diagnostics.iter().map(|one| described(texts, one)).collect();
    let text = parts.iter().map(|one| one.rendered.as_str()).collect::<Vec<_>>().join("\n\n");
    parts.into_pyobject(py).map_or_else(Into::into, |list| PddlError::new_err((text, list.unbind())))
}

/// A replacement: the number of the text, where in characters, and the new text.
pub type Replaced = (usize, usize, usize, String);

/// A diagnostic as Python gets it.
#[derive(IntoPyObject)]
pub struct Described {
    code: &'static str,
    severity: &'static str,
    message: String,
    label: String,
    file: String,
    start: (usize, usize),
    end: (usize, usize),
    help: Vec<(String, Vec<Replaced>)>,
    rendered: String,
}

fn described(texts: &Texts, one: &Diagnostic) -> Described {
    let label = &one.labels[0];
    let text = &texts[label.file.min(1)];
    let help = one.help.iter().map(|help| {
        let edits = help.edits.iter().map(|edit| {
            let file = edit.file.unwrap_or(one.file).min(1);
            edited(&texts[file], file, edit.span, &edit.text)
        });
        (help.text.clone(), edits.collect())
    });
    let [domain, problem] = texts;
    let rendered = Renderer::new(&[domain, problem], MessageFormat::Human, false).render(one);
    Described {
        code: one.code.id,
        severity: if one.severity() == Severity::Error { "error" } else { "warning" },
        message: one.message.clone(),
        label: label.text.clone(),
        file: text.name().to_owned(),
        start: text.line_column(label.span.start),
        end: text.line_column(label.span.end),
        help: help.collect(),
        rendered: rendered.trim_end().to_owned(),
    }
}

/// An edit: the text of which number, where in characters, and the new text.
pub fn edited(text: &SourceText, file: usize, span: Span, new: &str) -> Replaced {
    let count = |end: u32| text.text().get(..end as usize).unwrap_or_default().chars().count();
    (file, count(span.start), count(span.end), new.to_owned())
}

/// Reads a domain, or a domain and a problem, and says all that is to be said of them.
#[pyfunction]
pub fn check(py: Python<'_>, domain: Named, problem: Option<Named>) -> Vec<Described> {
    let has_problem = problem.is_some();
    py.detach(|| {
        let (texts, mut diagnostics) = decoded([domain, problem.unwrap_or_default()]);
        if diagnostics.is_empty() {
            let parsed = banto::pddl::parse_domain(&texts[0]);
            let problem = has_problem.then(|| banto::pddl::parse_problem(&texts[1]));
            diagnostics = banto::task::resolve(&parsed, problem.as_ref()).diagnostics;
        }
        diagnostics.iter().map(|one| described(&texts, one)).collect()
    })
}

/// The text laid out.
#[pyfunction]
pub fn format(py: Python<'_>, text: Named) -> PyResult<String> {
    let (texts, faults) = decoded([text, Named::default()]);
    if !faults.is_empty() {
        return Err(refuse(py, &texts, &faults));
    }
    let laid_out = py.detach(|| banto::pddl::format(&texts[0]));
    laid_out.map_err(|diagnostics| refuse(py, &texts, &diagnostics))
}
