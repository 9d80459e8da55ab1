//! Tables that make searches fast without changing values: move ordering, threats, ruled-out wins, symmetries, keys.
//!
//! In: the moves and the wins of a game. Out: [`SearchAids`].

use super::dead_wins::DeadWins;
use super::interference::Interference;
use super::keys::Keys;
use super::move_rules::MoveRules;
use super::transitions::Transitions;
use super::win_rules::WinRules;
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, Lists, OpId, Task, to_u32};
use banto_planning::symmetry::{Symmetry, symmetries};

/// Knowledge about a game beyond its rules.
#[derive(Clone, Debug)]
pub(super) struct SearchAids {
    /// Move ordering: the win rules that an operator brings nearer, and the opponent's that it rules out.
    pub(super) furthers: Lists,
    pub(super) hinders: Lists,
    /// For each fact that a win rule reads, the operators that always add it.
    pub(super) adders: Lists,
    pub(super) interference: Interference,
    pub(super) dead_wins: DeadWins,
    pub(super) transitions: Transitions,
    pub(super) symmetries: Vec<Symmetry>,
    /// For each symmetry, the operator that it maps to each operator.
    pub(super) inverses: Vec<Vec<u32>>,
    pub(super) keys: Keys,
}

impl SearchAids {
    pub(super) fn new(
        task: &Task,
        moves: &MoveRules,
        wins: &WinRules,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let transitions = Transitions::new(task, limits)?;
        let interference = Interference::new(task, moves, wins, limits)?;
        let symmetries = symmetries(task, &roles(task, moves, wins), limits)?;
        let keys = Keys::new(task, &symmetries, limits)?;
        let mut adders: Vec<(usize, usize)> = Vec::new();
        let mut furthers: Vec<(usize, usize)> = Vec::new();
        let mut hinders: Vec<(usize, usize)> = Vec::new();
        for operator in task.operators().map(OpId::index) {
            limits.check()?;
            let side = moves.to_move.mover(operator).index();
            let is_of_side = |rule: u32| usize::from(wins.winner[rule as usize]) == side;
            for added in moves.effects.of(operator).iter().map(|fact| FactId::from(*fact)) {
                let reading = wins.reading.of(added.index());
                if !reading.is_empty() {
                    adders.push((added.index(), operator));
                }
                let mine = reading.iter().filter(|rule| is_of_side(**rule));
                furthers.extend(mine.map(|rule| (operator, *rule as usize)));
                let values = task.variables()[task.variable_of(added).index()];
                for read in values.facts() {
                    if !transitions.may_follow(task, added, read) {
                        let theirs = wins.reading.of(read.index()).iter().filter(|rule| !is_of_side(**rule));
                        hinders.extend(theirs.map(|rule| (operator, *rule as usize)));
                    }
                }
            }
        }
        Ok(Self {
            furthers: Lists::new(task.operator_count(), furthers.iter().copied()),
            hinders: Lists::new(task.operator_count(), hinders.iter().copied()),
            adders: Lists::new(task.fact_count(), adders.iter().copied()),
            dead_wins: DeadWins::new(task, &transitions, &wins.reading, limits)?,
            inverses: symmetries.iter().map(|symmetry| inverse(&symmetry.operators)).collect(),
            interference,
            transitions,
            symmetries,
            keys,
        })
    }
}

/// A number for each fact that no symmetry may exchange with others: turns and endings.
fn roles(task: &Task, moves: &MoveRules, wins: &WinRules) -> Vec<u32> {
    let mut roles = vec![0; task.fact_count()];
    let ends = wins.facts.into_iter().chain([wins.draw]).map(|fact| fact.map(FactId::from));
    for (role, fact) in moves.to_move.facts.into_iter().chain(ends).enumerate() {
        if let Some(fact) = fact {
            roles[fact.index()] = to_u32(role) + 1;
        }
    }
    roles
}

fn inverse(permutation: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; permutation.len()];
    for (from, to) in permutation.iter().enumerate() {
        inverse[*to as usize] = to_u32(from);
    }
    inverse
}
