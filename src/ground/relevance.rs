//! Relevance: what no path leads from to what is wanted goes, and what is there twice.
//!
//! In: a simplified [`Program`] and an [`Aim`]. Out: the same program with what the aim needs. It does not know what is reachable.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::Aim;
use super::program::{FactNumber, GroundAxiom, GroundEffect, GroundOperator, Lit, Program};
use crate::limits::{Limits, Stop};

/// Drops what the aim does not need: facts from which no path leads to what is wanted, operators that add or delete nothing
/// that is, and of operators and axioms that do the same all but the cheapest. For everything, all operators stay.
///
/// # Errors
/// When a limit is reached.
pub(super) fn drop_irrelevant(program: &mut Program, aim: &Aim, limits: &Limits) -> Result<(), Stop> {
    let Some(goal) = &program.goal else { return Ok(()) };
    let mut makers: Vec<Vec<u32>> = vec![Vec::new(); program.facts.len() * 2];
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    for (index, operator) in program.operators.iter().enumerate() {
        for effect in &operator.effects {
            makers[effect.literal.index()].push(number(index));
        }
    }
    let mut rules: FxHashMap<FactNumber, Vec<u32>> = FxHashMap::default();
    for (index, axiom) in program.axioms.iter().enumerate() {
        rules.entry(axiom.head).or_default().push(number(index));
    }
    let mut wanted = FixedBitSet::with_capacity(program.facts.len() * 2);
    let mut used = FixedBitSet::with_capacity(program.operators.len());
    let mut open: Vec<Lit> = goal.clone();
    open.extend(program.named(aim).flat_map(|fact| [Lit::new(fact, true), Lit::new(fact, false)]));
    if *aim != Aim::Goal {
        used.insert_range(..);
        open.extend(program.operators.iter().flat_map(|operator| &operator.condition));
    }
    limits.check_now()?;
    while let Some(literal) = open.pop() {
        limits.check()?;
        if wanted.put(literal.index()) {
            continue;
        }
        // A derived fact is made true and false by what its rules read, either way.
        for rule in rules.get(&literal.fact()).into_iter().flatten() {
            for read in &program.axioms[*rule as usize].body {
                open.push(if literal.is_positive() { *read } else { read.negated() });
            }
        }
        for operator in &makers[literal.index()] {
            let operator = &program.operators[*operator as usize];
            for effect in operator.effects.iter().filter(|effect| effect.literal == literal) {
                open.extend(&effect.condition);
            }
        }
        for operator in &makers[literal.index()] {
            if !used.put(*operator as usize) {
                open.extend(&program.operators[*operator as usize].condition);
            }
        }
        // What deletes a wanted fact under a condition makes the condition's negation wanted.
        for operator in &makers[literal.negated().index()] {
            for effect in &program.operators[*operator as usize].effects {
                if effect.literal == literal.negated() {
                    open.extend(effect.condition.iter().map(|read| read.negated()));
                }
            }
        }
    }
    let relevant =
        |fact: FactNumber| wanted.contains(fact.index() * 2) || wanted.contains(fact.index() * 2 + 1);
    let mut index = 0;
    program.operators.retain_mut(|operator| {
        index += 1;
        if !used.contains(index - 1) {
            return false;
        }
        operator.effects.retain(|effect| relevant(effect.literal.fact()));
        !operator.effects.is_empty() || *aim != Aim::Goal
    });
    program.axioms.retain(|axiom| relevant(axiom.head));
    for fact in 0..program.facts.len() {
        if !relevant(fact.into()) {
            program.initial.set(fact, false);
        }
    }
    if *aim == Aim::Goal {
        drop_repeated_operators(program, limits)?;
    }
    let mut seen = rustc_hash::FxHashSet::default();
    let axioms: Vec<GroundAxiom> = std::mem::take(&mut program.axioms);
    program.axioms = axioms.into_iter().filter(|axiom| seen.insert(axiom.clone())).collect();
    Ok(())
}

fn drop_repeated_operators(program: &mut Program, limits: &Limits) -> Result<(), Stop> {
    let mut seen: FxHashMap<(Vec<Lit>, Vec<GroundEffect>), usize> = FxHashMap::default();
    let mut kept: Vec<GroundOperator> = Vec::with_capacity(program.operators.len());
    for mut operator in std::mem::take(&mut program.operators) {
        limits.check()?;
        let key = (std::mem::take(&mut operator.condition), std::mem::take(&mut operator.effects));
        match seen.get(&key) {
            Some(first) if kept[*first].cost <= operator.cost => {}
            Some(first) => kept[*first] = operator,
            None => {
                seen.insert(key, kept.len());
                kept.push(operator);
            }
        }
    }
    #[allow(clippy::iter_over_hash_type, reason = "each entry goes to its own place")]
    for ((condition, effects), index) in seen {
        kept[index].condition = condition;
        kept[index].effects = effects;
    }
    program.operators = kept;
    Ok(())
}
