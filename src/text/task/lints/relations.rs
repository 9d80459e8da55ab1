//! Lints: what is like its fellows but for one thing that is missing. A parameter that no condition ties to the one that
//! is changed, an effect on everything beside one on what belongs to a parameter, an action without the cost of all others.

use fixedbitset::FixedBitSet;

use super::{Model, changing, conditions, literals};
use crate::base::source::{Diagnostic, codes};
use crate::text::task::{Amount, Atom, Condition, Effect, Metric, Schema, Term, Variable};

/// So many actions make a rule, to which another one may be an exception.
const ALL_OTHERS: usize = 3;

/// Two parameters of one type: about one there is a single condition, on a fact that actions change, and no effect names
/// it; effects change something about the other, other than to put it in the first one's place; and no chain of
/// conditions relates them. If several actions of a domain are like this, it is meant.
pub(super) fn unrelated(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let mut changed = changing(task, true);
    changed.extend(changing(task, false));
    let pairs = task.schemas.iter().zip(&model.domain.actions).filter_map(|(schema, action)| {
        let (ties, named) = (ties(schema), named(schema));
        let mut asked = Vec::new();
        literals(&schema.precondition, &mut asked);
        let own = |slot: &usize| *slot < schema.parameters.len();
        let alone =
            asked.into_iter().filter(|(atom, positive)| *positive && changed.contains(&atom.predicate));
        let mut alone = alone.flat_map(|(atom, _)| {
            slots(&atom.arguments).ones().map(move |slot| (atom, slot)).collect::<Vec<_>>()
        });
        alone.find_map(|(atom, slot)| {
            let is_alone = !named.contains(slot) && ties.iter().filter(|tie| tie.contains(slot)).count() == 1;
            let is_moved = |other: usize| {
                let place =
                    |term: &Term| if slot_of(term) == Some(slot) { Some(other) } else { slot_of(term) };
                schema.changes().iter().any(|(one, _)| {
                    one.predicate == atom.predicate
                        && one.arguments.iter().map(slot_of).eq(atom.arguments.iter().map(place))
                })
            };
            let related = reach(&ties, slot);
            let mut others = named.ones().filter(|one| is_alone && own(one) && !related.contains(*one));
            let types = |slot: usize| &schema.parameters[slot].types;
            let other = others.find(|other| types(*other) == types(slot) && !is_moved(*other))?;
            Some((schema, action, atom, [slot, other].map(|slot| &schema.parameters[slot].name)))
        })
    });
    let [(schema, action, atom, [one, other])] = pairs.collect::<Vec<_>>()[..] else { return };
    let message =
        format!("{} asks something of {one} and changes {other}: no condition relates the two", schema.name);
    let fault = codes::W0230.at(atom.span, message);
    let fault = fault.label(format!("all that is asked of {one}, and no effect names it"));
    let place = action.parameters.iter().find(|(name, _)| name.text == *other);
    let fault =
        place.into_iter().fold(fault, |fault, (name, _)| fault.second(name.span, "may be another one"));
    let help = format!("are {one} and {other} meant to be one? Then write one name for both");
    out.push(fault.help(help).help("or add a condition that relates them"));
}

/// The variables that parts of an action tie together: each condition, also of an effect, and each cost.
fn ties(schema: &Schema) -> Vec<FixedBitSet> {
    let mut open: Vec<&Condition> = conditions(schema).into_iter().map(|(_, one)| one).collect();
    let mut found: Vec<FixedBitSet> = schema.cost.iter().map(of_cost).collect();
    while let Some(condition) = open.pop() {
        match condition {
            Condition::And(parts) => open.extend(parts),
            _ => found.push(of_condition(condition)),
        }
    }
    found
}

/// The variables that effects and costs name.
fn named(schema: &Schema) -> FixedBitSet {
    all(schema.cost.iter().map(of_cost).chain([of_effects(&schema.effects)]))
}

fn all(sets: impl Iterator<Item = FixedBitSet>) -> FixedBitSet {
    sets.fold(FixedBitSet::new(), |one, other| &one | &other)
}

fn of_effects(effects: &[Effect]) -> FixedBitSet {
    all(effects.iter().map(|effect| match effect {
        Effect::Add(atom) | Effect::Delete(atom) => slots(&atom.arguments),
        Effect::Forall(_, inner) | Effect::When(_, inner) => of_effects(inner),
    }))
}

fn of_cost(amount: &Amount) -> FixedBitSet {
    if let Amount::Function(_, terms, _) = amount { slots(terms) } else { FixedBitSet::new() }
}

fn of_condition(condition: &Condition) -> FixedBitSet {
    match condition {
        Condition::Atom(atom) => slots(&atom.arguments),
        Condition::Equal(left, right, _) => slots([left, right]),
        _ => all(condition.parts(true).into_iter().map(|(part, _)| of_condition(part))),
    }
}

fn slots<'t>(terms: impl IntoIterator<Item = &'t Term>) -> FixedBitSet {
    terms.into_iter().filter_map(slot_of).collect()
}

fn slot_of(term: &Term) -> Option<usize> {
    if let Term::Variable(slot) = term { Some(*slot as usize) } else { None }
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
        let foralls = schema.effects.iter().filter_map(|effect| match effect {
            Effect::Forall(variables, inner) => Some((variables, inner)),
            _ => None,
        });
        let units = foralls.flat_map(|(variables, inner)| {
            inner.iter().filter_map(move |one| match one {
                Effect::When(condition, inner) => Some((variables, condition, inner)),
                _ => None,
            })
        });
        let units: Vec<_> = units.collect();
        let of = |one: &[Variable]| one.iter().map(|one| one.types.clone()).collect::<Vec<_>>();
        let is_tied = |found: &FixedBitSet| found.ones().next().is_some_and(|first| first < own);
        let belongs = |(atom, _): &(&Atom, bool)| {
            let found = slots(&atom.arguments);
            is_tied(&found) && found.maximum().is_some_and(|last| last >= own)
        };
        for (variables, condition, inner) in &units {
            if is_tied(&(&of_condition(condition) | &of_effects(inner))) {
                continue;
            }
            let others = units.iter().filter(|other| of(other.0) == of(variables));
            let Some((tie, _)) = others.flat_map(|other| other.1.literals(true)).find(belongs) else {
                continue;
            };
            let Some((first, _)) = condition.literals(true).first().copied() else { continue };
            let message = format!("an effect of {} is on everything: it names no parameter", schema.name);
            let fault = codes::W0231.at(first.span, message).label("asked of all alike");
            let fault = fault.second(tie.span, "another effect asks for this as well");
            out.push(fault.help("is such a condition missing here?"));
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
    let message = format!("{} costs nothing: all other actions with parameters increase {name}", schema.name);
    let fault = codes::W0232.at(action.name.span, message).label(format!("no effect increases {name}"));
    let help = "missing? If the action is free, write";
    out.push(fault.help(format!("is (increase ({name}) NUMBER) {help} (increase ({name}) 0)")));
}
