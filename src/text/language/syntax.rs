//! The part of each node by its place, the same for walks over words and for what may be written somewhere.
//!
//! In: forms; a node, what it is, and the index of an item in it. Out: what that item is, whether it is there or not.

use crate::pddl::{Forms, Kind as Shape, Node};

/// The kind of thing that a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Domain,
    Problem,
    Requirement,
    Type,
    Predicate,
    Function,
    Object,
    Variable,
    Action,
    Keyword,
    Number,
}

/// How the name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Declare,
    Read,
    Add,
    Delete,
    /// It is stated in the initial state.
    State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// `(define ...)`
    Definition,
    /// `(domain d)`
    Header,
    Section,
    Word(Kind, Use),
    /// A new name in a typed list.
    New(Kind),
    /// The part after a hyphen: a type, or `(either t u)`.
    Type,
    /// `(?x - t)`
    Parameters,
    /// `(p ?x - t)`
    Signature(Kind, Use),
    Field,
    /// A condition, an effect or a fact.
    Clause(Clause, Use),
    /// A function term; the direction of a metric, which comes before one.
    Function(Use),
    Direction,
    /// A side of an equation: a function term, or a term.
    Side(Use),
    /// A term, of something that is used so.
    Argument(Use),
    Unknown,
}

/// The meaning of a form in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    Condition,
    Effect,
    Fact,
}

const KEYWORD: Part = Part::Word(Kind::Keyword, Use::Read);
const CONDITION: Part = Part::Clause(Clause::Condition, Use::Read);

/// The part of the item of a form that has this index and follows another one.
pub(super) fn item(forms: &Forms<'_>, form: Node, part: Part, index: usize, before: Option<Node>) -> Part {
    let typed = |kind| match before.map(|before| forms.kind(before)) {
        Some(Shape::Dash) => Part::Type,
        _ => Part::New(kind),
    };
    match (part, index) {
        (Part::Definition, 1) => Part::Header,
        (Part::Definition, 2..) => Part::Section,
        (Part::Definition | Part::Header | Part::Section | Part::Type, 0) => KEYWORD,
        (Part::Header, _) => {
            let is_problem = forms.head_word(form) == "problem";
            Part::Word(if is_problem { Kind::Problem } else { Kind::Domain }, Use::Declare)
        }
        (Part::Section, _) => match (forms.head_word(form).as_str(), index) {
            (":requirements", _) => Part::Word(Kind::Requirement, Use::Read),
            (":domain", _) => Part::Word(Kind::Domain, Use::Read),
            (":types", _) => typed(Kind::Type),
            (":constants" | ":objects", _) => typed(Kind::Object),
            (":predicates", _) => Part::Signature(Kind::Predicate, Use::Declare),
            (":functions", _) => Part::Signature(Kind::Function, Use::Declare),
            (":action", 1) => Part::Word(Kind::Action, Use::Declare),
            (":action", _) => {
                match before.map_or("", |field| forms.text(field)).to_ascii_lowercase().as_str() {
                    ":parameters" => Part::Parameters,
                    ":precondition" => CONDITION,
                    ":effect" => Part::Clause(Clause::Effect, Use::Add),
                    _ => Part::Field,
                }
            }
            (":derived", 1) => Part::Signature(Kind::Predicate, Use::Add),
            (":derived" | ":goal", _) => CONDITION,
            (":init", _) => Part::Clause(Clause::Fact, Use::State),
            (":metric", 1) => Part::Direction,
            (":metric", _) => Part::Function(Use::Read),
            _ => Part::Unknown,
        },
        (Part::Type, _) => Part::Word(Kind::Type, Use::Read),
        (Part::New(_), _) => item(forms, form, Part::Type, index, before),
        (Part::Signature(kind, role), 0) => Part::Word(kind, role),
        (Part::Parameters | Part::Signature(..), _) => typed(Kind::Variable),
        (Part::Clause(clause, role), _) => in_clause(forms, form, clause, role, index),
        (Part::Function(role) | Part::Side(role), 0) => Part::Word(Kind::Function, role),
        (Part::Function(role) | Part::Side(role), _) => Part::Argument(role),
        // Where a parenthesis is missing, a form is in another.
        (Part::Argument(role), _) => in_clause(forms, form, Clause::Condition, role, index),
        (Part::Field, _) => in_clause(forms, form, Clause::Condition, Use::Read, index),
        (Part::Direction, _) => item(forms, form, Part::Function(Use::Read), index, before),
        (Part::Word(..) | Part::Unknown, _) => Part::Unknown,
    }
}

fn in_clause(forms: &Forms<'_>, form: Node, clause: Clause, role: Use, index: usize) -> Part {
    let has_forms = || forms.items(form).any(|item| forms.kind(item) == Shape::Form);
    match (forms.head_word(form).as_str(), index) {
        ("implies", 0) if !has_forms() => Part::Word(Kind::Predicate, role),
        ("implies", _) if !has_forms() => Part::Argument(role),
        ("and" | "or" | "not" | "imply" | "implies" | "when" | "forall" | "exists" | "increase" | "=", 0) => {
            KEYWORD
        }
        ("not", _) if role == Use::Add => Part::Clause(clause, Use::Delete),
        ("when", 1) => CONDITION,
        ("forall" | "exists", 1) => Part::Parameters,
        ("" | "and" | "or" | "not" | "imply" | "implies" | "when" | "forall" | "exists", _) => {
            Part::Clause(clause, role)
        }
        ("increase", 1) => Part::Function(Use::Add),
        ("increase", _) => Part::Function(Use::Read),
        ("=", _) => Part::Side(role),
        (_, 0) => Part::Word(Kind::Predicate, role),
        _ => Part::Argument(role),
    }
}
