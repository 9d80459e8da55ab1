//! Mistakes about names as data: collected while both texts are resolved, explained by `explain` once all uses of
//! a name are known.
//!
//! In: uses of names that are not declared, or not declared so. Out: [`Mistakes`], by name. No words here.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::scope::{Role, Scope};
use super::{MAX_COMPARED, Place, Resolver};
use crate::pddl::ast::{Atom, Name};
use crate::task::{FunctionId, PredicateId, Term, TypeSet};
use banto_base::source::{Code, Span, codes};

/// The kind of thing that a missing name would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Type,
    Predicate,
    Object,
    Variable,
    Function,
}

/// An argument and its types; `None` if it could not be resolved.
pub type Argument = Option<(Term, TypeSet)>;

/// Where something is used that is not declared so.
#[derive(Clone, Debug)]
pub struct Use<'s> {
    pub file: usize,
    pub name: Name<'s>,
    /// The atom that it is the name or an argument of; a type is one of its own.
    pub atom: Atom<'s>,
    pub role: Role,
    /// The negated atom that it stands in.
    pub negated: Option<Span>,
    /// The arguments of the atom, if the name is its predicate or function.
    pub terms: Vec<Argument>,
    /// The type that is taken in its place.
    pub wanted: TypeSet,
    /// The variable in scope that may be meant, and where it is declared.
    pub instead: Option<(String, Span)>,
}

impl<'s> Use<'s> {
    /// The arguments of the atom, as written.
    pub fn words(&self) -> Vec<&'s str> {
        self.atom.arguments.iter().map(|argument| argument.text).collect()
    }
}

/// A name that is not declared.
#[derive(Clone, Debug)]
pub struct Missing<'s> {
    pub kind: Kind,
    pub uses: Vec<Use<'s>>,
    /// Of a variable: what was in scope at its first use.
    pub scope: Scope,
}

/// What has parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    Predicate(PredicateId),
    Function(FunctionId),
}

/// An atom with a wrong number of arguments; with one too few, variables that may be missing, each with its position.
#[derive(Clone, Debug)]
pub struct Miscount<'s> {
    pub used: Use<'s>,
    pub fitting: Vec<(usize, String)>,
}

/// An atom with arguments of wrong types.
#[derive(Clone, Debug)]
pub struct Misfit<'s> {
    pub file: usize,
    pub head: Head,
    pub atom: Atom<'s>,
    /// The arguments with their types, each with where it is declared.
    pub terms: Vec<Option<(Term, TypeSet, Place)>>,
    /// Which of them do not fit, each with the only other variable in scope that would.
    pub bad: Vec<(usize, Option<String>)>,
}

/// Something that is spelled otherwise where it is declared, and where.
#[derive(Clone, Debug)]
pub struct Respelled<'s> {
    pub spelling: String,
    pub declared: Option<Place>,
    pub uses: Vec<(usize, Name<'s>)>,
}

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// What is used rightly somewhere; of names, by their places, and of parameters, those where not every type fits.
#[derive(Clone, Debug, Default)]
pub struct Right {
    pub heads: FxHashSet<Head>,
    pub slots: FxHashSet<(Head, usize)>,
    pub names: FxHashSet<Place>,
}

/// All mistakes of a domain, or of a domain and a problem.
#[derive(Clone, Debug, Default)]
pub struct Mistakes<'s> {
    /// How many there are, but for spellings.
    pub count: usize,
    /// By kind, scope and name in lower case.
    pub missing: Map<(Kind, Place, String), Missing<'s>>,
    /// By what is used, and with how many arguments.
    pub miscounts: Map<(Head, usize), Vec<Miscount<'s>>>,
    pub misfits: Vec<Misfit<'s>>,
    pub right: Right,
    pub respelled: Map<(char, usize), Respelled<'s>>,
}

impl Kind {
    pub const fn code(self) -> Code {
        match self {
            Self::Type => codes::E0201,
            Self::Predicate => codes::E0202,
            Self::Object => codes::E0203,
            Self::Variable => codes::E0204,
            Self::Function => codes::E0205,
        }
    }

    pub const fn noun(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Predicate => "predicate",
            Self::Object => "object",
            Self::Variable => "variable",
            Self::Function => "function",
        }
    }

    /// The section that declares such things in a text.
    pub const fn section(self, file: usize) -> &'static str {
        match self {
            Self::Type => ":types",
            Self::Predicate => ":predicates",
            Self::Function => ":functions",
            Self::Object if file == 0 => ":constants",
            Self::Object | Self::Variable => ":objects",
        }
    }
}

impl Head {
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Predicate(_) => "predicate",
            Self::Function(_) => "function",
        }
    }
}

impl Mistakes<'_> {
    /// Notes, for the missing variables of a scope, which others are used in all of it; whether there are any.
    pub(super) fn end(&mut self, scope: &Scope) -> bool {
        let last = self.missing.values_mut().rev().take(self.count - scope.before);
        let own = last.filter(|one| one.kind == Kind::Variable && one.scope.whole == scope.whole);
        let used = |missing: &mut Missing<'_>| {
            let variables = missing.scope.variables.iter_mut().zip(&scope.variables);
            variables.for_each(|(variable, end)| variable.used = end.used);
        };
        own.map(used).count() > 0
    }
}

impl<'s> Resolver<'s> {
    /// A use of a name in an atom.
    pub(super) fn used(&self, scope: &Scope, name: Name<'s>, atom: &Atom<'s>, role: Role) -> Use<'s> {
        let (negated, wanted) = (scope.negated, TypeSet::new());
        Use {
            file: self.file,
            name,
            atom: atom.clone(),
            role,
            negated,
            terms: Vec::new(),
            wanted,
            instead: None,
        }
    }

    /// Notes a name that is not declared, unless it may be declared in what could not be read.
    pub(super) fn missing(&mut self, kind: Kind, scope: &Scope, used: Use<'s>) {
        let (is_variable, is_object) = (kind == Kind::Variable, kind == Kind::Object);
        if is_variable && scope.broken
            || !is_variable
                && (0..2).any(|file| (is_object || file == 0) && self.is_broken(kind.section(file)))
            || !self.note_mistake()
        {
            return;
        }
        let whole = if is_variable { (self.file, scope.whole) } else { Place::default() };
        let key = (kind, whole, used.name.text.to_ascii_lowercase());
        let compared = &mut self.compared;
        let new = || {
            *compared += scope.variables.len();
            let scope = if *compared > MAX_COMPARED { Scope::default() } else { scope.clone() };
            Missing { kind, uses: Vec::new(), scope }
        };
        self.mistakes.missing.entry(key).or_insert_with(new).uses.push(used);
    }

    /// Counts a mistake; false if there is no memory for it.
    pub(super) fn note_mistake(&mut self) -> bool {
        self.errors += 1;
        self.mistakes.count += 1;
        self.limits.check_allocation(size_of::<Use<'_>>()).is_ok()
    }

    /// Notes a spelling that differs from the declaration.
    pub(super) fn respelled(
        &mut self,
        key: (char, usize),
        spelling: &str,
        name: Name<'s>,
        declared: Option<Place>,
    ) {
        if spelling != name.text {
            let new = || Respelled { spelling: spelling.to_owned(), declared, uses: Vec::new() };
            self.mistakes.respelled.entry(key).or_insert_with(new).uses.push((self.file, name));
        }
    }
}
