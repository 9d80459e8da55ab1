//! Texts of PDDL, and what is said of them.
//!
//! In: names and bytes. Out: tasks; or an error of Python whose text is the rendered diagnostics.

use banto::limits::{Limits, Stop};
use banto::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText, Span};
use banto::task::{ParsedDomain, Task};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

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
    let list = match listed(py, texts, diagnostics) {
        Ok(list) => list.unbind(),
        Err(error) => return error,
    };
    PddlError::new_err((rendered(texts, diagnostics), list))
}

/// The diagnostics as people read them.
fn rendered(texts: &Texts, diagnostics: &[Diagnostic]) -> String {
    let [domain, problem] = texts;
    let both = [domain, problem];
    let renderer = Renderer::new(&both, MessageFormat::Human, false);
    let parts: Vec<String> =
        diagnostics.iter().map(|one| renderer.render(one).trim_end().to_owned()).collect();
    parts.join("\n\n")
}

/// The diagnostics as a list of dictionaries.
pub fn listed<'py>(
    py: Python<'py>,
    texts: &Texts,
    diagnostics: &[Diagnostic],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for one in diagnostics {
        list.append(described(py, texts, one)?)?;
    }
    Ok(list)
}

fn described<'py>(py: Python<'py>, texts: &Texts, one: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let label = &one.labels[0];
    let text = &texts[label.file.min(1)];
    dict.set_item("code", one.code.id)?;
    dict.set_item("severity", if one.severity() == Severity::Error { "error" } else { "warning" })?;
    dict.set_item("message", &one.message)?;
    dict.set_item("label", &label.text)?;
    dict.set_item("file", text.name())?;
    for (name, at) in [("start", label.span.start), ("end", label.span.end)] {
        dict.set_item(name, text.line_column(at))?;
    }
    let help = one.help.iter().map(|help| {
        let edits = help.edits.iter().map(|edit| {
            let file = edit.file.unwrap_or(one.file).min(1);
            edited(&texts[file], file, edit.span, &edit.text)
        });
        (help.text.clone(), edits.collect::<Vec<_>>())
    });
    dict.set_item("help", help.collect::<Vec<_>>())?;
    dict.set_item("rendered", rendered(texts, std::slice::from_ref(one)))?;
    Ok(dict)
}

/// An edit: the text of which number, where in characters, and the new text.
pub fn edited(text: &SourceText, file: usize, span: Span, new: &str) -> (usize, usize, usize, String) {
    let count = |end: u32| text.text().get(..end as usize).unwrap_or_default().chars().count();
    (file, count(span.start), count(span.end), new.to_owned())
}

/// Reads a domain, or a domain and a problem, and says all that is to be said of them.
#[pyfunction]
pub fn check(py: Python<'_>, domain: Named, problem: Option<Named>) -> PyResult<Bound<'_, PyList>> {
    let has_problem = problem.is_some();
    let (texts, diagnostics) = py.detach(|| {
        let (texts, mut diagnostics) = decoded([domain, problem.unwrap_or_default()]);
        if diagnostics.is_empty() {
            let parsed = banto::pddl::parse_domain(&texts[0]);
            let problem = has_problem.then(|| banto::pddl::parse_problem(&texts[1]));
            diagnostics = banto::task::resolve(&parsed, problem.as_ref()).diagnostics;
        }
        (texts, diagnostics)
    });
    listed(py, &texts, &diagnostics)
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
