//! Interference: whether a move changes what a win needs (as actions interfere in Graphplan, Blum and Furst 1997).
//!
//! In: the moves and the wins of a game. Out: [`Interference`], which knows the moves that cannot stop a win.

use super::move_rules::MoveRules;
use super::win_rules::WinRules;
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, Lists, Task, to_u32};

/// The variables that operators change and require, and that axioms read.
#[derive(Clone, Debug)]
pub(super) struct Interference {
    /// For each operator, the variables that it changes, and those that it requires besides the turn.
    changes: Lists,
    asks: Lists,
    /// For each axiom the variables that it reads.
    reads: Lists,
    /// Operators and axioms that read derived facts: variables do not tell whether a move affects them.
    pub(super) asks_derived: Vec<bool>,
    pub(super) reads_derived: Vec<bool>,
    /// Operators that delete nothing that a win rule of their mover reads.
    pub(super) is_harmless: Vec<bool>,
    /// Operators that may end the game unpredictably.
    pub(super) may_end: Vec<bool>,
    /// The axioms of a draw, each with how many facts it may lack for one move to complete it.
    pub(super) draws: Vec<(usize, u32)>,
}

impl Interference {
    pub(super) fn new(
        task: &Task,
        moves: &MoveRules,
        wins: &WinRules,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let variable = |fact: FactId| moves.variable[fact.index()] as usize;
        let mut reads: Vec<(usize, usize)> = Vec::new();
        let mut reads_derived = Vec::with_capacity(task.axioms().len());
        for (index, axiom) in task.axioms().iter().enumerate() {
            limits.check()?;
            reads.extend(axiom.body.iter().map(|fact| (index, variable(*fact))));
            reads_derived.push(axiom.body.iter().any(|fact| task.is_derived(*fact)));
        }
        let mut changes: Vec<(usize, usize)> = Vec::new();
        let mut asks: Vec<(usize, usize)> = Vec::new();
        let (mut asks_derived, mut is_harmless, mut may_end) = (Vec::new(), Vec::new(), Vec::new());
        for operator in task.operators() {
            limits.check()?;
            let index = operator.index();
            changes.extend(task.effects(operator).map(|effect| (index, variable(effect.fact))));
            // The turn comes and goes: it is not an obstacle.
            let asked = || task.condition(operator).iter().filter(|fact| !moves.to_move.is_turn(**fact));
            asks.extend(asked().map(|fact| (index, variable(*fact))));
            asks_derived.push(asked().any(|fact| task.is_derived(*fact)));
            let added = moves.effects.of(index);
            let is_plain = moves.conditional[index].is_empty();
            let side = moves.to_move.mover(index).index();
            let takes = |fact: u32| {
                task.variables()[variable(fact.into())].facts().any(|other| {
                    let mut reading = wins.reading.of(other.index()).iter();
                    u32::from(other) != fact
                        && reading.any(|rule| usize::from(wins.winner[*rule as usize]) == side)
                })
            };
            is_harmless.push(is_plain && !added.iter().any(|fact| takes(*fact)));
            let is_end = |fact: &u32| wins.draw == Some(*fact) || wins.facts.contains(&Some(*fact));
            let mut completed: Vec<u32> =
                added.iter().flat_map(|fact| wins.reading.of(*fact as usize)).copied().collect();
            completed.sort_unstable();
            let twice = completed.windows(2).any(|pair| pair[0] == pair[1]);
            may_end.push(!is_plain || added.iter().any(is_end) || twice);
        }
        let most = task.operators().map(|operator| task.effects(operator).count()).max().unwrap_or(0);
        let of_draw =
            task.axioms().iter().enumerate().filter(|(_, axiom)| wins.draw == Some(axiom.head.into()));
        let draws = of_draw.map(|(index, axiom)| {
            let derived = axiom.body.iter().filter(|fact| task.is_derived(**fact)).count();
            (index, to_u32(derived + most))
        });
        Ok(Self {
            draws: draws.collect(),
            changes: Lists::new(task.operator_count(), changes.iter().copied()),
            asks: Lists::new(task.operator_count(), asks.iter().copied()),
            reads: Lists::new(task.axioms().len(), reads.iter().copied()),
            asks_derived,
            reads_derived,
            is_harmless,
            may_end,
        })
    }

    /// Whether a move changes a variable that another operator requires or an axiom reads.
    #[inline]
    pub(super) fn touches(&self, one: usize, other: usize, axiom: usize) -> bool {
        let (asked, read) = (self.asks.of(other), self.reads.of(axiom));
        self.changes.of(one).iter().any(|variable| asked.contains(variable) || read.contains(variable))
    }

    /// Whether a move changes a variable other than this one that an axiom reads.
    pub(super) fn disturbs(&self, one: usize, axiom: usize, variable: u32) -> bool {
        let read = self.reads.of(axiom);
        self.changes.of(one).iter().any(|changed| *changed != variable && read.contains(changed))
    }
}
