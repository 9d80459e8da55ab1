//! A position as a [`Game`]: legal moves, threats, and whatever else searches need.

use crate::win_rules::NOBODY;
use crate::{ESTIMATE_LIMIT, Ending, Estimate, Game, Move, Position, Rules, Side};
use banto_planning::strips::FactId;

impl Position<'_> {
    /// Whether an applicable operator wins: it completes a win rule without breaking any part of it. Returns the rule.
    fn completes(&self, operator: usize, side: Side) -> Option<usize> {
        let Rules { moves, wins, aids, .. } = self.rules;
        let interference = &aids.interference;
        for fact in moves.effects.of(operator) {
            for rule in wins.reading.of(*fact as usize) {
                let rule = *rule as usize;
                let near = self.missing[rule] == 1
                    && self.which[rule] == *fact
                    && usize::from(wins.winner[rule]) == side.index();
                if near
                    && (interference.is_harmless[operator]
                        || !interference.disturbs(operator, rule, moves.variable[*fact as usize]))
                    && !interference.reads_derived[rule]
                {
                    return Some(rule);
                }
            }
        }
        None
    }

    /// The applicable operators of a side that complete a threat, each with its win rule.
    fn wins_of(&self, side: Side) -> impl Iterator<Item = (usize, usize)> + '_ {
        let index = side.index();
        self.ready[index].intersection(&self.completing[index]).filter_map(move |slot| {
            let operator = self.rules.moves.of_side[index][slot] as usize;
            self.completes(operator, side).map(|rule| (operator, rule))
        })
    }

    /// The win rules that are still possible, by how many facts each lacks: those of the side to move less the
    /// opponent's.
    fn lines(&self) -> i32 {
        let mut sums = [0i32; 2];
        for (rule, winner) in self.rules.wins.winner.iter().enumerate() {
            if *winner != NOBODY && self.dead[rule] == 0 {
                sums[usize::from(*winner)] += match self.missing[rule] {
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

impl Game for Position<'_> {
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
        let draw = self.rules.wins.draw?;
        (self.value[self.rules.moves.variable[draw as usize] as usize] == draw).then_some(Ending::Drawn)
    }

    fn moves(&self, list: &mut Vec<Move>) {
        let side = self.mover.index();
        let moves = &self.rules.moves;
        let start = list.len();
        list.extend(self.ready[side].ones().map(|slot| moves.of_side[side][slot]));
        if !moves.first_of_action.is_empty() {
            // The operators of one action do the same wherever they can be applied: the first one is the move.
            let action = |one: Move| moves.first_of_action[one as usize];
            let mut kept = start;
            for at in start..list.len() {
                if kept == start || action(list[at]) != action(list[kept - 1]) {
                    list[kept] = list[at];
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
    }

    fn play(&mut self, one: Move) {
        let moves = &self.rules.moves;
        self.begins.push(u32::try_from(self.trail.len()).unwrap_or(u32::MAX));
        self.played.push(one);
        let operator = one as usize;
        if moves.conditional[operator].is_empty() {
            for fact in moves.effects.of(operator) {
                self.assign(*fact);
            }
        } else {
            let mut happening = std::mem::take(&mut self.scratch);
            happening.clear();
            for effect in &moves.conditional[operator] {
                if effect.condition.iter().all(|fact| self.does_hold(FactId::from(*fact))) {
                    // Of several effects on one variable, the last one counts.
                    let variable = moves.variable[effect.fact as usize];
                    happening.retain(|fact| moves.variable[*fact as usize] != variable);
                    happening.push(effect.fact);
                }
            }
            happening.iter().for_each(|fact| self.assign(*fact));
            self.scratch = happening;
        }
        self.derive();
        self.mover = moves.to_move.next(operator);
        self.note_two_winners();
    }

    fn undo(&mut self) {
        let (Some(begin), Some(one)) = (self.begins.pop(), self.played.pop()) else { return };
        while self.trail.len() > begin as usize {
            if let Some((variable, old)) = self.trail.pop() {
                self.change(variable as usize, old);
            }
        }
        self.mover = self.rules.moves.to_move.mover(one as usize);
    }

    fn move_count(&self) -> usize {
        self.rules.moves.slots.len()
    }

    fn key_words(&self) -> usize {
        self.rules.aids.keys.words
    }

    fn key(&self, key: &mut [u64]) -> u32 {
        self.rules.aids.keys.least(&self.keys, key)
    }

    fn apply_symmetry(&self, symmetry: u32, one: Move) -> Move {
        self.rules.aids.symmetries[symmetry as usize].operators[one as usize]
    }

    fn revert_symmetry(&self, symmetry: u32, one: Move) -> Move {
        self.rules.aids.inverses[symmetry as usize][one as usize]
    }

    fn winning_move(&self) -> Option<Move> {
        let operator = self.wins_of(self.mover).next()?.0;
        u32::try_from(operator).ok()
    }

    fn drop_losing(&self, list: &mut Vec<Move>, start: usize) -> bool {
        let Rules { moves, wins, aids, .. } = self.rules;
        let interference = &aids.interference;
        let before = list.len();
        // Only if a move surely does not end the game before the opponent wins.
        let may_be_drawn = interference.draws.iter().any(|(axiom, few)| self.missing[*axiom] <= *few);
        if !wins.conjunctive || may_be_drawn {
            return false;
        }
        for (operator, rule) in self.wins_of(self.mover.other()) {
            if interference.asks_derived[operator] {
                continue;
            }
            // A move that changes nothing the win needs does not stop it.
            let mut kept = start;
            for at in start..list.len() {
                let one = list[at] as usize;
                let passes = moves.to_move.next(one) != self.mover;
                if !passes || interference.touches(one, operator, rule) || interference.may_end[one] {
                    list[kept] = list[at];
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
        list.len() < before
    }

    fn order(&self, one: Move) -> i32 {
        let aids = &self.rules.aids;
        // The worth of a win rule that lacks no, one, two, three, or four and more facts.
        let worth = |rules: &[u32], table: [i32; 5]| -> i32 {
            let living = rules.iter().map(|rule| *rule as usize).filter(|rule| self.dead[*rule] == 0);
            living.map(|rule| table[(self.missing[rule] as usize).min(4)]).sum()
        };
        worth(aids.furthers.of(one as usize), [128, 128, 32, 8, 3])
            + worth(aids.hinders.of(one as usize), [64, 64, 16, 5, 2])
    }

    fn can_win(&self, side: Side) -> bool {
        !self.rules.wins.conjunctive || self.alive[side.index()] > 0
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
        self.rules.aids.transitions.longest(values.filter(|fact| !self.rules.task.is_derived(*fact)))
    }

    fn symmetries(&self) -> usize {
        self.rules.aids.symmetries.len()
    }
}
