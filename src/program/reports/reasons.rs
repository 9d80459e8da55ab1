//! Reasons and traced steps of the validator, as text and as JSON.
//!
//! In: what `plan` says, and the texts that it points into. Out: lines and values.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::Loaded;
use banto_base::source::Span;
use banto_text::plan::{Plan, Reason, Traced};

/// A file, a line and a column.
type LineColumn<'l> = (&'l str, usize, usize);

impl Loaded {
    /// Lines for reasons, with their places, at a depth of indentation.
    pub(crate) fn reasons(&self, reasons: &[Reason], depth: usize, out: &mut String) {
        for reason in reasons {
            let _ = write!(out, "{:1$}{2}", "", depth * 2, reason.text);
            let _ = writeln!(out, "{}", bracketed(self.of_reason(reason)));
            self.reasons(&reason.inner, depth + 1, out);
        }
    }

    pub(crate) fn json_reasons(&self, reasons: &[Reason]) -> Vec<Value> {
        let one = |reason: &Reason| {
            let place = self.of_reason(reason);
            json!({
                "text": reason.text,
                "by": reason.by,
                "file": place.map(|place| place.0),
                "line": place.map(|place| place.1),
                "column": place.map(|place| place.2),
                "reasons": self.json_reasons(&reason.inner),
            })
        };
        reasons.iter().map(one).collect()
    }

    fn of_reason(&self, reason: &Reason) -> Option<LineColumn<'_>> {
        reason.place.map(|place| self.place(place.file, place.span))
    }

    /// A place in one of the texts (0: domain, 1: problem).
    pub(crate) fn place(&self, file: usize, span: Span) -> LineColumn<'_> {
        let text = if file == 0 { &self.domain } else { &self.problem };
        let (line, column) = text.line_column(span.start);
        (text.name(), line, column)
    }

    /// A step of a plan in PDDL, or the goal.
    fn head(&self, plan: &Plan, traced: &Traced) -> Option<String> {
        let step = &plan.steps[traced.step?];
        Some(self.task.show_step(step.schema, &step.arguments))
    }

    /// The needs and changes of a step, in lines.
    pub(crate) fn traced(&self, plan: &Plan, traced: &Traced) -> String {
        let mut out = match (traced.step, self.head(plan, traced)) {
            (Some(step), Some(action)) => format!("{} {action}\n", step + 1),
            _ => "goal\n".to_owned(),
        };
        for (word, reasons) in [("needs", &traced.needs), ("when", &traced.when)] {
            for reason in reasons {
                // The word is not followed by a whole sentence.
                let text =
                    reason.text.replacen(" is true from", ": true from", 1).replacen(" is true: ", ": ", 1);
                let _ = writeln!(out, "    {word:<8}{text}");
                lines(&reason.inner, 14, &mut out);
            }
        }
        out += &changes(traced);
        if traced.step.is_some() {
            let _ = writeln!(out, "    cost    {} so far", traced.cost);
        }
        out
    }

    /// The needs and changes of a step as JSON.
    pub(crate) fn json_traced(&self, plan: &Plan, traced: &Traced) -> Value {
        json!({
            "step": traced.step.map(|step| step + 1),
            "action": self.head(plan, traced),
            "needs": self.json_reasons(&traced.needs),
            "when": self.json_reasons(&traced.when),
            "deletes": traced.deletes,
            "adds": traced.adds,
            "cost": traced.cost,
        })
    }
}

/// A place behind a sentence, if there is one.
pub(crate) fn bracketed(place: Option<LineColumn<'_>>) -> String {
    place.map_or(String::new(), |(file, line, column)| format!(" [{file}:{line}:{column}]"))
}

/// The deletes and adds of a step, one per line.
pub(crate) fn changes(traced: &Traced) -> String {
    let mut out = String::new();
    for (word, atoms) in [("deletes", &traced.deletes), ("adds", &traced.adds)] {
        if !atoms.is_empty() {
            let _ = writeln!(out, "    {word:<8}{}", atoms.join(" "));
        }
    }
    out
}

/// Lines for reasons without their places.
fn lines(reasons: &[Reason], indent: usize, out: &mut String) {
    for reason in reasons {
        let _ = writeln!(out, "{:indent$}{}", "", reason.text);
        lines(&reason.inner, indent + 2, out);
    }
}
