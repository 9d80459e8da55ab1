//! Updates beside the variables: applicable moves, derived facts, threats, dead win rules, keys.
//!
//! In: the facts that a move adds, or that taking it back restores. Out: the [`Position`] afterwards.

use crate::win_rules::NOBODY;
use crate::{Position, Rules, Side};

impl Position<'_> {
    pub(super) fn set_ready(&mut self, operator: usize, ready: bool) {
        let side = self.rules.moves.to_move.mover(operator).index();
        let slot = self.rules.moves.slots[operator] as usize;
        self.ready[side].set(slot, ready);
    }

    /// An axiom starts or stops lacking only this fact: a win rule starts or stops being a threat.
    pub(super) fn set_threat(&mut self, axiom: usize, fact: u32, is_threat: bool) {
        let Rules { moves, wins, aids, .. } = self.rules;
        let side = usize::from(wins.winner[axiom]);
        if wins.winner[axiom] == NOBODY {
            return;
        }
        for operator in aids.adders.of(fact as usize) {
            let operator = *operator as usize;
            if moves.to_move.mover(operator).index() != side {
                continue;
            }
            let slot = moves.slots[operator] as usize;
            let threats = &mut self.threats[operator];
            *threats = if is_threat { *threats + 1 } else { *threats - 1 };
            self.completing[side].set(slot, *threats > 0);
        }
    }

    /// Notifies the units that a fact holds.
    pub(super) fn holds(&mut self, fact: u32) {
        let moves = &self.rules.moves;
        let axioms = moves.heads.len();
        for unit in moves.readers.of(fact as usize) {
            let unit = *unit as usize;
            let left = self.missing[unit] - 1;
            self.missing[unit] = left;
            if unit >= axioms {
                if left == 0 {
                    self.set_ready(unit - axioms, true);
                }
                continue;
            }
            self.which[unit] ^= fact;
            match left {
                0 => {
                    self.set_threat(unit, fact, false);
                    self.give(unit, true);
                }
                1 => self.set_threat(unit, self.which[unit], true),
                _ => {}
            }
        }
    }

    /// Notifies the units that a fact no longer holds.
    fn fails(&mut self, fact: u32) {
        let moves = &self.rules.moves;
        let axioms = moves.heads.len();
        for unit in moves.readers.of(fact as usize) {
            let unit = *unit as usize;
            let left = self.missing[unit];
            self.missing[unit] = left + 1;
            if unit >= axioms {
                if left == 0 {
                    self.set_ready(unit - axioms, false);
                }
                continue;
            }
            match left {
                0 => {
                    self.set_threat(unit, fact, true);
                    self.give(unit, false);
                }
                1 => self.set_threat(unit, self.which[unit], false),
                _ => {}
            }
            self.which[unit] ^= fact;
        }
    }

    /// An axiom starts or stops deriving its head.
    pub(super) fn give(&mut self, axiom: usize, gives: bool) {
        let rules = self.rules;
        if rules.moves.circular.is_some() {
            return;
        }
        let variable = rules.moves.heads[axiom] as usize;
        let first = u32::from(rules.task.variables()[variable].first);
        let support = &mut self.support[variable];
        let (before, after) = if gives { (first + 1, first) } else { (first, first + 1) };
        if gives {
            *support += 1;
        } else {
            *support -= 1;
        }
        if *support == u32::from(gives) {
            self.value[variable] = after;
            self.fails(before);
            self.holds(after);
        }
    }

    pub(super) fn change(&mut self, variable: usize, fact: u32) {
        let Rules { task, wins, aids, .. } = self.rules;
        let old = std::mem::replace(&mut self.value[variable], fact);
        aids.keys.flip(old as usize, &mut self.keys);
        aids.keys.flip(fact as usize, &mut self.keys);
        for (rule, dies) in aids.dead_wins.of(task.variables()[variable].first, old, fact) {
            let rule = rule as usize;
            let alive = &mut self.alive[usize::from(wins.winner[rule])];
            if dies {
                *alive -= u32::from(self.dead[rule] == 0);
                self.dead[rule] += 1;
            } else {
                self.dead[rule] -= 1;
                *alive += u32::from(self.dead[rule] == 0);
            }
        }
        if let Some((_, state)) = &mut self.whole {
            task.packing().set(state, variable.into(), fact.into());
        }
        self.fails(old);
        self.holds(fact);
    }

    pub(super) fn assign(&mut self, fact: u32) {
        let variable = self.rules.moves.variable[fact as usize];
        let old = self.value[variable as usize];
        if old != fact {
            self.trail.push((variable, old));
            self.change(variable as usize, fact);
        }
    }

    /// Derives all facts from scratch if that cannot be done change by change.
    pub(super) fn derive(&mut self) {
        let Some((mut evaluator, mut state)) = self.whole.take() else { return };
        let task = &self.rules.task;
        evaluator.evaluate(task, &mut state);
        self.whole = Some((evaluator, state));
        for variable in 0..self.value.len() {
            if task.variables()[variable].layer.is_some()
                && let Some((_, state)) = &self.whole
            {
                let fact = task.packing().get(state, variable.into());
                self.assign(fact.into());
            }
        }
    }

    pub(super) fn has_won(&self, side: Side) -> bool {
        match self.rules.wins.facts[side.index()] {
            Some(fact) => self.value[self.rules.moves.variable[fact as usize] as usize] == fact,
            None => self.rules.wins.always[side.index()],
        }
    }

    /// Remembers the first position in which both have won.
    pub(super) fn note_two_winners(&mut self) {
        if self.fault.is_none() && self.has_won(Side::First) && self.has_won(Side::Second) {
            self.fault = Some(self.played.clone());
        }
    }
}
