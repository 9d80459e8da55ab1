//! Lints: actions without instances in a problem, and costs that nothing counts.

use super::{Model, changing, required};
use crate::pddl::ast::Problem;
use crate::task::literal::matched;
use crate::task::{Metric, ObjectId, Schema, TypeSet};
use banto_base::source::{Diagnostic, codes};

/// A domain in which more types than this have no objects simply covers more than the problem.
const MOST_EMPTY: usize = 2;

/// An action with a parameter for which there is no object, or with a condition that no fact meets and no action can
/// make true. Of several actions that lack objects of one type, only the first is reported.
pub(super) fn instances(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let added = changing(task, true);
    let without = |schema: &Schema| {
        schema.parameters.iter().position(|one| task.objects_of(&one.types).next().is_none())
    };
    let mut empty: Vec<&TypeSet> = Vec::new();
    for schema in task.schemas.iter() {
        let types = without(schema).map(|at| &schema.parameters[at].types);
        empty.extend(types.filter(|types| !empty.contains(types)));
    }
    let is_library = empty.len() > MOST_EMPTY;
    for (schema, action) in task.schemas.iter().zip(&model.domain.actions) {
        if model.limits.check().is_err() {
            return;
        }
        let message = format!("action {} has no instance in this problem", schema.name);
        if let Some(at) = without(schema) {
            let parameter = &schema.parameters[at];
            let is_told =
                empty.iter().position(|types| *types == &parameter.types).map(|at| empty.remove(at));
            if is_library || is_told.is_none() {
                continue;
            }
            let of = task.types.show(&parameter.types);
            let place = action.parameters.iter().find(|(name, _)| name.text == parameter.name);
            let span = place.map_or(action.name.span, |(name, _)| name.span);
            out.push(
                codes::W0219
                    .at(span, message)
                    .label(format!("there is no object of type {of}"))
                    .help(format!("declare one in :objects: NAME - {of}")),
            );
            continue;
        }
        let (asked, _) = required(&schema.precondition);
        let asked = asked.iter().filter(|one| one.positive && !added.contains(&one.atom.predicate));
        for atom in asked.map(|one| one.atom) {
            let none = vec![None; schema.parameters.len()];
            let fits = |fact: &[ObjectId]| matched(task, atom, fact, (&schema.parameters, &none)).is_some();
            let mut facts = task.init.iter().filter(|(predicate, _)| *predicate == atom.predicate).peekable();
            // Another warning reports a predicate without any fact.
            if facts.peek().is_some() && !facts.any(|(_, objects)| fits(objects)) {
                out.push(
                    codes::W0219
                        .at(atom.span, message)
                        .label("no fact in :init matches this, and no action adds one")
                        .help("is a fact missing, or an argument of another type?"),
                );
                break;
            }
        }
    }
}

/// A metric that no action increases: all plans cost nothing.
pub(super) fn metric(model: &Model<'_>, problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let Metric::Minimize(function) = task.metric else { return };
    if task.schemas.is_empty() || task.schemas.iter().any(|schema| !schema.cost.is_empty()) {
        return;
    }
    let name = task.functions.name(function);
    out.extend(problem.metric.as_ref().map(|metric| {
        codes::W0221
            .at(metric.span, format!("no action increases {name}: every plan costs 0"))
            .label("minimized, and never changed")
            .help(format!("write (increase ({name}) 1) in the effects, or remove the metric"))
            .moved_to(1)
    }));
}
