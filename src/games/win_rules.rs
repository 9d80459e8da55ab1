//! How a game ends: the facts of `wins` and `draw`, and the axioms that derive a win.
//!
//! In: a ground task and its convention. Out: [`WinRules`]. A *win rule* is an axiom whose head is `(wins PLAYER)`,
//! such as a line of four; it keeps its number among the axioms.

use super::convention::{Convention, find};
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, Lists, Task};
use banto_text::task::{self, ObjectId};

/// The winner by an axiom that derives something other than a win.
pub(super) const NOBODY: u8 = 2;

/// The ends of a game.
#[derive(Clone, Debug)]
pub(super) struct WinRules {
    /// `(wins ...)` of both sides; `None` if the ground task has no such fact.
    pub(super) facts: [Option<u32>; 2],
    /// Sides that have won from the start: their win is in `:init`, and nothing changes it.
    pub(super) always: [bool; 2],
    /// `(draw)`.
    pub(super) draw: Option<u32>,
    /// For each axiom, the side that it makes the winner, or [`NOBODY`].
    pub(super) winner: Vec<u8>,
    /// For each fact the win rules that read it.
    pub(super) reading: Lists,
    /// Whether every win is a conjunction of facts that operators change.
    pub(super) conjunctive: bool,
}

impl WinRules {
    pub(super) fn new(
        names: &task::Task,
        task: &Task,
        convention: &Convention,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let facts = convention.players.map(|player| find(task, convention.wins, &[player]).map(u32::from));
        let draw = convention.draw.and_then(|draw| find(task, draw, &[])).map(u32::from);
        let stated =
            |player: ObjectId| names.init.iter().any(|(it, args)| it == convention.wins && args == [player]);
        let always = [0, 1].map(|side| facts[side].is_none() && stated(convention.players[side]));
        let mut conjunctive =
            always == [false; 2] && facts.iter().flatten().all(|fact| task.is_derived(FactId::from(*fact)));
        let mut winner = Vec::with_capacity(task.axioms().len());
        let mut reading: Vec<(usize, usize)> = Vec::new();
        for (index, axiom) in task.axioms().iter().enumerate() {
            limits.check()?;
            let side = facts.iter().position(|wins| *wins == Some(axiom.head.into()));
            winner.push(side.map_or(NOBODY, |side| u8::from(side != 0)));
            if side.is_some() {
                conjunctive &= axiom.body.iter().all(|fact| !task.is_derived(*fact));
                reading.extend(axiom.body.iter().map(|fact| (fact.index(), index)));
            }
        }
        let reading = Lists::new(task.fact_count(), reading.iter().copied());
        Ok(Self { facts, always, draw, winner, reading, conjunctive })
    }
}
