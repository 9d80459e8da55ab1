//! The rules of a game: a ground task prepared for play, in three layers.
//!
//! In: a resolved task, its ground task, the convention. Out: [`Rules`], from which positions start, or diagnostics.
//! Facts and operators are numbered as in the ground task.

use super::convention::Convention;
use super::move_rules::MoveRules;
use super::search_aids::SearchAids;
use super::side_to_move::SideToMove;
use super::win_rules::WinRules;
use crate::{GameError, Side};
use banto_base::limits::Limits;
use banto_planning::strips::{OpId, Task};
use banto_text::task::{self, ObjectId};

/// How positions are estimated if a search ends before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// Every open position counts as a draw.
    Nothing,
    /// Win rules that are still possible count by how many of their facts are missing.
    Lines,
    /// How far each side would be from a win if nothing were ever deleted and the other side did not move.
    Distance,
}

/// The rules of a game.
#[derive(Debug)]
pub struct Rules {
    names: task::Task,
    pub(super) task: Task,
    pub(super) convention: Convention,
    pub(super) first_mover: Side,
    pub(super) wins: WinRules,
    pub(super) moves: MoveRules,
    pub(super) aids: SearchAids,
}

impl Rules {
    /// Prepares a ground task that has every operator, and all facts of `turn`, `wins` and `draw`.
    pub(super) fn new(
        names: task::Task,
        task: Task,
        convention: Convention,
        limits: &Limits,
    ) -> Result<Self, GameError> {
        let first = convention.players[0];
        let is_first = names.init.iter().any(|(it, args)| it == convention.turn && args == [first]);
        let to_move = SideToMove::new(&names, &task, &convention, limits)?;
        let wins = WinRules::new(&names, &task, &convention, limits)?;
        let moves = MoveRules::new(&task, to_move, limits)?;
        let aids = SearchAids::new(&task, &moves, &wins, limits)?;
        let first_mover = if is_first { Side::First } else { Side::Second };
        Ok(Self { names, task, convention, first_mover, wins, moves, aids })
    }

    /// How positions are estimated unless a player asks otherwise: by lines if wins are conjunctions of facts, else by
    /// distance.
    pub fn estimate(&self) -> Estimate {
        if self.wins.conjunctive { Estimate::Lines } else { Estimate::Distance }
    }

    /// The name of a player.
    pub fn player(&self, side: Side) -> &str {
        self.names.objects.name(self.convention.players[side.index()])
    }

    /// A move as an action.
    pub fn show_move(&self, one: u32) -> String {
        self.task.show_operator(&self.names, OpId::from(one))
    }

    /// The arguments of a move.
    pub fn arguments(&self, one: u32) -> &[ObjectId] {
        self.task.step(OpId::from(one)).1
    }

    /// The ground task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The resolved task.
    pub fn names(&self) -> &task::Task {
        &self.names
    }
}
