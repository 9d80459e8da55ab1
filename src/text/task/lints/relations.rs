//! Lints: what is like its fellows but for one thing that is missing. A parameter that no condition ties to the one that
//! is changed, an effect on everything beside one on what belongs to a parameter, an action without the cost of all others.

use fixedbitset::FixedBitSet;

use super::{Model, changing, literals};
use crate::base::source::{Diagnostic, codes};
use crate::text::pddl::ast::Action;
use crate::text::task::{Amount, Atom, Condition, Effect, Metric, Schema, Term, TypeSet};

/// So many actions make a rule, to which another one may be an exception.
const ALL_OTHERS: usize = 3;

/// Two parameters of one type: about one there is a single condition, on a fact that actions change, and no effect names
/// it; effects change something about the other; and no chain of conditions relates them. If several actions of a domain
/// are like this, it is meant.
pub(super) fn unrelated(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let mut changed = changing(task, true);
    changed.extend(changing(task, false));
    let schemas = task.schemas.iter().zip(&model.domain.actions);
    let mut found = schemas.filter_map(|(schema, action)| {
        let (asked, ties, named) = (asked(schema), ties(schema), named(schema));
        let group = |slot: usize| reach(&ties, slot);
        (0..schema.parameters.len()).find_map(|slot| {
            let mut of_it = ties.iter().filter(|tie| tie.contains(slot));
            let alone = of_it.next().filter(|_| of_it.next().is_none() && !named.contains(slot))?;
            let is_it = |atom: &&Atom| slots(atom.arguments.iter()).is_superset(alone) && has(atom, slot);
            let atom = asked.iter().copied().find(is_it).filter(|one| changed.contains(&one.predicate))?;
            let own = group(slot);
            let of = |at: usize| &schema.parameters[at].types;
            let other = named.ones().filter(|at| *at < schema.parameters.len() && !own.contains(*at));
            let other = other.into_iter().find(|other| of(*other) == of(slot))?;
            Some((schema, action, atom, [slot, other]))
        })
    });
    let (Some(first), None) = (found.next(), found.next()) else { return };
    out.push(unrelated_parameters(first));
}

fn unrelated_parameters(
    (schema, action, atom, both): (&Schema, &Action<'_>, &Atom, [usize; 2]),
) -> Diagnostic {
    let [one, other] = both.map(|slot| &schema.parameters[slot].name);
    let place = action.parameters.iter().find(|(name, _)| name.text == other);
    let message =
        format!("{} asks something of {one} and changes {other}: no condition relates the two", schema.name);
    let fault = codes::W0230
        .at(atom.span, message)
        .label(format!("all that is asked of {one}, and no effect names it"));
    let fault =
        place.into_iter().fold(fault, |fault, (name, _)| fault.second(name.span, "may be another one"));
    fault
        .help(format!("are {one} and {other} meant to be one? Then write one name for both"))
        .help("or add a condition that relates them")
}

/// The atoms that a precondition requires to hold.
fn asked(schema: &Schema) -> Vec<&Atom> {
    let mut all = Vec::new();
    literals(&schema.precondition, &mut all);
    all.into_iter().filter(|(_, positive)| *positive).map(|(atom, _)| atom).collect()
}

/// The variables that parts of an action tie together: of each condition, of what stands below one, and of each cost.
fn ties(schema: &Schema) -> Vec<FixedBitSet> {
    let mut found = Vec::new();
    let mut open = vec![&schema.precondition];
    let mut effects: Vec<&Effect> = schema.effects.iter().collect();
    while let Some(effect) = effects.pop() {
        match effect {
            Effect::When(condition, inner) => {
                open.push(condition);
                effects.extend(inner);
            }
            Effect::Forall(_, inner) => effects.extend(inner),
            Effect::Add(_) | Effect::Delete(_) => {}
        }
    }
    while let Some(condition) = open.pop() {
        match condition {
            Condition::And(parts) => open.extend(parts),
            _ => found.push(of_condition(condition)),
        }
    }
    found.extend(schema.cost.iter().map(of_cost));
    found
}

/// The variables that effects and costs name.
fn named(schema: &Schema) -> FixedBitSet {
    let mut found = of_effects(&schema.effects);
    schema.cost.iter().for_each(|amount| found.union_with(&of_cost(amount)));
    found
}

fn of_effects(effects: &[Effect]) -> FixedBitSet {
    effects.iter().fold(FixedBitSet::new(), |mut all, effect| {
        all.union_with(&match effect {
            Effect::Add(atom) | Effect::Delete(atom) => slots(atom.arguments.iter()),
            Effect::Forall(_, inner) | Effect::When(_, inner) => of_effects(inner),
        });
        all
    })
}

fn of_cost(amount: &Amount) -> FixedBitSet {
    match amount {
        Amount::Number(_) => FixedBitSet::new(),
        Amount::Function(_, terms, _) => slots(terms.iter()),
    }
}

fn of_condition(condition: &Condition) -> FixedBitSet {
    match condition {
        Condition::Atom(atom) => slots(atom.arguments.iter()),
        Condition::Equal(left, right, _) => slots([left, right].into_iter()),
        _ => condition.parts(true).into_iter().fold(FixedBitSet::new(), |mut all, (part, _)| {
            all.union_with(&of_condition(part));
            all
        }),
    }
}

fn slots<'t>(terms: impl Iterator<Item = &'t Term>) -> FixedBitSet {
    terms
        .filter_map(|term| if let Term::Variable(slot) = term { Some(*slot as usize) } else { None })
        .collect()
}

fn has(atom: &Atom, slot: usize) -> bool {
    atom.arguments.iter().any(|term| matches!(term, Term::Variable(own) if *own as usize == slot))
}

/// The variables that a chain of ties leads to.
fn reach(ties: &[FixedBitSet], slot: usize) -> FixedBitSet {
    let mut found: FixedBitSet = std::iter::once(slot).collect();
    let mut count = 0;
    while found.count_ones(..) > count {
        count = found.count_ones(..);
        for tie in ties {
            if !tie.is_disjoint(&found) {
                found.union_with(tie);
            }
        }
    }
    found
}

/// A `when` below a `forall` that names no parameter, beside another one over the same types that asks how they belong
/// to one.
pub(super) fn everything(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    for schema in model.task.schemas.iter() {
        let own = schema.parameters.len();
        let mut units: Vec<(Vec<&TypeSet>, &Condition, &[Effect])> = Vec::new();
        for effect in &schema.effects {
            let Effect::Forall(variables, inner) = effect else { continue };
            let of: Vec<&TypeSet> = variables.iter().map(|one| &one.types).collect();
            units.extend(inner.iter().filter_map(|one| match one {
                Effect::When(condition, inner) => Some((of.clone(), condition, &inner[..])),
                _ => None,
            }));
        }
        let is_tied = |found: &FixedBitSet| found.ones().next().is_some_and(|first| first < own);
        let belongs = |(atom, _): &(&Atom, bool)| {
            let found = slots(atom.arguments.iter());
            is_tied(&found) && found.maximum().is_some_and(|last| last >= own)
        };
        for (of, condition, inner) in &units {
            if is_tied(&of_condition(condition)) || is_tied(&of_effects(inner)) {
                continue;
            }
            let others = units.iter().filter(|other| other.0 == *of);
            let Some((tie, _)) = others.flat_map(|other| other.1.literals(true)).find(belongs) else {
                continue;
            };
            let Some((first, _)) = condition.literals(true).first().copied() else { continue };
            out.push(
                codes::W0231
                    .at(
                        first.span,
                        format!(
                            "an effect of {} is the same for everything: it names no parameter",
                            schema.name
                        ),
                    )
                    .label("asked of all alike")
                    .second(tie.span, "another effect asks for this as well")
                    .help("is such a condition missing here?"),
            );
        }
    }
}

/// An action that increases no cost, as all others do that take something.
pub(super) fn free(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let Metric::Minimize(function) = task.metric else { return };
    let mut actions =
        task.schemas.iter().zip(&model.domain.actions).filter(|one| !one.0.parameters.is_empty());
    let count = actions.clone().count();
    let Some((schema, action)) = actions.find(|one| one.0.cost.is_empty()) else { return };
    if count <= ALL_OTHERS || actions.any(|one| one.0.cost.is_empty()) {
        return;
    }
    let name = task.functions.name(function);
    out.push(
        codes::W0232
            .at(
                action.name.span,
                format!("{} costs nothing: all other actions with parameters increase {name}", schema.name),
            )
            .label(format!("no effect increases {name}"))
            .help(format!(
                "is (increase ({name}) NUMBER) missing? If it is free, write (increase ({name}) 0)"
            )),
    );
}
