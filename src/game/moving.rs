//! Playing a task as a game: legal moves, wins that are near, and what searches like to know besides.
//!
//! In: a [`Position`] that keeps itself up to date. Out: its [`Game`]. Knows no search.

use super::play::{ESTIMATE_LIMIT, Ending, Game, Move, Side};
use super::position::{Estimate, Position};
use super::rules::NOBODY;
use crate::strips::FactId;

impl Position<'_, '_> {
    /// Whether an operator that is ready wins: it completes a rule and disturbs nothing of it. Gives the rule.
    fn completes(&self, operator: usize, side: Side) -> Option<usize> {
        let rules = self.rules;
        let masks = &rules.masks;
        for fact in rules.effects.of(operator) {
            for rule in masks.claims.of(*fact as usize) {
                let rule = *rule as usize;
                let near = self.missing[rule] == 1
                    && self.which[rule] == *fact
                    && usize::from(rules.claims[rule]) == side.index();
                if near
                    && (masks.is_harmless[operator]
                        || !masks.disturbs(operator, rule, rules.variable[*fact as usize]))
                    && !masks.body_derived[rule]
                {
                    return Some(rule);
                }
            }
        }
        None
    }

    /// The operators of a side that are ready and complete a winning rule.
    fn wins_of(&self, side: Side) -> impl Iterator<Item = (usize, usize)> + '_ {
        let index = side.index();
        self.ready[index].iter().zip(&self.hot[index]).enumerate().flat_map(move |(word, (ready, hot))| {
            Bits(ready & hot).filter_map(move |bit| {
                let operator = self.rules.of_side[index][word * 64 + bit] as usize;
                self.completes(operator, side).map(|rule| (operator, rule))
            })
        })
    }

    /// What the winning rules that are still possible promise each side.
    fn lines(&self) -> i32 {
        let mut sums = [0i32; 2];
        for (rule, claim) in self.rules.claims.iter().enumerate() {
            if *claim != NOBODY && self.dead[rule] == 0 {
                sums[usize::from(*claim)] += match self.missing[rule] {
                    0 | 1 => 40,
                    2 => 12,
                    3 => 3,
                    _ => 1,
                };
            }
        }
        sums[self.mover.index()] - sums[self.mover.other().index()]
    }
}

/// The numbers of the bits that are set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

impl Game for Position<'_, '_> {
    fn mover(&self) -> Side {
        self.mover
    }

    fn ending(&self) -> Option<Ending> {
        if self.has_won(Side::First) {
            return Some(Ending::Won(Side::First));
        }
        if self.has_won(Side::Second) {
            return Some(Ending::Won(Side::Second));
        }
        let draw = self.rules.draw?;
        (self.value[self.rules.variable[draw as usize] as usize] == draw).then_some(Ending::Drawn)
    }

    fn moves(&self, list: &mut Vec<Move>) {
        let side = self.mover.index();
        for (word, ready) in self.ready[side].iter().enumerate() {
            list.extend(Bits(*ready).map(|bit| self.rules.of_side[side][word * 64 + bit]));
        }
    }

    fn play(&mut self, one: Move) {
        let rules = self.rules;
        self.begins.push(u32::try_from(self.trail.len()).unwrap_or(u32::MAX));
        self.played.push(one);
        let operator = one as usize;
        if rules.conditional[operator].is_empty() {
            for fact in rules.effects.of(operator) {
                self.assign(*fact);
            }
        } else {
            let mut happening = std::mem::take(&mut self.scratch);
            happening.clear();
            for effect in &rules.conditional[operator] {
                if effect.condition.iter().all(|fact| self.does_hold(FactId::from(*fact))) {
                    // Of effects on one variable the last one counts.
                    let variable = rules.variable[effect.fact as usize];
                    happening.retain(|fact| rules.variable[*fact as usize] != variable);
                    happening.push(effect.fact);
                }
            }
            happening.iter().for_each(|fact| self.assign(*fact));
            self.scratch = happening;
        }
        self.derive();
        self.mover = rules.turns.moves[operator].1;
        self.judge();
    }

    fn undo(&mut self) {
        let (Some(begin), Some(one)) = (self.begins.pop(), self.played.pop()) else { return };
        while self.trail.len() > begin as usize {
            if let Some((variable, old)) = self.trail.pop() {
                self.change(variable as usize, old);
            }
        }
        self.mover = self.rules.turns.moves[one as usize].0;
    }

    fn move_count(&self) -> usize {
        self.rules.slots.len()
    }

    fn key_words(&self) -> usize {
        self.rules.keys.words
    }

    fn key(&self, key: &mut [u64]) -> u32 {
        self.rules.keys.least(&self.keys, key)
    }

    fn turned(&self, symmetry: u32, one: Move) -> Move {
        self.rules.symmetries[symmetry as usize].operators[one as usize]
    }

    fn turned_back(&self, symmetry: u32, one: Move) -> Move {
        self.rules.backwards[symmetry as usize][one as usize]
    }

    fn winning_move(&self) -> Option<Move> {
        let operator = self.wins_of(self.mover).next()?.0;
        u32::try_from(operator).ok()
    }

    fn drop_losing(&self, list: &mut Vec<Move>, start: usize) -> bool {
        let rules = self.rules;
        let before = list.len();
        // Only where a move surely does not end the game before the opponent wins.
        let may_be_drawn = rules.masks.draws.iter().any(|(rule, few)| self.missing[*rule] <= *few);
        if !rules.plain || may_be_drawn {
            return false;
        }
        for (operator, rule) in self.wins_of(self.mover.other()) {
            if rules.masks.reads_derived[operator] {
                continue;
            }
            // A move that changes nothing that the win needs leaves it there.
            let mut kept = start;
            for at in start..list.len() {
                let one = list[at] as usize;
                let passes = rules.turns.moves[one].1 != self.mover;
                if !passes || rules.masks.touches(one, operator, rule) || rules.masks.may_end[one] {
                    list[kept] = list[at];
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
        list.len() < before
    }

    fn promise(&self, one: Move) -> i32 {
        let rules = self.rules;
        // What a line is worth by how many facts it lacks, from none to four or more.
        let worth = |lines: &[u32], table: [i32; 5]| -> i32 {
            let living = lines.iter().map(|rule| *rule as usize).filter(|rule| self.dead[*rule] == 0);
            living.map(|rule| table[(self.missing[rule] as usize).min(4)]).sum()
        };
        worth(rules.furthers.of(one as usize), [128, 128, 32, 8, 3])
            + worth(rules.hinders.of(one as usize), [64, 64, 16, 5, 2])
    }

    fn can_win(&self, side: Side) -> bool {
        !self.rules.plain || self.alive[side.index()] > 0
    }

    fn estimate(&self) -> i32 {
        let value = match self.estimate {
            Estimate::Nothing => 0,
            Estimate::Lines => self.lines(),
            Estimate::Distance => {
                self.relaxed.lead(self.rules, self.mover, &|fact| self.does_hold(FactId::from(fact)))
            }
        };
        value.clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT)
    }

    fn longest(&self) -> Option<u32> {
        let values = self.value.iter().map(|fact| FactId::from(*fact));
        self.rules.changes.longest(values.filter(|fact| !self.rules.is_derived(*fact)))
    }

    fn symmetries(&self) -> usize {
        self.rules.symmetries.len()
    }
}
