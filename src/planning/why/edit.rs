//! One change to a model: to a condition, an effect, a type, a fact of `:init`, or the goal.
//!
//! In: a task. Out: the changed task, the change in words, and as what is written where.

use std::sync::Arc;

use super::literal::{Source, article, show_literal, show_term, written};
use super::parts::{as_condition, as_effects, put};
use super::{Part, Rewrite};
use banto_base::source::Span;
use banto_text::task::{Atom, Condition, GroundAtoms, ObjectId, PredicateId, Task, Term, TypeSet, Variable};

/// The part of the model that is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    /// A condition of an action, also one of an effect; or of a rule.
    Condition(Source),
    /// The effects of an action.
    Effect(usize),
    /// A parameter of an action.
    Parameter(usize),
    Init,
    Goal,
    /// The objects.
    Objects,
}

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum EditKind {
    Drop,
    Negate,
    /// Two arguments exchanged.
    Permute,
    /// Another argument.
    Argument,
    /// Another predicate with the same arguments.
    Predicate,
    /// Another atom.
    Other,
    /// Another connective.
    Connective,
    /// Another quantifier, or that not all are so.
    Quantifier,
    Add,
    /// An addition and a deletion exchange their places.
    Swap,
    Type,
}

/// A piece of the model, before or after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    /// The literal, if it is a single one.
    pub(crate) literal: Option<(Atom, bool)>,
    pub(crate) span: Span,
}

/// A replacement.
#[derive(Clone, Debug)]
pub(crate) enum Patch {
    /// A part of a condition, or of the effects of an action, which are written like one.
    Part { is_effect: bool, path: Vec<usize>, new: Option<Condition> },
    /// Some facts of `:init` by others.
    Facts(Vec<Fact>, Vec<Fact>),
    /// The types of parameters in a row.
    Parameters(Vec<usize>, TypeSet),
    /// The types of an object.
    Typed(ObjectId, TypeSet),
    /// One more object, with facts in which it stands where there is no other.
    Object(TypeSet, Vec<Gaps>),
}

/// The name of one more object, as it is written until it gets a better one.
pub(crate) const ANOTHER: &str = "another";

/// A predicate with objects.
pub(crate) type Fact = (PredicateId, Vec<ObjectId>);

/// A fact in which one more object stands in the gaps.
pub(crate) type Gaps = (PredicateId, Vec<Option<ObjectId>>);

/// A change.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) site: Site,
    pub(crate) kind: EditKind,
    pub(crate) old: Option<Piece>,
    pub(crate) new: Option<Piece>,
    pub(crate) patch: Patch,
}

impl Piece {
    pub(crate) fn literal(task: &Task, atom: &Atom, positive: bool, variables: &[&Variable]) -> Self {
        let text = show_literal(task, atom, positive, variables);
        Self { text, literal: Some((atom.clone(), positive)), span: atom.span }
    }

    pub(crate) fn fact(task: &Task, (predicate, objects): &Fact) -> Self {
        let arguments = objects.iter().copied().map(Term::Object).collect();
        Self::literal(task, &Atom { predicate: *predicate, arguments, span: Span::default() }, true, &[])
    }

    pub(crate) fn of(task: &Task, condition: &Condition, variables: &[&Variable]) -> Self {
        let text = show_condition(task, condition, variables);
        let literal = match condition {
            Condition::Atom(atom) => Some((atom.clone(), true)),
            Condition::Not(inner) => match &**inner {
                Condition::Atom(atom) => Some((atom.clone(), false)),
                _ => None,
            },
            _ => None,
        };
        Self { text, literal, span: span_of(condition) }
    }

    /// The objects, if it is a fact.
    pub(crate) fn objects(&self) -> Option<Vec<ObjectId>> {
        let (atom, _) = self.literal.as_ref()?;
        let object = |term: &Term| match term {
            Term::Object(object) => Some(*object),
            Term::Variable(_) => None,
        };
        atom.arguments.iter().map(object).collect()
    }
}

/// A fact in which one more object stands where there is no other.
pub(crate) fn show_row(task: &Task, predicate: PredicateId, row: &[Option<ObjectId>]) -> String {
    let names = row.iter().map(|one| one.map_or(ANOTHER, |object| task.objects.name(object)));
    written(task.predicates.name(predicate), names)
}

/// The first place in a condition; none in one that says nothing.
pub(crate) fn span_of(condition: &Condition) -> Span {
    match condition {
        Condition::Atom(atom) => atom.span,
        Condition::Equal(.., span) => *span,
        _ => {
            let mut spans = condition.parts(true).into_iter().map(|(part, _)| span_of(part));
            spans.find(|span| *span != Span::default()).unwrap_or_default()
        }
    }
}

/// Variables with their types.
pub(crate) fn declared(task: &Task, variables: &[Variable]) -> String {
    let all = variables.iter().map(|one| format!("{} - {}", one.name, task.types.show(&one.types)));
    all.collect::<Vec<String>>().join(" ")
}

/// A condition as PDDL.
pub(crate) fn show_condition(task: &Task, condition: &Condition, variables: &[&Variable]) -> String {
    let all = |word: &str, parts: Vec<&Condition>| {
        let parts: Vec<String> =
            parts.into_iter().map(|part| show_condition(task, part, variables)).collect();
        written(word, parts.iter().map(String::as_str))
    };
    match condition {
        Condition::Atom(atom) => show_literal(task, atom, true, variables),
        Condition::Equal(left, right, _) => {
            written("=", [left, right].into_iter().map(|term| show_term(task, *term, variables, &[])))
        }
        Condition::Not(inner) => all("not", vec![inner]),
        Condition::And(parts) => all("and", parts.iter().collect()),
        Condition::Or(parts) => all("or", parts.iter().collect()),
        Condition::Imply(left, right) => all("imply", vec![left, right]),
        Condition::Forall(more, inner) | Condition::Exists(more, inner) => {
            let word = if matches!(condition, Condition::Forall(..)) { "forall" } else { "exists" };
            let all: Vec<&Variable> = variables.iter().copied().chain(more).collect();
            format!("({word} ({}) {})", declared(task, more), show_condition(task, inner, &all))
        }
    }
}

impl Edit {
    /// The changed task.
    pub(crate) fn apply(&self, task: &Task) -> Task {
        let mut task = task.clone();
        match (&self.patch, self.site) {
            (Patch::Part { is_effect: true, path, new }, _) => {
                let Some(at) = self.schema() else { return task };
                let effects = &mut Arc::make_mut(&mut task.schemas)[at].effects;
                let mut whole = as_condition(effects);
                put(&mut whole, path, new.clone());
                *effects = as_effects(whole);
            }
            (Patch::Part { path, new, .. }, site) => {
                let whole = match site {
                    Site::Condition(Source::Action(at)) => {
                        &mut Arc::make_mut(&mut task.schemas)[at].precondition
                    }
                    Site::Condition(Source::Rule(at)) => &mut task.axioms[at].condition,
                    _ => &mut task.goal,
                };
                put(whole, path, new.clone());
            }
            (Patch::Parameters(slots, types), Site::Parameter(schema)) => {
                let parameters = &mut Arc::make_mut(&mut task.schemas)[schema].parameters;
                slots.iter().for_each(|slot| parameters[*slot].types.clone_from(types));
            }
            (Patch::Parameters(..), _) => {}
            (Patch::Typed(object, types), _) => task.object_types[object.index()].clone_from(types),
            (Patch::Object(types, facts), _) => {
                let mut name = ANOTHER.to_owned();
                while task.objects.add(&name).is_err() {
                    name.push('-');
                }
                let own = ObjectId::from(task.object_types.len());
                task.object_types.push(types.clone());
                for (predicate, row) in facts {
                    let row: Vec<ObjectId> = row.iter().map(|one| one.unwrap_or(own)).collect();
                    task.init.push(*predicate, &row);
                }
            }
            (Patch::Facts(old, new), _) => {
                let mut init = GroundAtoms::default();
                let is_kept = |fact: &(PredicateId, &[ObjectId])| {
                    !old.iter().any(|(predicate, row)| *predicate == fact.0 && row == fact.1)
                };
                task.init.iter().filter(is_kept).for_each(|(predicate, row)| init.push(predicate, row));
                new.iter().for_each(|(predicate, row)| init.push(*predicate, row));
                task.init = init;
            }
        }
        task
    }

    /// The place in a condition, or among effects.
    pub(crate) fn path(&self) -> &[usize] {
        if let Patch::Part { path, .. } = &self.patch { path } else { &[] }
    }

    /// Whether another change leaves the part alone that this one replaces. What is added stands beside all else.
    pub(crate) fn is_apart(&self, other: &Self) -> bool {
        let part = |edit: &Self| (edit.site, matches!(edit.patch, Patch::Part { is_effect: true, .. }));
        let is_same = |one: (Site, bool), two: (Site, bool)| {
            if one.1 && two.1 { self.schema() == other.schema() } else { one == two }
        };
        let (one, two) = (self.path(), other.path());
        match (&self.patch, &other.patch) {
            (Patch::Facts(old, _), Patch::Facts(others, _)) => !old.iter().any(|fact| others.contains(fact)),
            (Patch::Typed(one, _), Patch::Typed(two, _)) => one != two,
            (Patch::Object(..), Patch::Object(..)) => false,
            _ if !is_same(part(self), part(other)) => true,
            (Patch::Part { .. }, Patch::Part { .. }) if [self.kind, other.kind] == [EditKind::Add; 2] => true,
            // What is added under a `when` has its condition in words as it was.
            (Patch::Part { .. }, Patch::Part { .. }) if [self.kind, other.kind].contains(&EditKind::Add) => {
                one.first() != two.first()
            }
            (Patch::Part { .. }, Patch::Part { .. }) => !one.starts_with(two) && !two.starts_with(one),
            _ => false,
        }
    }

    /// Whether it is one more object as another change brings it, with facts of which only the other objects differ.
    pub(crate) fn is_same_object(&self, other: &Self) -> bool {
        let (Patch::Object(one, facts), Patch::Object(two, others)) = (&self.patch, &other.patch) else {
            return false;
        };
        let of = |facts: &[Gaps]| facts.iter().map(|one| one.0).collect::<Vec<PredicateId>>();
        one == two && of(facts) == of(others)
    }

    /// The facts of `:init` that go, and those that come.
    pub(crate) fn facts(&self) -> [&[Fact]; 2] {
        match &self.patch {
            Patch::Facts(old, new) => [old, new],
            _ => [&[], &[]],
        }
    }

    /// The literal that goes, and the one that comes.
    pub(crate) fn literals(&self) -> [Option<&(Atom, bool)>; 2] {
        [&self.old, &self.new].map(|piece| piece.as_ref().and_then(|piece| piece.literal.as_ref()))
    }

    /// Where the domain is changed; `None` for changes to the problem.
    pub(crate) fn schema(&self) -> Option<usize> {
        match self.site {
            Site::Condition(source) => source.schema(),
            Site::Effect(schema) | Site::Parameter(schema) => Some(schema),
            _ => None,
        }
    }

    /// The owner of the condition that is changed: an action, a rule, or an effect of an action.
    pub(crate) fn bearer(&self, source: Source, task: &Task) -> String {
        let name = source.name(task);
        if matches!(self.patch, Patch::Part { is_effect: true, .. }) {
            format!("an effect of {name}")
        } else {
            name
        }
    }

    /// The change as what is written where.
    pub(crate) fn rewrites(&self, task: &Task) -> Vec<Rewrite> {
        let name = |schema: usize| task.schemas[schema].name.clone();
        let part = match self.site {
            Site::Condition(Source::Rule(_)) => Part::Rules,
            Site::Condition(Source::Action(at)) | Site::Effect(at)
                if matches!(self.patch, Patch::Part { is_effect: true, .. }) =>
            {
                Part::Effect(name(at))
            }
            Site::Condition(Source::Action(at)) | Site::Effect(at) => Part::Precondition(name(at)),
            Site::Parameter(at) => Part::Parameters(name(at)),
            Site::Init => Part::Init,
            Site::Goal => Part::Goal,
            Site::Objects => Part::Objects,
        };
        match (&self.patch, self.site) {
            (Patch::Parameters(slots, types), Site::Parameter(at)) => {
                let names = slots.iter().map(|slot| task.schemas[at].parameters[*slot].name.clone());
                return vec![Rewrite::Typed(part, names.collect(), task.types.show(types))];
            }
            (Patch::Parameters(..), _) => return Vec::new(),
            (Patch::Typed(object, types), _) => {
                let names = vec![task.objects.name(*object).to_owned()];
                return vec![Rewrite::Typed(part, names, task.types.show(types))];
            }
            (Patch::Object(types, facts), _) => {
                let fact = |(predicate, row): &Gaps| {
                    let text = show_row(task, *predicate, row);
                    Rewrite::Piece(Part::Init, None, Some(text), Span::default())
                };
                let object = Rewrite::Object(task.types.show(types));
                return std::iter::once(object).chain(facts.iter().map(fact)).collect();
            }
            (Patch::Facts(old, new), _) if old.is_empty() && new.len() > 1 => {
                let text = |fact: &Fact| Piece::fact(task, fact).text;
                let piece = |fact| Rewrite::Piece(Part::Init, None, Some(text(fact)), Span::default());
                return new.iter().map(piece).collect();
            }
            _ => {}
        }
        let span = self.old.as_ref().map_or(Span::default(), |old| old.span);
        let texts = [&self.old, &self.new].map(|piece| piece.as_ref().map(|piece| piece.text.clone()));
        if self.kind == EditKind::Swap
            && let [Some(old), Some(new)] = &texts
        {
            // A piece is two forms with a word between them.
            let halves = |both: &str| {
                let (one, other) = both.split_once(") and (")?;
                Some([format!("{one})"), format!("({other}")])
            };
            let Some((old, new)) = halves(old).zip(halves(new)) else { return Vec::new() };
            let pairs = old.into_iter().zip(new);
            let rewrite = |(old, new)| Rewrite::Piece(part.clone(), Some(old), Some(new), Span::default());
            return pairs.map(rewrite).collect();
        }
        let [old, new] = texts;
        vec![Rewrite::Piece(part, old, new, span)]
    }

    /// The change in words.
    pub(crate) fn show(&self, task: &Task) -> String {
        let place = match self.site {
            Site::Condition(source) => format!("among the conditions of {}", self.bearer(source, task)),
            Site::Effect(schema) => format!("among the effects of {}", task.schemas[schema].name),
            Site::Parameter(schema) => format!("among the parameters of {}", task.schemas[schema].name),
            Site::Init => "in :init".to_owned(),
            Site::Goal => "in the goal".to_owned(),
            Site::Objects => String::new(),
        };
        match (&self.old, &self.new) {
            (Some(old), None) => match self.site {
                Site::Condition(source) => {
                    format!("without the condition {} of {}", old.text, self.bearer(source, task))
                }
                _ => format!("without {} {place}", old.text),
            },
            (None, Some(new)) if self.site == Site::Objects => format!("with {}", new.text),
            (None, Some(new)) => format!("with {} {place}", new.text),
            (Some(old), Some(new)) if self.site == Site::Objects => {
                format!("with {} declared as {}", old.text, article(&new.text))
            }
            (Some(old), Some(new)) => format!("with {} instead of {} {place}", new.text, old.text),
            (None, None) => place,
        }
    }
}
