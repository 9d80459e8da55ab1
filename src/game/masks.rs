//! Which variables operators and winning rules touch, as bit sets: they answer whether a move can stop a win.
//!
//! In: the rules of a game. Out: [`Masks`]. Knows no positions.

use super::rules::{NOBODY, Rules};
use crate::strips::{FactId, Lists, OpId, number};

/// Bit sets over variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Masks {
    words: usize,
    changes: Vec<u64>,
    reads: Vec<u64>,
    bodies: Vec<u64>,
    /// Operators and rules that read derived facts: what touches them cannot be told from variables.
    pub(super) reads_derived: Vec<bool>,
    pub(super) body_derived: Vec<bool>,
    /// Operators that take nothing away that their mover's winning rules read.
    pub(super) is_harmless: Vec<bool>,
    /// Operators that may end the game in a way that is not seen beforehand.
    pub(super) may_end: Vec<bool>,
    /// The rules of a draw, each with how few of its facts may be missing for one move to complete it.
    pub(super) draws: Vec<(usize, u32)>,
    /// For each fact the operators that add it in all cases, where a winning rule reads it.
    pub(super) adders: Lists,
    /// For each fact the winning rules that read it.
    pub(super) claims: Lists,
}

impl Masks {
    pub(super) fn new(rules: &Rules<'_>) -> Self {
        let task = &rules.task;
        let words = task.variables().len().div_ceil(64).max(1);
        let mut masks = Self { words, ..Self::default() };
        let set = |bits: &mut Vec<u64>, facts: &mut dyn Iterator<Item = u32>| {
            let start = bits.len();
            bits.resize(start + words, 0);
            for fact in facts {
                let variable = rules.variable[fact as usize] as usize;
                bits[start + variable / 64] |= 1 << (variable % 64);
            }
        };
        let derived = |fact: &u32| rules.is_derived(FactId::from(*fact));
        let mut claims: Vec<(usize, usize)> = Vec::new();
        for (rule, claim) in rules.claims.iter().enumerate() {
            let body = rules.bodies.of(rule);
            set(&mut masks.bodies, &mut body.iter().copied());
            masks.body_derived.push(body.iter().any(derived));
            if *claim != NOBODY {
                claims.extend(body.iter().map(|fact| (*fact as usize, rule)));
            }
        }
        masks.claims = Lists::new(task.fact_count(), claims.iter().copied());
        let mut adders: Vec<(usize, usize)> = Vec::new();
        for operator in task.operators() {
            let index = operator.index();
            let mover = rules.turns.moves[index].0.index();
            // The turn comes and goes: it is no obstacle.
            let asked =
                task.condition(operator).iter().filter(|fact| !rules.turns.facts.contains(&Some(**fact)));
            let condition: Vec<u32> = asked.map(|fact| u32::from(*fact)).collect();
            set(&mut masks.changes, &mut all_effects(rules, operator));
            set(&mut masks.reads, &mut condition.iter().copied());
            masks.reads_derived.push(condition.iter().any(derived));
            let added = rules.effects.of(index);
            adders.extend(
                added
                    .iter()
                    .filter(|fact| !masks.claims.of(**fact as usize).is_empty())
                    .map(|fact| (*fact as usize, index)),
            );
            let takes = |fact: u32| {
                let info = task.variables()[rules.variable[fact as usize] as usize];
                (0..info.size as usize).map(|value| info.first.plus(value)).any(|other| {
                    u32::from(other) != fact
                        && masks
                            .claims
                            .of(other.index())
                            .iter()
                            .any(|rule| usize::from(rules.claims[*rule as usize]) == mover)
                })
            };
            let harmless = rules.conditional[index].is_empty() && !added.iter().any(|fact| takes(*fact));
            masks.is_harmless.push(harmless);
            let direct = |fact: &u32| {
                rules.draw.into_iter().chain(rules.wins.into_iter().flatten()).any(|it| it == *fact)
            };
            let mut completed: Vec<u32> =
                added.iter().flat_map(|fact| masks.claims.of(*fact as usize)).copied().collect();
            completed.sort_unstable();
            let twice = completed.windows(2).any(|pair| pair[0] == pair[1]);
            masks.may_end.push(!rules.conditional[index].is_empty() || added.iter().any(direct) || twice);
        }
        let most = task.operators().map(|operator| task.effects(operator).count()).max().unwrap_or(0);
        for (index, rule) in task.axioms().iter().enumerate() {
            if rules.draw == Some(rule.head.into()) {
                let derived = rule.body.iter().filter(|fact| rules.is_derived(**fact)).count();
                masks.draws.push((index, number(derived + most)));
            }
        }
        masks.adders = Lists::new(task.fact_count(), adders.iter().copied());
        masks
    }

    /// Whether a move changes a variable that another operator asks for or that a rule reads.
    #[inline]
    pub(super) fn touches(&self, one: usize, other: usize, rule: usize) -> bool {
        let row = |bits: &[u64], at: usize, word: usize| bits[at * self.words + word];
        (0..self.words).any(|word| {
            row(&self.changes, one, word) & (row(&self.reads, other, word) | row(&self.bodies, rule, word))
                != 0
        })
    }

    /// Whether a move changes the variable of another fact of a rule than this one.
    pub(super) fn disturbs(&self, one: usize, rule: usize, variable: u32) -> bool {
        (0..self.words).any(|word| {
            let mut bits = self.changes[one * self.words + word] & self.bodies[rule * self.words + word];
            if variable as usize / 64 == word {
                bits &= !(1 << (variable % 64));
            }
            bits != 0
        })
    }
}

fn all_effects<'a>(rules: &'a Rules<'_>, operator: OpId) -> impl Iterator<Item = u32> + 'a {
    rules.task.effects(operator).map(|effect| u32::from(effect.fact))
}
