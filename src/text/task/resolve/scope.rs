//! The variables in scope, and how an atom is used.
//!
//! In: lists of variables. Out: [`Scope`], which mistakes keep as it was.

use crate::pddl::ast;
use crate::task::{TypeSet, Variable};
use banto_base::source::Span;

/// The variables in scope, outermost first.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub variables: Vec<ScopeVariable>,
    /// Whether the parser left part of the parameters out.
    pub broken: bool,
    /// The action, rule or condition around.
    pub whole: Span,
    /// The action, by its index.
    pub action: Option<usize>,
    /// The outermost effect with `when` around.
    pub when: Option<Span>,
    /// Whether it was told that more than facts stands below one.
    pub is_nested: bool,
    /// The atom whose negation is being read.
    pub negated: Option<Span>,
    /// Variables of quantifiers that have ended.
    pub left: Vec<Left>,
    /// How many mistakes there were before it.
    pub before: usize,
}

/// A variable of a quantifier that has ended: where it is declared, the quantified condition, and what is quantified in
/// it. `None` if the quantifier has more variables, or is none of `exists`.
#[derive(Clone, Debug)]
pub struct Left {
    pub variable: Variable,
    pub word: &'static str,
    pub unwrapped: Option<[Span; 2]>,
}

#[derive(Clone, Debug)]
pub struct ScopeVariable {
    pub name: String,
    pub types: TypeSet,
    pub span: Span,
    pub used: bool,
    /// Whether nothing is to be said about its type, or something has been.
    pub(super) is_told: bool,
    /// Whether a type written after it would be that of no other.
    pub(super) takes_type: bool,
}

impl Scope {
    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    /// The slot of the innermost variable of a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.variables.iter().rposition(|variable| variable.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn push(&mut self, variable: &Variable, list: &ast::TypedList<'_>) {
        let Variable { name, types, span } = variable.clone();
        let is_first = |group: &ast::TypedGroup<'_>| group.of.span.is_none() && group.names[0].span == span;
        self.variables.push(ScopeVariable {
            name,
            types,
            span,
            used: false,
            is_told: false,
            takes_type: list.groups.last().is_some_and(is_first),
        });
    }

    /// Keeps in mind the variables of a quantifier that has ended.
    pub(super) fn leave(&mut self, word: &'static str, variables: &[Variable], unwrapped: Option<[Span; 2]>) {
        let unwrapped = unwrapped.filter(|_| variables.len() == 1);
        let left = |variable: &Variable| Left { variable: variable.clone(), word, unwrapped };
        self.left.extend(variables.iter().map(left));
    }

    /// The variable of that name of a quantifier that has ended.
    pub fn left(&self, name: &str) -> Option<&Left> {
        self.left.iter().rfind(|left| left.variable.name.eq_ignore_ascii_case(name))
    }

    /// The types of the variables so far are not what is written.
    pub(super) fn say_nothing_of_types(&mut self) {
        self.variables.iter_mut().for_each(|variable| variable.is_told = true);
    }

    /// Variables that no term mentions, with their places.
    pub(super) fn unused(&self, from: usize) -> Vec<(String, Span)> {
        let unused = self.variables[from..].iter().filter(|one| !one.used);
        unused.map(|variable| (variable.name.clone(), variable.span)).collect()
    }
}

/// How an atom is used in a text, to record the usage of its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Read,
    Add,
    Delete,
    Initially,
    /// It is the head of a rule.
    Derived,
}
