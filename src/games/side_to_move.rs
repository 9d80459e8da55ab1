//! The side to move: whose move an operator is, and whose turn comes after it.
//!
//! In: a ground task and its convention. Out: [`SideToMove`], or diagnostics if after some action it is nobody's turn,
//! or both players'.

use super::convention::{Convention, find};
use crate::{GameError, Side};
use banto_base::limits::Limits;
use banto_base::source::codes;
use banto_planning::strips::{FactId, OpId, Task};
use banto_text::task;

/// The side to move before and after each operator.
#[derive(Clone, Debug)]
pub(super) struct SideToMove {
    /// The fact that says that it is a player's turn; `None` if no operator requires it.
    pub(super) facts: [Option<FactId>; 2],
    /// For each operator, the side that moves, and the side to move afterwards.
    operators: Vec<(Side, Side)>,
}

impl SideToMove {
    pub(super) fn new(
        names: &task::Task,
        task: &Task,
        convention: &Convention,
        limits: &Limits,
    ) -> Result<Self, GameError> {
        let facts = convention.players.map(|player| find(task, convention.turn, &[player]));
        let mut faults = Vec::new();
        if task.operator_count() > 0 && facts.contains(&None) {
            let places = &convention.places;
            let keeps = |schema: &&task::Schema| {
                let changes = schema.changes();
                let turns = |adds: bool| {
                    changes.iter().any(|one| one.0.predicate == convention.turn && one.1 == adds)
                };
                !(turns(true) && turns(false))
            };
            let keep: Vec<&str> = names.schemas.iter().filter(keeps).map(|one| one.name.as_str()).collect();
            let mut fault = codes::E0406.at(places.turn, "the turn is never passed on");
            if !keep.is_empty() {
                fault = fault.label(format!(
                    "not taken from one player and given to the other by {}",
                    keep.join(", ")
                ));
            }
            faults
                .push(fault.help("let actions take the mover's turn away, and give it to the other player"));
            return Err(GameError::Faults(faults));
        }
        let mut operators = Vec::with_capacity(task.operator_count());
        let mut blamed = Vec::new();
        for operator in task.operators() {
            limits.check()?;
            let (schema, _) = task.step(operator);
            match sides(task, operator, facts) {
                Ok(pair) => operators.push(pair),
                Err(_) if blamed.contains(&schema) => {}
                Err(what) => {
                    blamed.push(schema);
                    let span = convention.places.actions[schema.index()];
                    let action = &names.schemas[schema.index()].name;
                    faults.push(
                        codes::E0406
                            .at(span, format!("after action {action} {what}"))
                            .label(format!("seen in {}", task.show_operator(names, operator)))
                            .help(
                                "take the mover's turn away, and give the turn to one player, in all cases",
                            ),
                    );
                }
            }
        }
        if faults.is_empty() { Ok(Self { facts, operators }) } else { Err(GameError::Faults(faults)) }
    }

    #[inline]
    pub(super) fn mover(&self, operator: usize) -> Side {
        self.operators[operator].0
    }

    /// The side to move after a move.
    #[inline]
    pub(super) fn next(&self, operator: usize) -> Side {
        self.operators[operator].1
    }

    /// Whether a fact says whose turn it is.
    pub(super) fn is_turn(&self, fact: FactId) -> bool {
        self.facts.contains(&Some(fact))
    }
}

fn sides(task: &Task, operator: OpId, facts: [Option<FactId>; 2]) -> Result<(Side, Side), &'static str> {
    let condition = task.condition(operator);
    let needed = |side: &Side| facts[side.index()].is_some_and(|fact| condition.contains(&fact));
    let Some(mover) = Side::BOTH.into_iter().find(needed) else {
        return Err("the turn does not change");
    };
    let mut holds = [mover == Side::First, mover == Side::Second];
    for effect in task.effects(operator) {
        for side in Side::BOTH {
            let Some(fact) = facts[side.index()] else { continue };
            if task.variable_of(fact) != task.variable_of(effect.fact) {
                continue;
            }
            if !effect.condition.is_empty() {
                return Err("the turn depends on a condition");
            }
            holds[side.index()] = effect.fact == fact;
        }
    }
    match holds {
        [true, false] => Ok((mover, Side::First)),
        [false, true] => Ok((mover, Side::Second)),
        [false, false] => Err("no player is to move"),
        [true, true] => Err("both players are to move"),
    }
}
