//! Plan files: one `(name arg ...)` after the other, as planners and validators write them.
//!
//! Comments run from `;` to the end of the line; a comment `cost = N` is remembered. A step may have a number with a
//! colon before it and a duration in brackets behind it, which say nothing here. Case does not count.

use rustc_hash::FxHashMap;

use super::{Plan, Step};
use crate::source::nearest;
use crate::task::{ObjectId, SchemaId, Task};

/// What a plan file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanText {
    /// The steps.
    pub plan: Plan,
    /// The line (from 1) of each step.
    pub lines: Vec<usize>,
    /// The cost that a comment states, with its line.
    pub cost: Option<(u64, usize)>,
}

/// Why a text is no plan of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead, where something is near.
    pub help: Option<String>,
}

/// Reads a plan file.
///
/// # Errors
/// With the place of the first thing that is no step of the task.
pub fn read(task: &Task, text: &str) -> Result<PlanText, ReadError> {
    let mut found = PlanText::default();
    let schemas = task.schemas.iter().enumerate();
    let schemas = schemas.map(|(index, schema)| (schema.name.to_ascii_lowercase(), index.into())).collect();
    let mut reader = Reader { task, schemas, step: None };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let (code, comment) = line.split_once(';').unwrap_or((line, ""));
        if let Some(cost) = stated_cost(comment) {
            found.cost = Some((cost, index + 1));
        }
        reader.line(index + 1, code, &mut found)?;
    }
    if let Some(open) = reader.step {
        return Err(open.error("this step is never closed", Some("write ) at its end".to_owned())));
    }
    Ok(found)
}

fn stated_cost(comment: &str) -> Option<u64> {
    let rest = comment.trim().strip_prefix("cost")?.trim_start();
    let rest = rest.strip_prefix('=').or_else(|| rest.strip_prefix(':'))?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

struct Word {
    text: String,
    line: usize,
    column: usize,
}

impl Word {
    fn error(&self, message: impl Into<String>, help: Option<String>) -> ReadError {
        ReadError { line: self.line, column: self.column, message: message.into(), help }
    }
}

/// A step that is being read.
struct Open {
    line: usize,
    column: usize,
    words: Vec<Word>,
}

impl Open {
    fn error(&self, message: &str, help: Option<String>) -> ReadError {
        ReadError { line: self.line, column: self.column, message: message.to_owned(), help }
    }
}

struct Reader<'a> {
    task: &'a Task,
    /// By their names in lower case.
    schemas: FxHashMap<String, SchemaId>,
    step: Option<Open>,
}

impl Reader<'_> {
    fn line(&mut self, line: usize, code: &str, found: &mut PlanText) -> Result<(), ReadError> {
        let mut rest = code;
        loop {
            let blank = rest.len() - rest.trim_start().len();
            rest = &rest[blank..];
            let column = code[..code.len() - rest.len()].chars().count() + 1;
            let Some(first) = rest.chars().next() else { return Ok(()) };
            let here = |message: String, help: Option<&str>| ReadError {
                line,
                column,
                message,
                help: help.map(str::to_owned),
            };
            match (first, &mut self.step) {
                ('(', None) => {
                    self.step = Some(Open { line, column, words: Vec::new() });
                    rest = &rest[1..];
                }
                ('(', Some(_)) => {
                    return Err(here("a step within a step".to_owned(), Some("close the first one")));
                }
                (')', None) => return Err(here("nothing is open here".to_owned(), None)),
                (')', Some(_)) => {
                    if let Some(open) = self.step.take() {
                        found.lines.push(open.line);
                        found.plan.steps.push(self.step(&open)?);
                    }
                    rest = &rest[1..];
                }
                (_, Some(open)) => {
                    let end =
                        rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len());
                    open.words.push(Word { text: rest[..end].to_owned(), line, column });
                    rest = &rest[end..];
                }
                ('[', None) => {
                    let Some(end) = rest.find(']') else {
                        return Err(here(
                            "a duration that is never closed".to_owned(),
                            Some("write ] behind it"),
                        ));
                    };
                    rest = &rest[end + 1..];
                }
                (_, None) => {
                    let end =
                        rest.find(|c: char| c.is_whitespace() || "([".contains(c)).unwrap_or(rest.len());
                    let word = &rest[..end];
                    let number = word.strip_suffix(':').is_some_and(|number| number.parse::<f64>().is_ok());
                    if !number {
                        let message = format!("{word} is no step");
                        return Err(here(message, Some("a step is (NAME ARGUMENT ...)")));
                    }
                    rest = &rest[end..];
                }
            }
        }
    }

    fn step(&self, open: &Open) -> Result<Step, ReadError> {
        let Some((name, arguments)) = open.words.split_first() else {
            return Err(open.error("an empty step", Some("write (NAME ARGUMENT ...)".to_owned())));
        };
        let near = |near: Option<&str>| near.map(|near| format!("did you mean {near}?"));
        let Some(schema) = self.schemas.get(&name.text.to_ascii_lowercase()).copied() else {
            let names = self.task.schemas.iter().map(|schema| schema.name.as_str());
            return Err(name.error(format!("unknown action {}", name.text), near(nearest(&name.text, names))));
        };
        let wanted = self.task.schemas[schema.index()].parameters.len();
        if arguments.len() != wanted {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("{} takes {wanted} argument{plural}, got {}", name.text, arguments.len());
            return Err(open.error(&message, None));
        }
        let find = |word: &Word| -> Result<ObjectId, ReadError> {
            self.task.objects.find(&word.text).ok_or_else(|| {
                let names = self.task.objects.names();
                word.error(format!("unknown object {}", word.text), near(nearest(&word.text, names)))
            })
        };
        let arguments = arguments.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Step { schema, arguments })
    }
}
