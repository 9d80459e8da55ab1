//! Why a goal is unreachable, in words: the goal fact, and what the actions that could add it lack.
//!
//! In: the task, and the relations of the fixpoint. Out: a sentence. The proof was made before; this only explains it.

use std::fmt::Write;

use super::propositional::{FactNumber, PropositionalTask};
use super::relation::Relation;
use crate::task::{Amount, Atom, Condition, Effect, ObjectId, PredicateId, Task, Term, Variable};

/// At most so many actions are named.
const MAX_ACTIONS: usize = 3;

/// Why the goal cannot be reached even if nothing were ever deleted.
pub(super) fn unreachable(task: &Task, propositional: &PropositionalTask) -> String {
    let mut conjuncts = Vec::new();
    flatten(&task.goal, &mut conjuncts);
    let explainer = Explainer { task, relations: &propositional.relations };
    for conjunct in &conjuncts {
        match conjunct {
            Condition::Atom(atom) => {
                let tuple: Vec<Option<ObjectId>> =
                    atom.arguments.iter().map(|term| constant(*term)).collect();
                if !explainer.is_possible(atom.predicate, &tuple) {
                    return explainer.nothing_adds(atom);
                }
            }
            Condition::Not(inner) => {
                if let Condition::Atom(atom) = &**inner
                    && !explainer.is_deleted(atom.predicate)
                    && task.init.iter().any(|(predicate, tuple)| {
                        predicate == atom.predicate
                            && tuple
                                .iter()
                                .zip(&atom.arguments)
                                .all(|(object, term)| *term == Term::Object(*object))
                    })
                {
                    return format!("{} holds at first, and no action deletes it", explainer.show(atom, &[]));
                }
            }
            _ => {}
        }
    }
    let mut text = "no steps lead to all goals, even if nothing were ever deleted".to_owned();
    if let Some(function) = lacks_values(task) {
        let _ = write!(text, ", by steps that have a cost: {function} has no value for some objects");
    }
    text
}

/// A function that costs are made of and that is not defined everywhere: a step that needs a missing value cannot be
/// taken.
fn lacks_values(task: &Task) -> Option<&str> {
    let amounts = task.schemas.iter().flat_map(|schema| &schema.cost);
    let mut functions = amounts.filter_map(|amount| match amount {
        Amount::Function(function, ..) => Some(*function),
        Amount::Number(_) => None,
    });
    let function = functions.find(|function| {
        let types = &task.function_types[function.index()];
        let tuples = types.iter().map(|types| task.objects_of(types).count()).fold(1, usize::saturating_mul);
        task.values.iter().filter(|(head, _)| head == function).count() < tuples
    })?;
    Some(task.functions.name(function))
}

/// Why the goal cannot hold: two of its facts exclude each other.
pub(super) fn clash(
    task: &Task,
    propositional: &PropositionalTask,
    goal: &[FactNumber],
    groups: &[Vec<FactNumber>],
) -> String {
    let name = |fact: &FactNumber| {
        let (predicate, arguments) = propositional.atom(*fact)?;
        Some(task.show_atom(predicate, arguments))
    };
    for group in groups {
        let mut both = group.iter().filter(|fact| goal.contains(fact)).filter_map(name);
        if let (Some(one), Some(other)) = (both.next(), both.next()) {
            return format!("{one} and {other} never hold together");
        }
    }
    "goals exclude each other".to_owned()
}

fn flatten<'a>(condition: &'a Condition, out: &mut Vec<&'a Condition>) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| flatten(part, out)),
        other => out.push(other),
    }
}

fn constant(term: Term) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(_) => None,
    }
}

struct Explainer<'a> {
    task: &'a Task,
    relations: &'a [Relation],
}

impl Explainer<'_> {
    /// Whether some tuple that was reached fits a pattern.
    fn is_possible(&self, predicate: PredicateId, pattern: &[Option<ObjectId>]) -> bool {
        let relation = &self.relations[predicate.index()];
        (0..relation.len()).any(|row| {
            let tuple = relation.row(row);
            tuple.iter().zip(pattern).all(|(object, wanted)| wanted.is_none_or(|wanted| wanted == *object))
        })
    }

    fn is_deleted(&self, predicate: PredicateId) -> bool {
        let mut effects: Vec<&Effect> = self.task.schemas.iter().flat_map(|schema| &schema.effects).collect();
        while let Some(effect) = effects.pop() {
            match effect {
                Effect::Delete(atom) if atom.predicate == predicate => return true,
                Effect::Forall(_, inner) | Effect::When(_, inner) => effects.extend(inner),
                _ => {}
            }
        }
        false
    }

    fn nothing_adds(&self, goal: &Atom) -> String {
        let name = self.show(goal, &[]);
        if self.task.predicate_info[goal.predicate.index()].layer.is_some() {
            return format!("no rule derives {name} in any state that can be reached");
        }
        let mut actions = Vec::new();
        for schema in &self.task.schemas {
            let mut adds = Vec::new();
            schema.effects.iter().for_each(|effect| collect(effect, &mut adds));
            for add in adds.into_iter().filter(|add| add.predicate == goal.predicate) {
                let Some(binding) = unify(add, goal, schema.parameters.len()) else { continue };
                actions.push((
                    schema.name.as_str(),
                    self.lack(&schema.precondition, &binding, &schema.parameters),
                ));
                break;
            }
        }
        if actions.is_empty() {
            return format!("nothing adds {name}: no action has such an effect");
        }
        let mut text = format!("nothing adds {name}");
        let shown = actions.iter().take(MAX_ACTIONS);
        for (index, (action, lack)) in shown.enumerate() {
            let _ = write!(text, "{} {action} ", if index == 0 { ":" } else { ";" });
            text.push_str(lack.as_deref().unwrap_or("can never be applied for it"));
        }
        text
    }

    /// What an action lacks: an object for a parameter, or the first atom of its precondition that nothing fits.
    fn lack(
        &self,
        precondition: &Condition,
        binding: &[Option<ObjectId>],
        parameters: &[Variable],
    ) -> Option<String> {
        let task = self.task;
        for (index, parameter) in parameters.iter().enumerate() {
            let types = task.types.show(&parameter.types);
            match binding[index] {
                Some(object) if !task.types.fits(&task.object_types[object.index()], &parameter.types) => {
                    return Some(format!("takes a {types}, and {} is none", task.objects.name(object)));
                }
                None if task.objects_of(&parameter.types).next().is_none() => {
                    return Some(format!("needs a {types}, and there is none"));
                }
                _ => {}
            }
        }
        let mut conjuncts = Vec::new();
        flatten(precondition, &mut conjuncts);
        conjuncts.into_iter().find_map(|conjunct| {
            let Condition::Atom(atom) = conjunct else { return None };
            let value = |term: &Term| match term {
                Term::Object(object) => Some(*object),
                Term::Variable(slot) => binding.get(*slot as usize).copied().flatten(),
            };
            let pattern: Vec<Option<ObjectId>> = atom.arguments.iter().map(value).collect();
            (!self.is_possible(atom.predicate, &pattern)).then(|| {
                let bound: Vec<String> = atom
                    .arguments
                    .iter()
                    .zip(&pattern)
                    .map(|(term, object)| match (object, term) {
                        (Some(object), _) | (None, Term::Object(object)) => {
                            self.task.objects.name(*object).to_owned()
                        }
                        (None, Term::Variable(slot)) => {
                            parameters.get(*slot as usize).map_or("?", |one| one.name.as_str()).to_owned()
                        }
                    })
                    .collect();
                format!("needs {}, which never holds", self.show(atom, &bound))
            })
        })
    }

    /// An atom with these arguments, or with its own objects where none are given.
    fn show(&self, atom: &Atom, arguments: &[String]) -> String {
        let mut text = format!("({}", self.task.predicates.name(atom.predicate));
        if arguments.is_empty() {
            for object in atom.arguments.iter().filter_map(|term| constant(*term)) {
                let _ = write!(text, " {}", self.task.objects.name(object));
            }
        }
        arguments.iter().for_each(|argument| {
            let _ = write!(text, " {argument}");
        });
        text.push(')');
        text
    }
}

/// The atoms that an effect may add.
fn collect<'a>(effect: &'a Effect, adds: &mut Vec<&'a Atom>) {
    match effect {
        Effect::Add(atom) => adds.push(atom),
        Effect::Delete(_) => {}
        Effect::Forall(_, inner) | Effect::When(_, inner) => {
            inner.iter().for_each(|effect| collect(effect, adds));
        }
    }
}

/// What the parameters must be so that an effect gives a ground atom.
fn unify(add: &Atom, goal: &Atom, parameters: usize) -> Option<Vec<Option<ObjectId>>> {
    let mut binding = vec![None; parameters];
    for (term, wanted) in add.arguments.iter().zip(&goal.arguments) {
        let wanted = constant(*wanted)?;
        match term {
            Term::Object(object) if *object != wanted => return None,
            Term::Object(_) => {}
            Term::Variable(slot) => {
                if let Some(place) = binding.get_mut(*slot as usize) {
                    if place.is_some_and(|other| other != wanted) {
                        return None;
                    }
                    *place = Some(wanted);
                }
            }
        }
    }
    Some(binding)
}
