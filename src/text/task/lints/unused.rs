//! Lints: predicates that are never read or never true, types that nothing uses, objects that no action can take.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::start::MOST_EDITS;
use super::{Model, required};
use crate::pddl::ast::{Init, Problem};
use crate::task::changes::Literal;
use crate::task::{Condition, Effect, PredicateId, Schema, Task, Term, TypeSet, Types, Variable};
use banto_base::source::{Diagnostic, Span, codes};

/// How the actions, rules and the goal use a predicate: where it is first read and first changed.
#[derive(Clone, Copy, Default)]
struct Usage {
    read: Option<(usize, Span)>,
    changed: Option<(usize, Span)>,
    added: bool,
}

fn usage(model: &Model<'_>) -> Vec<Usage> {
    let task = model.task;
    let mut all = vec![Usage::default(); task.predicates.len()];
    let rules = task.axioms.iter().map(|axiom| (0, &axiom.condition));
    let asked = task.schemas.iter().flat_map(|schema| schema.conditions().into_iter().map(|one| (0, one.1)));
    for (file, condition) in rules.chain(asked).chain([(1, &task.goal)]) {
        for (atom, _) in condition.literals(true) {
            all[atom.predicate.index()].read.get_or_insert((file, atom.span));
        }
    }
    for (atom, added) in task.schemas.iter().flat_map(Schema::changes) {
        let usage = &mut all[atom.predicate.index()];
        usage.changed.get_or_insert((0, atom.span));
        usage.added |= added;
    }
    all
}

/// Predicates that nothing reads, or only what changes them; and those that never hold.
pub(super) fn predicates(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let (task, has_problem) = (model.task, model.problem.is_some());
    let asks = |schema: &Schema, id: PredicateId| {
        required(&schema.precondition).0.iter().any(|one| one.positive && one.atom.predicate == id)
    };
    let initially: FxHashSet<PredicateId> = task.init.iter().map(|(predicate, _)| predicate).collect();
    for (id, usage) in task.predicates.ids().zip(usage(model)) {
        let (name, (_, declared)) = (task.predicates.name(id), model.predicate_places[id.index()]);
        let is_derived = task.predicate_info[id.index()].layer.is_some();
        let adds = |schema: &Schema| schema.changes().iter().any(|one| one.1 && one.0.predicate == id);
        let adds_to_itself = || task.schemas.iter().all(|schema| !adds(schema) || asks(schema, id));
        let second = |fault: Diagnostic, place: Option<(usize, Span)>, label: &str| {
            place.into_iter().fold(fault, |fault, (file, span)| fault.second_in(file, span, label))
        };
        // A goal may read what actions change; only the problem tells.
        if usage.read.is_none() && (has_problem || usage.changed.is_none() && !is_derived) {
            let (message, label, help) = if has_problem {
                let message = format!("predicate {name} is never read");
                (message, "no condition and no goal reads it", "remove it, or read it somewhere")
            } else {
                let message = format!("no action of this domain uses predicate {name}");
                let help = "remove it if no goal reads it either, or read it somewhere";
                (message, "no condition and no effect has it", help)
            };
            let fault = codes::W0203.at(declared, message).label(label).help(help);
            // What an effect changes may be what a condition lacks.
            let facts = stated(model, name);
            let is_unused =
                has_problem && !is_derived && usage.changed.is_none() && facts.len() <= MOST_EDITS;
            let fault = if is_unused { fault.edit(declared, "") } else { fault };
            let edits = facts.into_iter().filter(|_| is_unused);
            let fault = edits.fold(fault, |fault, span| fault.edit_in(1, span, ""));
            out.push(second(fault, usage.changed, "changed here"));
        } else if has_problem && usage.added && serves_itself(task, id) {
            let fault = codes::W0203
                .at(declared, format!("predicate {name} is read only by actions that change it"))
                .label("these change nothing else, and nothing else reads it")
                .help("is it missing in a condition of another action or of a rule?");
            out.push(second(fault, usage.read, "read here"));
        } else if has_problem && !initially.contains(&id) && !is_derived && (!usage.added || adds_to_itself())
        {
            let why = if usage.added { "only actions that ask for it add it" } else { "no effect adds it" };
            let fault = codes::W0204
                .at(declared, format!("predicate {name} is never true"))
                .label(format!("{why}, and it does not hold initially"))
                .help("is an effect missing, or a fact in :init?");
            let idle = task.schemas.iter().find(|schema| asks(schema, id));
            let so =
                idle.map(|schema| format!("action {} asks for it and can never be applied", schema.name));
            out.push(second(so.into_iter().fold(fault, Diagnostic::help), usage.read, "read here"));
        }
    }
}

/// Where the problem states facts of a predicate.
fn stated(model: &Model<'_>, name: &str) -> Vec<Span> {
    let init = model.problem.into_iter().flat_map(|problem| &problem.init);
    let facts = init.filter_map(|item| match item {
        Init::Fact(atom) => Some((atom.name, atom.span)),
        Init::Negated(fact) => Some((fact.0.name, fact.1)),
        Init::Value(_) => None,
    });
    facts.filter(|(of, _)| of.text.eq_ignore_ascii_case(name)).map(|(_, span)| span).collect()
}

/// Whether actions alone read a predicate, and these change nothing else.
fn serves_itself(task: &Task, id: PredicateId) -> bool {
    let reads = |one: &Condition| one.literals(true).into_iter().any(|(atom, _)| atom.predicate == id);
    let is_own = |one: &Schema| one.changes().into_iter().all(|(atom, _)| atom.predicate == id);
    let is_idle = |one: &Schema| is_own(one) || !one.conditions().into_iter().any(|(_, one)| reads(one));
    !reads(&task.goal)
        && !task.axioms.iter().any(|axiom| reads(&axiom.condition))
        && task.schemas.iter().all(is_idle)
}

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
        let (asked, _) = required(condition);
        parameters.iter().enumerate().filter(|(_, one)| fits(one)).all(|(slot, _)| {
            asked.iter().any(|Literal { atom, positive }| {
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
