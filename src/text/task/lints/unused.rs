//! Lints: types that nothing uses, and objects that no action can take.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{Model, literals};
use crate::pddl::ast::Problem;
use crate::task::{Condition, Effect, Term, TypeSet, Types, Variable};
use banto_base::source::{Diagnostic, codes};

/// A type that no parameter names, directly or through a type above or below it.
pub(super) fn types(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let types = &model.task.types;
    if model.mentioned.contains(&Types::object()) {
        return;
    }
    for (name, _) in model.domain.types.iter() {
        let Some(id) = types.names.find(name.text).filter(|id| *id != Types::object()) else { continue };
        if model.limits.check().is_err() {
            return;
        }
        let is_used =
            model.mentioned.iter().any(|other| types.fits(&[*other], &[id]) || types.fits(&[id], &[*other]));
        if !is_used {
            let mut objects = model.task.object_types.iter().filter(|of| types.fits(of, &[id]));
            out.push(
                codes::W0222
                    .at(name.span, format!("type {} is never used", name.text))
                    .label("no parameter is of this type")
                    .help(match (objects.next(), model.problem) {
                        (Some(_), _) => "use it in a parameter, or remove it and its objects",
                        (None, Some(_)) => "remove it, or use it",
                        (None, None) => "use it, or remove it if no problem has objects of it",
                    }),
            );
        }
    }
}

/// Objects that appear in no fact, while every action that could take them requires one.
pub(super) fn objects(model: &Model<'_>, problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let mut seen = FixedBitSet::with_capacity(task.objects.len());
    task.init.iter().for_each(|(_, objects)| seen.extend(objects.iter().map(|object| object.index())));
    task.values.iter().for_each(|(_, objects)| seen.extend(objects.iter().map(|object| object.index())));
    let mut inert: FxHashMap<&TypeSet, bool> = FxHashMap::default();
    let mut found = Vec::new();
    for (name, _) in problem.objects.iter() {
        let Some(id) = task.objects.find(name.text).filter(|id| !seen.contains(id.index())) else { continue };
        let of = &task.object_types[id.index()];
        if model.limits.check().is_err() {
            return;
        }
        if *inert.entry(of).or_insert_with(|| is_inert(model, of)) {
            found.push(name);
        }
    }
    let Some(first) = found.first() else { return };
    let message = match found.len() {
        1 => format!("no action can use object {}", first.text),
        count => format!("no action can use object {} and {} more", first.text, count - 1),
    };
    out.push(
        codes::W0223
            .at(first.span, message)
            .label("no fact in :init mentions it, and every action that could take it needs one")
            .help("is a fact missing from :init?")
            .moved_to(1),
    );
}

/// Whether an object of a type without facts is out of reach of all actions, rules and quantifiers.
fn is_inert(model: &Model<'_>, of: &TypeSet) -> bool {
    let task = model.task;
    let fits = |variable: &Variable| task.types.fits(of, &variable.types);
    let bound = |parameters: &[Variable], condition: &Condition| {
        let mut asked = Vec::new();
        literals(condition, &mut asked);
        parameters.iter().enumerate().filter(|(_, one)| fits(one)).all(|(slot, _)| {
            asked.iter().any(|(atom, positive)| {
                let is_derived = task.predicate_info[atom.predicate.index()].layer.is_some();
                let named = |term: &Term| matches!(term, Term::Variable(other) if *other as usize == slot);
                *positive && !is_derived && atom.arguments.iter().any(named)
            }) && !ranges(condition, &fits)
        })
    };
    let schemas = task.schemas.iter();
    let axioms = task.axioms.iter();
    schemas.clone().all(|schema| bound(&schema.parameters, &schema.precondition))
        && schemas.flat_map(|schema| &schema.effects).all(|effect| !effect_ranges(effect, &fits))
        && axioms.clone().all(|axiom| bound(&axiom.parameters, &axiom.condition))
        && !ranges(&task.goal, &fits)
}

/// Whether a quantifier of a condition ranges over some objects.
fn ranges(condition: &Condition, fits: &dyn Fn(&Variable) -> bool) -> bool {
    let own: &[Variable] = match condition {
        Condition::Forall(variables, _) | Condition::Exists(variables, _) => variables,
        _ => &[],
    };
    own.iter().any(fits) || condition.parts(true).into_iter().any(|(part, _)| ranges(part, fits))
}

fn effect_ranges(effect: &Effect, fits: &dyn Fn(&Variable) -> bool) -> bool {
    match effect {
        Effect::Add(_) | Effect::Delete(_) => false,
        Effect::Forall(variables, inner) => {
            variables.iter().any(fits) || inner.iter().any(|effect| effect_ranges(effect, fits))
        }
        Effect::When(condition, inner) => {
            ranges(condition, fits) || inner.iter().any(|effect| effect_ranges(effect, fits))
        }
    }
}
