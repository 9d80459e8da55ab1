//! A position of a game that is written as a task.
//!
//! In: [`Rules`]. Out: [`Position`], which implements [`Game`]. A move changes a few variables; each change tells the units
//! that wait for the facts, so that legal moves, derived facts and lines that lack a single fact are always known. Taking a
//! move back changes the variables back. Nothing is allocated by a move. Knows no search.

use super::play::{ESTIMATE_LIMIT, Ending, Game, Move, Side};
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
    rules: &'r Rules<'a>,
    /// The fact that holds of each variable.
    value: Vec<u32>,
    /// For each unit how many facts it waits for, and for each rule the exclusive or of their numbers.
    missing: Vec<u16>,
    which: Vec<u32>,
    /// For each rule that makes a winner how many of its facts cannot come to hold any more.
    dead: Vec<u16>,
    /// For each side how many such rules are not dead.
    alive: [u32; 2],
    /// For each derived variable how many rules give it.
    support: Vec<u32>,
    /// For each side its operators that can be applied, were it their turn; and those that add the last fact of a winning rule.
    ready: [Vec<u64>; 2],
    hot: [Vec<u64>; 2],
    heat: Vec<u16>,
    keys: Vec<u64>,
    mover: Side,
    /// Changed variables with their old facts, and where the changes of each move begin.
    trail: Vec<(u32, u32)>,
    begins: Vec<u32>,
    played: Vec<Move>,
    scratch: Vec<u32>,
    /// The whole state and the evaluator, where derived facts depend on each other in circles.
    whole: Option<(crate::strips::AxiomEvaluator, Vec<u64>)>,
    estimate: Estimate,
    relaxed: Relaxed,
    /// The moves after which both sides had won.
    fault: Option<Vec<Move>>,
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
            estimate: if rules.plain { Estimate::Lines } else { Estimate::Distance },
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
                    self.dead[rule] += u16::from(!possible);
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

    fn change(&mut self, variable: usize, fact: u32) {
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

    fn assign(&mut self, fact: u32) {
        let variable = self.rules.variable[fact as usize];
        let old = self.value[variable as usize];
        if old != fact {
            self.trail.push((variable, old));
            self.change(variable as usize, fact);
        }
    }

    /// Derives facts anew where that cannot be done change by change.
    fn derive(&mut self) {
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

    fn has_won(&self, side: Side) -> bool {
        self.rules.wins[side.index()]
            .is_some_and(|fact| self.value[self.rules.variable[fact as usize] as usize] == fact)
    }

    /// Notes a position in which both have won.
    fn judge(&mut self) {
        if self.fault.is_none() && self.has_won(Side::First) && self.has_won(Side::Second) {
            self.fault = Some(self.played.clone());
        }
    }

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
        let mut sum = 0;
        for rule in rules.furthers.of(one as usize) {
            let rule = *rule as usize;
            if self.dead[rule] == 0 {
                sum += match self.missing[rule] {
                    0 | 1 => 128,
                    2 => 32,
                    3 => 8,
                    _ => 3,
                };
            }
        }
        for rule in rules.hinders.of(one as usize) {
            let rule = *rule as usize;
            if self.dead[rule] == 0 {
                sum += match self.missing[rule] {
                    0 | 1 => 64,
                    2 => 16,
                    3 => 5,
                    _ => 2,
                };
            }
        }
        sum
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
