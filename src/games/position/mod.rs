//! A position of a game written as a task.
//!
//! In: [`Rules`]. Out: [`Position`], which implements [`Game`](super::Game). A move changes a few variables; each
//! change notifies the units that wait for the facts, so that legal moves, derived facts and threats are always known.
//! A *threat* is a win rule that lacks a single fact (Allis 1994). Taking a move back restores the variables. A move
//! allocates nothing.

mod game;
mod update;

use fixedbitset::FixedBitSet;

use super::relaxed::Relaxed;
use super::win_rules::NOBODY;
use crate::{Estimate, Move, Rules, Side};
use banto_planning::strips::{AxiomEvaluator, FactId};

/// A position, and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Position<'r> {
    rules: &'r Rules,
    /// The fact that holds of each variable.
    value: Vec<u32>,
    /// For each unit how many facts it waits for, and for each axiom the exclusive or of their numbers.
    missing: Vec<u32>,
    which: Vec<u32>,
    /// For each win rule, how many of its facts can never hold again.
    dead: Vec<u32>,
    /// For each side, how many win rules are still possible.
    alive: [u32; 2],
    /// For each derived variable, how many axioms currently derive it.
    support: Vec<u32>,
    /// For each side, the operators that would be applicable if it were its turn; and those that add the last fact of a
    /// threat.
    ready: [FixedBitSet; 2],
    completing: [FixedBitSet; 2],
    /// For each operator how many threats it completes.
    threats: Vec<u16>,
    keys: Vec<u64>,
    mover: Side,
    /// Changed variables with their old facts, and where the changes of each move begin.
    trail: Vec<(u32, u32)>,
    begins: Vec<u32>,
    played: Vec<Move>,
    scratch: Vec<u32>,
    /// The whole state and the evaluator, if derived facts depend on each other in cycles.
    whole: Option<(AxiomEvaluator, Vec<u64>)>,
    estimate: Estimate,
    relaxed: Relaxed,
    /// The moves after which both sides had won.
    fault: Option<Vec<Move>>,
}

impl<'r> Position<'r> {
    /// The position at the start of a game.
    pub fn new(rules: &'r Rules) -> Self {
        let task = &rules.task;
        let none = [0, 1].map(|side| FixedBitSet::with_capacity(rules.moves.of_side[side].len()));
        let mut position = Self {
            rules,
            value: task.initial().iter().map(|fact| u32::from(*fact)).collect(),
            missing: rules.moves.needs.clone(),
            which: vec![0; rules.wins.winner.len()],
            dead: vec![0; rules.wins.winner.len()],
            alive: [0; 2],
            support: vec![0; task.variables().len()],
            ready: none.clone(),
            completing: none,
            threats: vec![0; task.operator_count()],
            keys: vec![0; rules.aids.keys.words * rules.aids.symmetries.len()],
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
        let Rules { task, moves, wins, aids, .. } = self.rules;
        let axioms = wins.winner.len();
        for axiom in 0..axioms {
            self.which[axiom] = moves.bodies.of(axiom).iter().fold(0, |all, fact| all ^ fact);
            let side = wins.winner[axiom];
            if side != NOBODY {
                for fact in moves.bodies.of(axiom) {
                    let fact = FactId::from(*fact);
                    let now = FactId::from(self.value[moves.variable[fact.index()] as usize]);
                    let possible = task.is_derived(fact) || aids.transitions.may_follow(task, now, fact);
                    self.dead[axiom] += u32::from(!possible);
                }
                self.alive[usize::from(side)] += u32::from(self.dead[axiom] == 0);
            }
        }
        for (unit, needs) in moves.needs.iter().enumerate() {
            match needs {
                0 if unit >= axioms => self.set_ready(unit - axioms, true),
                1 if unit < axioms => self.set_threat(unit, self.which[unit], true),
                _ => {}
            }
        }
        // Derived variables begin with their defaults; units are notified of what holds, fact by fact.
        let (derived, given): (Vec<u32>, Vec<u32>) =
            self.value.iter().partition(|fact| task.is_derived(FactId::from(**fact)));
        for fact in derived.iter().chain(&given) {
            aids.keys.flip(*fact as usize, &mut self.keys);
        }
        derived.iter().for_each(|fact| self.holds(*fact));
        (0..axioms).filter(|axiom| moves.needs[*axiom] == 0).for_each(|axiom| self.give(axiom, true));
        given.iter().for_each(|fact| self.holds(*fact));
        self.whole = moves.circular.clone().map(|evaluator| {
            let packing = task.packing();
            let mut state = vec![0; packing.complete_words()];
            for (variable, fact) in self.value.iter().enumerate() {
                packing.set(&mut state, variable.into(), FactId::from(*fact));
            }
            (evaluator, state)
        });
        self.derive();
        self.trail.clear();
        self.note_two_winners();
    }

    /// Changes how positions are estimated from now on.
    pub fn estimate_by(&mut self, estimate: Estimate) {
        self.estimate = estimate;
    }

    /// The moves so far.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The rules.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The moves after which both sides had won, if that ever happened: the rules are then wrong.
    pub fn fault(&self) -> Option<&[Move]> {
        self.fault.as_deref()
    }

    /// The facts of a win rule that holds for a side; none without one.
    pub(super) fn won_by(&self, side: Side) -> &'r [u32] {
        let Rules { wins, moves, .. } = self.rules;
        let is_it =
            |axiom: &usize| usize::from(wins.winner[*axiom]) == side.index() && self.missing[*axiom] == 0;
        (0..wins.winner.len()).find(is_it).map_or(&[], |axiom| moves.bodies.of(axiom))
    }

    /// Whether a fact of the ground task holds.
    pub fn does_hold(&self, fact: FactId) -> bool {
        self.value[self.rules.moves.variable[fact.index()] as usize] == u32::from(fact)
    }
}
