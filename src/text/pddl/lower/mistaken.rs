//! Recognizes a plan given in place of a domain or a problem.

use crate::base::source::{Diagnostic, SourceText, Span, codes, nearest};

/// A diagnostic if a text is a plan.
pub(in crate::text::pddl) fn plan(source: &SourceText, what: &str) -> Option<Diagnostic> {
    if !is_like_a_plan(source.text()) {
        return None;
    }
    let first = source.text().find('(').unwrap_or(0);
    let message = format!("this is a plan, expected a {what}");
    let fault = codes::E0102
        .at(Span::from(first..first + 1), message)
        .label("steps of a plan begin here")
        .help("the domain comes first, then the problem; `banto validate DOMAIN PROBLEM PLAN` reads plans");
    Some(fault)
}

/// Whether a text looks like a plan: a step `(NAME OBJECT ...)`, perhaps with a time before it, followed only by more
/// steps.
fn is_like_a_plan(text: &str) -> bool {
    let is_time =
        |word: &str| word.trim_end_matches(|c: char| c.is_ascii_digit() || ".: ".contains(c)).is_empty();
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or("").trim());
    let mut lines = lines.filter(|line| !line.is_empty()).take(10).peekable();
    let is_step = |line: &str| {
        let Some((time, step)) = line.split_once('(') else { return false };
        let Some((words, rest)) = step.split_once(')') else { return false };
        let head = words.split_whitespace().next().unwrap_or(":");
        let is_definition = nearest(head, ["define", "domain", "problem"]).is_some();
        is_time(time)
            && !is_definition
            && !head.starts_with(':')
            && !words.contains('(')
            && !rest.contains(')')
    };
    lines.peek().is_some() && lines.all(is_step)
}
