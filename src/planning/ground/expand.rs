//! Conditions that are expanded when a rule is instantiated: quantifiers over objects, and the remaining disjunctions.
//!
//! In: formulas of rules. Out: for a binding, [`Expanded`]: literals, conjunctions and disjunctions of reachable facts,
//! with everything known simplified away. A quantified slot takes only values that make a difference: for a universal
//! condition, those for which its negated literals can be true at all.

use fixedbitset::FixedBitSet;

use super::join::{Catalog, Enumeration, JoinStep, Query};
use super::normalize::{Formula, Literal};
use super::object_sets::ObjectSets;
use super::propositional::{Conjunction, FactTable, Lit};
use super::relation::Relation;
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId, Term};

/// A formula with a join for each quantifier.
pub(super) enum Expandable {
    Literal(Literal),
    Equal(Term, Term, bool),
    And(Vec<Expandable>),
    Or(Vec<Expandable>),
    Quantified { all: bool, steps: Vec<JoinStep>, inner: Box<Expandable> },
}

/// A condition over facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Expanded {
    Constant(bool),
    Literal(Lit),
    /// Several literals of a rule, in order: the most frequent conjunction, in its final form.
    Literals(Conjunction),
    And(Vec<Expanded>),
    Or(Vec<Expanded>),
}

/// Prepares a formula; `bound` are the slots that have values.
pub(super) fn prepare(
    catalog: &mut Catalog<'_>,
    formula: &Formula,
    bound: &FixedBitSet,
    width: usize,
) -> Expandable {
    let mut many =
        |parts: &[Formula]| parts.iter().map(|part| prepare(catalog, part, bound, width)).collect();
    match formula {
        Formula::Literal(literal) => Expandable::Literal(literal.clone()),
        Formula::Equal(left, right, same) => Expandable::Equal(*left, *right, *same),
        Formula::And(parts) => Expandable::And(many(parts)),
        Formula::Or(parts) => Expandable::Or(many(parts)),
        Formula::Forall(slots, inner) | Formula::Exists(slots, inner) => {
            let all = matches!(formula, Formula::Forall(..));
            let parts = match &**inner {
                Formula::Or(parts) if all => parts.as_slice(),
                Formula::And(parts) if !all => parts.as_slice(),
                only => std::slice::from_ref(only),
            };
            // The literals that must be possible for a binding to make a difference.
            let mut guards: Vec<Literal> = Vec::new();
            let mut equalities = Vec::new();
            for part in parts {
                match part {
                    Formula::Literal(literal) if literal.positive != all => {
                        guards.push(Literal { positive: true, ..literal.clone() });
                    }
                    Formula::Equal(left, right, same) => equalities.push((*left, *right, *same != all)),
                    _ => {}
                }
            }
            let literals: Vec<&Literal> = guards.iter().collect();
            let query =
                Query { slots, literals: &literals, equalities: &equalities, trigger: None, width, bound };
            let (_, steps) = catalog.plan(&query);
            let mut within = bound.clone();
            within.grow(width);
            slots.iter().for_each(|slot| within.insert(slot.number as usize));
            let inner = Box::new(prepare(catalog, inner, &within, width));
            Expandable::Quantified { all, steps, inner }
        }
    }
}

/// Expands conditions by the facts that hold always or may be reached.
pub(super) struct Expander<'a> {
    pub(super) relations: &'a [Relation],
    pub(super) object_sets: &'a ObjectSets,
    pub(super) facts: &'a FactTable,
    /// Facts that hold in every state.
    pub(super) always: &'a FixedBitSet,
    pub(super) limits: &'a Limits,
}

impl Expander<'_> {
    /// An enumeration over everything reached.
    pub(super) fn enumeration(&self) -> Enumeration<'_> {
        Enumeration {
            relations: self.relations,
            object_sets: self.object_sets,
            trigger: None,
            limits: self.limits,
            key: Vec::new(),
        }
    }

    /// A literal of a rule under a binding.
    pub(super) fn literal(
        &self,
        literal: &Literal,
        binding: &[ObjectId],
        tuple: &mut Vec<ObjectId>,
    ) -> Expanded {
        tuple.clear();
        tuple.extend(literal.arguments.iter().map(|term| term.value(binding)));
        self.atom(literal.predicate, tuple, literal.positive)
    }

    pub(super) fn atom(&self, predicate: PredicateId, tuple: &[ObjectId], positive: bool) -> Expanded {
        let Some(row) = self.relations[predicate.index()].find(tuple) else {
            return Expanded::Constant(!positive);
        };
        match self.facts.number(predicate, row) {
            Some(fact) if !self.always.contains(fact.index()) => Expanded::Literal(Lit::new(fact, positive)),
            _ => Expanded::Constant(positive),
        }
    }

    pub(super) fn expand(&self, formula: &Expandable, binding: &mut [ObjectId]) -> Result<Expanded, Stop> {
        let mut parts = Vec::new();
        let all = match formula {
            Expandable::Literal(literal) => return Ok(self.literal(literal, binding, &mut Vec::new())),
            Expandable::Equal(left, right, same) => {
                return Ok(Expanded::Constant((left.value(binding) == right.value(binding)) == *same));
            }
            Expandable::And(inner) | Expandable::Or(inner) => {
                let all = matches!(formula, Expandable::And(_));
                for part in inner {
                    let part = self.expand(part, binding)?;
                    if part == Expanded::Constant(!all) {
                        return Ok(part);
                    }
                    parts.push(part);
                }
                all
            }
            Expandable::Quantified { all, steps, inner } => {
                let mut stopped = Ok(());
                let mut decided = false;
                self.enumeration().run(steps, binding, &mut |binding| {
                    if decided || stopped.is_err() {
                        return;
                    }
                    match self.expand(inner, binding) {
                        Ok(part) => {
                            decided = part == Expanded::Constant(!all);
                            parts.push(part);
                        }
                        Err(stop) => stopped = Err(stop),
                    }
                })?;
                stopped?;
                if decided {
                    return Ok(Expanded::Constant(!all));
                }
                *all
            }
        };
        Ok(simplified(parts, all))
    }
}

/// A conjunction or a disjunction without constants, repetitions and parts of the same kind.
pub(super) fn simplified(parts: Vec<Expanded>, all: bool) -> Expanded {
    let mut flat = parts;
    if flat.iter().any(|part| !matches!(part, Expanded::Literal(_))) {
        for part in std::mem::take(&mut flat) {
            match part {
                Expanded::Constant(value) if value == all => {}
                Expanded::Constant(value) => return Expanded::Constant(value),
                Expanded::And(inner) if all => flat.extend(inner),
                Expanded::Or(inner) if !all => flat.extend(inner),
                other => flat.push(other),
            }
        }
    }
    flat.sort_unstable();
    flat.dedup();
    let opposed = flat.windows(2).any(|pair| match pair {
        // A fact and its negation are neighbors in the order.
        [Expanded::Literal(left), Expanded::Literal(right)] => *left == right.negated(),
        _ => false,
    });
    if opposed {
        return Expanded::Constant(!all);
    }
    match flat.len() {
        0 => Expanded::Constant(all),
        1 => flat.swap_remove(0),
        _ if all => Expanded::And(flat),
        _ => Expanded::Or(flat),
    }
}
