//! The syntax tree of a PDDL domain or problem. Every node has its span; names are as written, and not looked up.
//!
//! The tree borrows its names from the text, so a million facts allocate no strings.

use banto_base::source::Span;

/// A word of the text: a name, a variable with its `?`, a keyword with its `:`, or a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Name<'s> {
    /// The word as it is written.
    pub text: &'s str,
    /// Where.
    pub span: Span,
}

impl Name<'_> {
    /// Whether it is a variable.
    pub fn is_variable(&self) -> bool {
        self.text.starts_with('?')
    }
}

/// The type of a declaration: one name, several with `either`, or none if no type is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeExpr<'s> {
    /// The named types; none means `object`.
    pub names: Vec<Name<'s>>,
    /// Where, if anything is written.
    pub span: Option<Span>,
    /// Whether it is written with `either`.
    pub either: bool,
}

/// Names that share one type: `a b - t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedGroup<'s> {
    /// The declared names.
    pub names: Vec<Name<'s>>,
    /// Their type.
    pub of: TypeExpr<'s>,
}

impl TypedGroup<'_> {
    /// The span to delete in order to remove the name at a place: with its type if it is the only one.
    pub(crate) fn removal(&self, name: Span) -> Span {
        self.of.span.filter(|_| self.names.len() == 1).map_or(name, |of| name.to(of))
    }
}

/// A list of declarations with types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedList<'s> {
    /// The groups in the order of the text.
    pub groups: Vec<TypedGroup<'s>>,
}

impl<'s> TypedList<'s> {
    /// Each name with its type, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Name<'s>, &TypeExpr<'s>)> {
        self.groups.iter().flat_map(|group| group.names.iter().map(move |name| (*name, &group.of)))
    }

    /// The span to delete in order to remove the name at a place.
    pub(crate) fn removal(&self, name: Span) -> Span {
        let mut groups = self.groups.iter();
        let group = groups.find(|group| group.names.iter().any(|other| other.span == name));
        group.map_or(name, |group| group.removal(name))
    }
}

/// The declaration of a predicate, or of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// Its parameters.
    pub parameters: TypedList<'s>,
    /// Whether some of them could not be read as they stand.
    pub broken: bool,
    /// The whole form.
    pub span: Span,
}

/// A predicate or function with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom<'s> {
    /// The predicate or function.
    pub name: Name<'s>,
    /// Constants and variables.
    pub arguments: Vec<Name<'s>>,
    /// The whole form.
    pub span: Span,
}

/// A condition, as in `:precondition` and `:goal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<'s> {
    /// A connective, a quantifier or an atom.
    pub kind: ConditionKind<'s>,
    /// The whole form.
    pub span: Span,
}

/// The forms of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind<'s> {
    /// `(p ?x)`
    Atom(Atom<'s>),
    /// `(= ?x ?y)`
    Equal(Name<'s>, Name<'s>),
    /// `(and ...)`, and `()`
    And(Vec<Condition<'s>>),
    /// `(or ...)`
    Or(Vec<Condition<'s>>),
    /// `(not ...)`
    Not(Box<Condition<'s>>),
    /// `(imply ... ...)`
    Imply(Box<Condition<'s>>, Box<Condition<'s>>),
    /// `(forall (...) ...)`
    Forall(TypedList<'s>, Box<Condition<'s>>),
    /// `(exists (...) ...)`
    Exists(TypedList<'s>, Box<Condition<'s>>),
}

/// An effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect<'s> {
    /// Its kind, with its parts.
    pub kind: EffectKind<'s>,
    /// The whole form.
    pub span: Span,
}

/// The forms of effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectKind<'s> {
    /// `(p ?x)`
    Add(Atom<'s>),
    /// `(not (p ?x))`
    Delete(Atom<'s>),
    /// `(and ...)`, and `()`
    And(Vec<Effect<'s>>),
    /// `(forall (...) ...)`
    Forall(TypedList<'s>, Box<Effect<'s>>),
    /// `(when condition effect)`
    When(Condition<'s>, Box<Effect<'s>>),
    /// `(increase (total-cost) amount)`
    Increase(Atom<'s>, Amount<'s>),
}

/// The amount by which a cost increases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount<'s> {
    /// A number.
    Number(Name<'s>),
    /// The value of a function term.
    Function(Atom<'s>),
}

/// An action schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// Its parameters.
    pub parameters: TypedList<'s>,
    /// Where they are written, with the parentheses.
    pub list: Option<Span>,
    /// When it can be applied; always, if nothing is written.
    pub precondition: Option<Condition<'s>>,
    /// Its effect.
    pub effect: Option<Effect<'s>>,
    /// Whether a part of it could not be read, and is missing here.
    pub broken: bool,
    /// The whole form.
    pub span: Span,
}

/// A rule for a derived predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived<'s> {
    /// The fact it derives.
    pub head: Signature<'s>,
    /// When.
    pub condition: Condition<'s>,
    /// The whole form.
    pub span: Span,
}

/// A domain. Sections that may be repeated are lists in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// The declared requirements.
    pub requirements: Vec<Name<'s>>,
    /// The declared types, with their supertypes.
    pub types: TypedList<'s>,
    /// Objects that every problem has.
    pub constants: TypedList<'s>,
    /// The declared predicates.
    pub predicates: Vec<Signature<'s>>,
    /// The declared functions.
    pub functions: Vec<Signature<'s>>,
    /// The action schemas.
    pub actions: Vec<Action<'s>>,
    /// The rules of derived predicates.
    pub derived: Vec<Derived<'s>>,
}

/// An element of `:init`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init<'s> {
    /// `(p a)`
    Fact(Atom<'s>),
    /// `(not (p a))`, with the span of the whole form. Boxed, as values are: facts are many and these few, so facts
    /// should not pay for a larger variant.
    Negated(Box<(Atom<'s>, Span)>),
    /// `(= (f a) 3)`
    Value(Box<(Atom<'s>, Name<'s>)>),
}

/// A problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem<'s> {
    /// Its name.
    pub name: Name<'s>,
    /// The domain that it names.
    pub domain: Option<Name<'s>>,
    /// The declared requirements.
    pub requirements: Vec<Name<'s>>,
    /// The objects.
    pub objects: TypedList<'s>,
    /// The initial state.
    pub init: Vec<Init<'s>>,
    /// The goal.
    pub goal: Option<Condition<'s>>,
    /// The function term to minimize, if there is a metric.
    pub metric: Option<Atom<'s>>,
}
