//! Lints: what is like its fellows but for one thing that is missing.
//!
//! A parameter that no condition ties to the one that is changed; an effect on everything, beside one on what belongs
//! to a parameter; an action without the cost that all others have.

use fixedbitset::FixedBitSet;

use super::{Model, required};
use crate::task::changes::{Change, changes};
use crate::task::{Amount, Atom, Condition, Metric, Schema, Term};
use banto_base::source::{Diagnostic, codes};

/// So many actions make a rule, to which another one may be an exception.
const ALL_OTHERS: usize = 3;

/// Two parameters of one type: about one there is a single condition, on a fact that actions change, and no effect
/// names it; effects change something about the other, other than to put it in the first one's place; and no chain of
/// conditions relates them. If several actions of a domain are like this, it is meant.
pub(super) fn unrelated(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let changed = super::changed(task);
    let pairs = task.schemas.iter().zip(&model.domain.actions).filter_map(|(schema, action)| {
        let (ties, named) = (ties(schema), named(schema));
        let (asked, _) = required(&schema.precondition);
        let own = |slot: &usize| *slot < schema.parameters.len();
        let alone = asked.into_iter().filter(|one| one.positive && changed.contains(&one.atom.predicate));
        let mut alone = alone.flat_map(|one| {
            slots(&one.atom.arguments).ones().map(|slot| (one.atom, slot)).collect::<Vec<_>>()
        });
        alone.find_map(|(atom, slot)| {
            let is_alone = !named.contains(slot) && ties.iter().filter(|tie| tie.contains(slot)).count() == 1;
            let is_moved = |other: usize| {
                let place = |term: Term| slot_of(term).map(|one| if one == slot { other } else { one });
                let terms = |one: &Atom, place: &dyn Fn(Term) -> Option<usize>| {
                    one.arguments.iter().map(|term| place(*term)).collect::<Vec<_>>()
                };
                let mut alike = schema.changes().into_iter().filter(|one| one.0.predicate == atom.predicate);
                alike.any(|(one, _)| terms(one, &slot_of) == terms(atom, &place))
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
    let mut open: Vec<&Condition> = schema.conditions().into_iter().map(|(_, one)| one).collect();
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
    let of_effects = schema.changes().into_iter().map(|(atom, _)| slots(&atom.arguments));
    all(of_effects.chain(schema.cost.iter().map(of_cost)))
}

fn all(sets: impl Iterator<Item = FixedBitSet>) -> FixedBitSet {
    sets.fold(FixedBitSet::new(), |one, other| &one | &other)
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
    terms.into_iter().copied().filter_map(slot_of).collect()
}

const fn slot_of(term: Term) -> Option<usize> {
    if let Term::Variable(slot) = term { Some(slot as usize) } else { None }
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

/// An effect by `forall` and `when` that names no parameter, beside another one over the same types that asks how they
/// belong to one.
pub(super) fn everything(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    for own in changes(model.task).chunk_by(|one, other| one.source == other.source) {
        let Some(schema) = own[0].source.schema().map(|at| &model.task.schemas[at]) else { continue };
        let count = schema.parameters.len();
        let names = |atom: &Atom, own: bool| slots(&atom.arguments).ones().any(|slot| (slot < count) == own);
        let is_free = |one: &&Change<'_>| {
            one.variables.len() > count
                && one.rest.iter().all(|part| part.scope <= count)
                && !names(&one.atom, true)
                && !asked(one).any(|atom| names(atom, true))
        };
        let of =
            |one: &Change<'_>| one.variables[count..].iter().map(|one| one.types.clone()).collect::<Vec<_>>();
        let found = own.iter().filter(is_free).find_map(|free| {
            let alike = own.iter().filter(|other| of(other) == of(free));
            let tie = alike.flat_map(asked).find(|atom| names(atom, true) && names(atom, false))?;
            Some((asked(free).next()?, tie))
        });
        let Some((first, tie)) = found else { continue };
        let message = format!("an effect of {} is on everything: it names no parameter", schema.name);
        let fault = codes::W0231.at(first.span, message).label("asked of all alike");
        let fault = fault.second(tie.span, "another effect asks for this as well");
        out.push(fault.help("is such a condition missing here?"));
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

/// What an effect asks for beside the precondition.
fn asked<'c, 'a>(one: &'c Change<'a>) -> impl Iterator<Item = &'a Atom> + use<'c, 'a> {
    one.literals[one.required..].iter().map(|one| one.atom)
}
