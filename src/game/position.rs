//! A position of a game that is written as a task.
//!
//! In: [`Rules`]. Out: [`Position`], which implements [`Game`]. A move changes a few variables; each change tells the units
//! that wait for the facts, so that legal moves, derived facts and lines that lack a single fact are always known. Taking a
//! move back changes the variables back. Nothing is allocated by a move. Knows no search.

use super::play::{Move, Side};
use super::relaxed::Relaxed;
use super::rules::{NOBODY, Rules};
use crate::strips::FactId;

/// How positions are estimated where a search ends before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// Every open position counts as a draw.
    Nothing,
    /// Winning rules that are still possible count by how many of their facts are missing.
    Lines,
    /// How far each side is from a win if nothing were ever taken away and nobody were in its way.
    Distance,
}

/// A position, and how it came about.
#[derive(Clone, Debug)]
pub struct Position<'r, 'a> {
    pub(super) rules: &'r Rules<'a>,
    /// The fact that holds of each variable.
    pub(super) value: Vec<u32>,
    /// For each unit how many facts it waits for, and for each rule the exclusive or of their numbers.
    pub(super) missing: Vec<u32>,
    pub(super) which: Vec<u32>,
    /// For each rule that makes a winner how many of its facts cannot come to hold any more.
    pub(super) dead: Vec<u32>,
    /// For each side how many such rules are not dead.
    pub(super) alive: [u32; 2],
    /// For each derived variable how many rules give it.
    pub(super) support: Vec<u32>,
    /// For each side its operators that can be applied, were it their turn; and those that add the last fact of a winning rule.
    pub(super) ready: [Vec<u64>; 2],
    pub(super) hot: [Vec<u64>; 2],
    pub(super) heat: Vec<u16>,
    pub(super) keys: Vec<u64>,
    pub(super) mover: Side,
    /// Changed variables with their old facts, and where the changes of each move begin.
    pub(super) trail: Vec<(u32, u32)>,
    pub(super) begins: Vec<u32>,
    pub(super) played: Vec<Move>,
    pub(super) scratch: Vec<u32>,
    /// The whole state and the evaluator, where derived facts depend on each other in circles.
    pub(super) whole: Option<(crate::strips::AxiomEvaluator, Vec<u64>)>,
    pub(super) estimate: Estimate,
    pub(super) relaxed: Relaxed,
    /// The moves after which both sides had won.
    pub(super) fault: Option<Vec<Move>>,
}

impl<'r, 'a> Position<'r, 'a> {
    /// The position that a game begins with.
    #[must_use]
    pub fn new(rules: &'r Rules<'a>) -> Self {
        let task = &rules.task;
        let words = |side: usize| vec![0u64; rules.of_side[side].len().div_ceil(64)];
        let mut position = Self {
            rules,
            value: task.initial().iter().map(|fact| u32::from(*fact)).collect(),
            missing: rules.needs.clone(),
            which: vec![0; rules.claims.len()],
            dead: vec![0; rules.claims.len()],
            alive: [0; 2],
            support: vec![0; task.variables().len()],
            ready: [words(0), words(1)],
            hot: [words(0), words(1)],
            heat: vec![0; task.operator_count()],
            keys: vec![0; rules.keys.words * rules.symmetries.len()],
            mover: rules.first_mover,
            trail: Vec::new(),
            begins: Vec::new(),
            played: Vec::new(),
            scratch: Vec::new(),
            whole: None,
            estimate: rules.estimate(),
            relaxed: Relaxed::new(rules),
            fault: None,
        };
        position.begin();
        position
    }

    fn begin(&mut self) {
        let rules = self.rules;
        for rule in 0..rules.claims.len() {
            self.which[rule] = rules.bodies.of(rule).iter().fold(0, |all, fact| all ^ fact);
            let side = rules.claims[rule];
            if side != NOBODY {
                for fact in rules.bodies.of(rule) {
                    let now = self.value[rules.variable[*fact as usize] as usize];
                    let derived = rules.is_derived(FactId::from(*fact));
                    let possible =
                        derived || rules.changes.may_follow(&rules.task, now.into(), FactId::from(*fact));
                    self.dead[rule] += u32::from(!possible);
                }
                self.alive[usize::from(side)] += u32::from(self.dead[rule] == 0);
            }
        }
        for unit in 0..rules.needs.len() {
            match rules.needs[unit] {
                0 if unit >= rules.claims.len() => self.set_ready(unit - rules.claims.len(), true),
                1 if unit < rules.claims.len() => self.warm(unit, self.which[unit], true),
                _ => {}
            }
        }
        // Derived variables begin with their defaults; what holds is told to the units, fact by fact.
        let (derived, given): (Vec<u32>, Vec<u32>) =
            self.value.iter().partition(|fact| rules.is_derived(FactId::from(**fact)));
        for fact in derived.iter().chain(&given) {
            rules.keys.flip(*fact as usize, &mut self.keys);
        }
        derived.iter().for_each(|fact| self.holds(*fact));
        (0..rules.claims.len()).filter(|rule| rules.needs[*rule] == 0).for_each(|rule| self.give(rule, true));
        given.iter().for_each(|fact| self.holds(*fact));
        self.whole = rules.circular.clone().map(|evaluator| {
            let packing = rules.task.packing();
            let mut state = vec![0; packing.complete_words()];
            for (variable, fact) in self.value.iter().enumerate() {
                packing.set(&mut state, variable.into(), FactId::from(*fact));
            }
            (evaluator, state)
        });
        self.derive();
        self.trail.clear();
        self.judge();
    }

    /// Estimates positions in this way from now on.
    pub fn estimate_by(&mut self, estimate: Estimate) {
        self.estimate = estimate;
    }

    /// The moves so far.
    #[must_use]
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &'r Rules<'a> {
        self.rules
    }

    /// The moves after which both sides had won at once, if that was ever seen: the rules are then wrong.
    #[must_use]
    pub fn fault(&self) -> Option<&[Move]> {
        self.fault.as_deref()
    }

    /// Whether a fact of the ground task holds.
    #[must_use]
    pub fn does_hold(&self, fact: FactId) -> bool {
        self.value[self.rules.variable[fact.index()] as usize] == u32::from(fact)
    }

    fn set_ready(&mut self, operator: usize, ready: bool) {
        let side = self.rules.turns.moves[operator].0.index();
        let slot = self.rules.slots[operator] as usize;
        let word = &mut self.ready[side][slot / 64];
        if ready {
            *word |= 1 << (slot % 64);
        } else {
            *word &= !(1 << (slot % 64));
        }
    }

    /// A winning rule lacks, or does not lack any more, this fact alone.
    fn warm(&mut self, rule: usize, fact: u32, hot: bool) {
        let rules = self.rules;
        let side = usize::from(rules.claims[rule]);
        if rules.claims[rule] == NOBODY {
            return;
        }
        for operator in rules.masks.adders.of(fact as usize) {
            let operator = *operator as usize;
            if rules.turns.moves[operator].0.index() != side {
                continue;
            }
            let slot = rules.slots[operator] as usize;
            let heat = &mut self.heat[operator];
            let word = &mut self.hot[side][slot / 64];
            if hot {
                *heat += 1;
                *word |= 1 << (slot % 64);
            } else {
                *heat -= 1;
                if *heat == 0 {
                    *word &= !(1 << (slot % 64));
                }
            }
        }
    }

    /// Tells the units that a fact holds.
    fn holds(&mut self, fact: u32) {
        let rules = self.rules;
        let count = rules.claims.len();
        for unit in rules.readers.of(fact as usize) {
            let unit = *unit as usize;
            let left = self.missing[unit] - 1;
            self.missing[unit] = left;
            if unit >= count {
                if left == 0 {
                    self.set_ready(unit - count, true);
                }
                continue;
            }
            self.which[unit] ^= fact;
            match left {
                0 => {
                    self.warm(unit, fact, false);
                    self.give(unit, true);
                }
                1 => self.warm(unit, self.which[unit], true),
                _ => {}
            }
        }
    }

    /// Tells the units that a fact does not hold any more.
    fn fails(&mut self, fact: u32) {
        let rules = self.rules;
        let count = rules.claims.len();
        for unit in rules.readers.of(fact as usize) {
            let unit = *unit as usize;
            let left = self.missing[unit];
            self.missing[unit] = left + 1;
            if unit >= count {
                if left == 0 {
                    self.set_ready(unit - count, false);
                }
                continue;
            }
            match left {
                0 => {
                    self.warm(unit, fact, true);
                    self.give(unit, false);
                }
                1 => self.warm(unit, self.which[unit], false),
                _ => {}
            }
            self.which[unit] ^= fact;
        }
    }

    /// A rule begins or ceases to give what it derives.
    fn give(&mut self, rule: usize, gives: bool) {
        let rules = self.rules;
        if rules.circular.is_some() {
            return;
        }
        let variable = rules.heads[rule] as usize;
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
        let rules = self.rules;
        let old = std::mem::replace(&mut self.value[variable], fact);
        rules.keys.flip(old as usize, &mut self.keys);
        rules.keys.flip(fact as usize, &mut self.keys);
        for (rule, dies) in rules.fates.of(rules.task.variables()[variable].first, old, fact) {
            let rule = rule as usize;
            let alive = &mut self.alive[usize::from(rules.claims[rule])];
            if dies {
                *alive -= u32::from(self.dead[rule] == 0);
                self.dead[rule] += 1;
            } else {
                self.dead[rule] -= 1;
                *alive += u32::from(self.dead[rule] == 0);
            }
        }
        if let Some((_, state)) = &mut self.whole {
            rules.task.packing().set(state, variable.into(), fact.into());
        }
        self.fails(old);
        self.holds(fact);
    }

    pub(super) fn assign(&mut self, fact: u32) {
        let variable = self.rules.variable[fact as usize];
        let old = self.value[variable as usize];
        if old != fact {
            self.trail.push((variable, old));
            self.change(variable as usize, fact);
        }
    }

    /// Derives facts anew where that cannot be done change by change.
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
        match self.rules.wins[side.index()] {
            Some(fact) => self.value[self.rules.variable[fact as usize] as usize] == fact,
            None => self.rules.always[side.index()],
        }
    }

    /// Notes a position in which both have won.
    pub(super) fn judge(&mut self) {
        if self.fault.is_none() && self.has_won(Side::First) && self.has_won(Side::Second) {
            self.fault = Some(self.played.clone());
        }
    }
}
