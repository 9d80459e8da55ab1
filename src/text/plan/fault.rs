//! [`Fault`]: what the validator reports about an invalid plan: kind, step, sentence, and reasons.

use banto_base::source::Span;

/// The kind of error in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A step names an action that does not exist.
    Action,
    /// A step names an object that does not exist.
    Object,
    /// The number of a step's arguments differs from that of its action's parameters.
    Arguments,
    /// An argument is not of its parameter's type.
    Type,
    /// A precondition does not hold.
    Precondition,
    /// A cost is undefined, or the sum is too large.
    Cost,
    /// The goal does not hold at the end.
    Goal,
}

impl FaultKind {
    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Object => "object",
            Self::Arguments => "arguments",
            Self::Type => "type",
            Self::Precondition => "precondition",
            Self::Cost => "cost",
            Self::Goal => "goal",
        }
    }
}

/// The error in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The step, from 0; `None` if the goal does not hold.
    pub step: Option<usize>,
    /// One sentence that names the step or the goal.
    pub message: String,
    /// Why it is so.
    pub reasons: Vec<Reason>,
}

impl Fault {
    /// A fault of a step, which is shown in PDDL.
    pub(super) fn step(kind: FaultKind, step: usize, shown: &str, what: &str, reasons: Vec<Reason>) -> Self {
        let message = format!("step {} {shown} {what}", step + 1);
        Self { kind, step: Some(step), message, reasons }
    }
}

/// One line of an explanation, with the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// One finding, such as `(lit) is true: added by step 1 (press)`.
    pub text: String,
    /// The part of the domain or the problem it is about.
    pub place: Option<Place>,
    /// For an atom: the step, from 1, that last changed it; 0 for the initial state.
    pub by: Option<usize>,
    /// Why it is so.
    pub inner: Vec<Reason>,
}

impl Reason {
    /// A line without a place.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), place: None, by: None, inner: Vec::new() }
    }
}

/// A place in the domain's or the problem's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// 0 is the domain, 1 the problem.
    pub file: usize,
    /// Where in that text.
    pub span: Span,
}
