//! `src/text/`: what is said about PDDL texts, how they are formatted, and that the validator is right.

#[path = "../support/cases.rs"]
mod cases;
mod check;
mod format;
mod lints;
#[path = "../support/oracle/mod.rs"]
mod oracle;
#[path = "../support/places.rs"]
mod places;
mod plan_mutants;
mod validator;
