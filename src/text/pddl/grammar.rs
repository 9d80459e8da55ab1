//! The keywords of PDDL: where each stands, its syntax, and a one-line explanation.
//!
//! Lowering, the scan and completion read this table; sections are in the order of the standard.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// A section of a domain.
    Domain,
    /// A section of a problem.
    Problem,
    /// A section of both.
    Both,
    /// A field of an action.
    Field,
    Condition,
    Effect,
    /// Conditions and effects.
    Either,
    Elsewhere,
}

use Where::{Both, Condition, Domain, Effect, Either, Elsewhere, Field, Problem};

pub(crate) struct Keyword {
    pub(crate) word: &'static str,
    pub(crate) place: Where,
    pub(crate) means: &'static str,
    /// Its syntax, as a snippet without the outer parentheses; empty for a word on its own.
    pub(crate) snippet: &'static str,
}

const fn row(word: &'static str, place: Where, snippet: &'static str, means: &'static str) -> Keyword {
    Keyword { word, place, means, snippet }
}

const ACTION: &str =
    ":action ${1:name}\n    :parameters (${2:?x - object})\n    :precondition (and $3)\n    :effect (and $0)";

pub(crate) const KEYWORDS: &[Keyword] = &[
    row(":domain", Problem, ":domain $0", "The domain that the problem belongs to."),
    row(":requirements", Both, ":requirements :strips $0", "The features of PDDL that the text uses."),
    row(":types", Domain, ":types $0", "The types of objects: `names - supertype`."),
    row(":constants", Domain, ":constants $0", "Objects that every problem has: `names - type`."),
    row(":objects", Problem, ":objects $0", "The objects of the problem: `names - type`."),
    row(
        ":predicates",
        Domain,
        ":predicates ($0)",
        "What can be true or false, with the types of its parameters.",
    ),
    row(
        ":functions",
        Domain,
        ":functions (${0:total-cost}) - number",
        "Numbers: the cost of plans, and what actions cost.",
    ),
    row(
        ":derived",
        Domain,
        ":derived (${1:predicate} ${2:?x}) $0",
        "A rule: the predicate holds wherever the condition does.",
    ),
    row(":action", Domain, ACTION, "An action schema: what can be done, when, and what it changes."),
    row(":init", Problem, ":init $0", "The facts that hold initially. What is not listed is false."),
    row(":goal", Problem, ":goal (and $0)", "The condition that a plan must reach."),
    row(
        ":metric",
        Problem,
        ":metric minimize (${0:total-cost})",
        "What plans are measured by: the lower, the better.",
    ),
    row(":length", Problem, "", "How long a plan may be: a relic, without effect."),
    row(":parameters", Field, ":parameters ($0)", "The variables of the action: `?names - type`."),
    row(
        ":precondition",
        Field,
        ":precondition (and $0)",
        "The condition under which the action can be applied.",
    ),
    row(":effect", Field, ":effect (and $0)", "What the action makes true and false."),
    row("and", Either, "and $0", "All of these."),
    row("or", Condition, "or $0", "At least one of these. Needs `:disjunctive-preconditions`."),
    row("not", Either, "not ($0)", "In a condition: it does not hold. In an effect: it becomes false."),
    row(
        "imply",
        Condition,
        "imply ($1) ($0)",
        "If the first holds, so does the second. Needs `:disjunctive-preconditions`.",
    ),
    row("forall", Either, "forall (${1:?x - object}) ($0)", "For all objects of the type."),
    row(
        "exists",
        Condition,
        "exists (${1:?x - object}) ($0)",
        "For at least one object of the type. Needs `:existential-preconditions`.",
    ),
    row("=", Condition, "= $1 $2", "The same object. In `:init`: the value of a function."),
    row("when", Effect, "when ($1) ($0)", "A conditional effect: the condition is read before the step."),
    row("increase", Effect, "increase (total-cost) ${0:1}", "What the step costs."),
    row("define", Elsewhere, "", "Defines a domain or a problem."),
    row("either", Elsewhere, "", "One of several types."),
    row("minimize", Elsewhere, "", "The lower the value, the better the plan."),
    row("-", Elsewhere, "", "The names before it have the type after it."),
];

/// The row of a word, in any case.
pub(crate) fn keyword(word: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|row| row.word.eq_ignore_ascii_case(word))
}

/// The sections that a definition may have, a domain or a problem, in the order of the standard.
pub(crate) fn sections(what: &str) -> impl Iterator<Item = &'static str> + Clone {
    let own = if what == "domain" { Domain } else { Problem };
    KEYWORDS.iter().filter(move |row| row.place == own || row.place == Both).map(|row| row.word)
}

/// The fields of an action.
pub(crate) fn fields() -> impl Iterator<Item = &'static str> + Clone {
    KEYWORDS.iter().filter(|row| row.place == Field).map(|row| row.word)
}

/// The rank of a section; rules and actions may be mixed.
pub(crate) fn rank(section: &str) -> Option<usize> {
    let section = if section == ":action" { ":derived" } else { section };
    KEYWORDS.iter().position(|row| row.word == section)
}

/// Whether a word begins a section that some definition has.
pub(crate) fn is_section(word: &str) -> bool {
    let row = keyword(word);
    row.is_some_and(|row| matches!(row.place, Domain | Problem | Both))
        || word.eq_ignore_ascii_case(":durative-action")
}

/// Whether conditions or effects read a word as their own, whatever is declared.
pub fn is_reserved(word: &str) -> bool {
    let row = keyword(word).filter(|row| row.word != "=");
    row.is_some_and(|row| matches!(row.place, Condition | Effect | Either) || row.word == "either")
        || ["preference", "<", ">", "<=", ">="].iter().any(|one| word.eq_ignore_ascii_case(one))
}
