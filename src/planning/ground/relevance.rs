//! Relevance analysis: drops whatever does not contribute to the scope, then duplicates.
//!
//! In: a simplified [`PropositionalTask`] and a [`Scope`]. Out: the same task with what the scope needs.

use std::hash::{Hash, Hasher};

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Scope;
use super::propositional::{FactNumber, Lit, PropositionalTask};
use super::relation::growth;
use crate::strips::{Lists, to_u32};
use banto_base::limits::{Limits, Stop};

/// Drops what the scope does not need: facts that lead to nothing wanted, operators that add or delete nothing wanted,
/// and all but the cheapest of several operators or axioms that do the same. If the scope is everything, all operators
/// stay; if it is all plans, all facts do, too.
pub(super) fn drop_irrelevant(
    propositional: &mut PropositionalTask,
    scope: &Scope,
    limits: &Limits,
) -> Result<(), Stop> {
    let Some(goal) = propositional.goal.as_ref().filter(|_| *scope != Scope::Plans) else { return Ok(()) };
    let effects = propositional.operators.iter().map(|operator| operator.effects.len()).sum();
    let literals = propositional.facts.len() * 2;
    limits.check_allocation(
        Lists::bytes(literals, effects) + Lists::bytes(literals / 2, propositional.axioms.len()),
    )?;
    let operators = propositional.operators.iter().enumerate();
    let makers = Lists::new(
        literals,
        operators.flat_map(|(index, operator)| {
            operator.effects.iter().map(move |effect| (effect.literal.index(), index))
        }),
    );
    let axioms = propositional.axioms.iter().enumerate();
    let rules = Lists::new(literals / 2, axioms.map(|(index, axiom)| (axiom.head.index(), index)));
    let mut wanted = FixedBitSet::with_capacity(propositional.facts.len() * 2);
    let mut used = FixedBitSet::with_capacity(propositional.operators.len());
    let mut open = goal.to_vec();
    open.extend(propositional.named(scope).flat_map(|fact| [Lit::new(fact, true), Lit::new(fact, false)]));
    if *scope != Scope::Goal {
        used.insert_range(..);
        open.extend(propositional.operators.iter().flat_map(|operator| &operator.condition));
    }
    limits.check_now()?;
    while let Some(literal) = open.pop() {
        limits.check()?;
        if wanted.put(literal.index()) {
            continue;
        }
        // A derived fact is made true and false by whatever its rules read, with either sign.
        for rule in rules.of(literal.fact().index()) {
            for read in &propositional.axioms[*rule as usize].body {
                open.push(if literal.is_positive() { *read } else { read.negated() });
            }
        }
        for operator in makers.of(literal.index()) {
            let operator = &propositional.operators[*operator as usize];
            for effect in operator.effects.iter().filter(|effect| effect.literal == literal) {
                open.extend(&effect.condition);
            }
        }
        for operator in makers.of(literal.index()) {
            if !used.put(*operator as usize) {
                open.extend(&propositional.operators[*operator as usize].condition);
            }
        }
        // If an effect deletes a wanted fact under a condition, the condition's negation is wanted too.
        for operator in makers.of(literal.negated().index()) {
            for effect in &propositional.operators[*operator as usize].effects {
                if effect.literal == literal.negated() {
                    open.extend(effect.condition.iter().map(|read| read.negated()));
                }
            }
        }
    }
    let relevant =
        |fact: FactNumber| wanted.contains(fact.index() * 2) || wanted.contains(fact.index() * 2 + 1);
    let mut index = 0;
    propositional.operators.retain_mut(|operator| {
        index += 1;
        if !used.contains(index - 1) {
            return false;
        }
        operator.effects.retain(|effect| relevant(effect.literal.fact()));
        !operator.effects.is_empty() || *scope != Scope::Goal
    });
    propositional.axioms.retain(|axiom| relevant(axiom.head));
    for fact in 0..propositional.facts.len() {
        if !relevant(fact.into()) {
            propositional.initial.set(fact, false);
        }
    }
    if *scope == Scope::Goal {
        drop_repeated_operators(propositional, limits)?;
    }
    drop_repeated_axioms(propositional, limits)
}

/// The places of distinct things. The things are stored elsewhere, so this takes little memory.
struct Seen<'a> {
    table: HashTable<u32>,
    limits: &'a Limits,
}

impl<'a> Seen<'a> {
    /// Room for that many things, so that nothing moves as it grows.
    fn with_room(count: usize, limits: &'a Limits) -> Result<Self, Stop> {
        limits.check_allocation(growth(&HashTable::<u32>::new(), count))?;
        Ok(Self { table: HashTable::with_capacity(count), limits })
    }

    /// The place of something equal to the thing at `at`; if there is none, `at` is remembered.
    fn before(
        &mut self,
        at: usize,
        thing: &impl Hash,
        same: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, Stop> {
        self.limits.check()?;
        let mut hasher = FxHasher::default();
        thing.hash(&mut hasher);
        let key = hasher.finish();
        let found = self.table.find(key, |other| same(*other as usize)).map(|found| *found as usize);
        if found.is_none() {
            self.table.insert_unique(key, to_u32(at), |_| unreachable!("there is room"));
        }
        Ok(found)
    }
}

/// Of several operators that do the same, the cheapest stays, in the place of the first.
fn drop_repeated_operators(propositional: &mut PropositionalTask, limits: &Limits) -> Result<(), Stop> {
    let operators = &mut propositional.operators;
    let mut seen = Seen::with_room(operators.len(), limits)?;
    let mut repeated = FixedBitSet::with_capacity(operators.len());
    for at in 0..operators.len() {
        let does = |at: usize| (&operators[at].condition, &operators[at].effects);
        let same = |other: usize| does(other) == does(at);
        if let Some(first) = seen.before(at, &does(at), same)? {
            repeated.insert(at);
            if operators[first].cost > operators[at].cost {
                operators.swap(first, at);
            }
        }
    }
    retain(operators, &repeated);
    Ok(())
}

fn drop_repeated_axioms(propositional: &mut PropositionalTask, limits: &Limits) -> Result<(), Stop> {
    let axioms = &mut propositional.axioms;
    let mut seen = Seen::with_room(axioms.len(), limits)?;
    let mut repeated = FixedBitSet::with_capacity(axioms.len());
    for at in 0..axioms.len() {
        let same = |other: usize| axioms[other] == axioms[at];
        if seen.before(at, &axioms[at], same)?.is_some() {
            repeated.insert(at);
        }
    }
    retain(axioms, &repeated);
    Ok(())
}

/// Keeps everything outside a set of places.
fn retain<T>(things: &mut Vec<T>, dropped: &FixedBitSet) {
    let mut at = 0;
    things.retain(|_| {
        at += 1;
        !dropped.contains(at - 1)
    });
}
