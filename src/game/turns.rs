//! Whose move an operator is, and whose turn comes after it.
//!
//! In: a ground task and the convention. Out: [`Turns`], or diagnostics where an action leaves nobody, or both, to move.
//! Knows no positions.

use super::convention::Convention;
use super::play::Side;
use crate::source::{Diagnostic, codes};
use crate::strips::{FactId, FactName, OpId, Task};
use crate::task::{self, ObjectId, PredicateId};

/// The turns of a ground task.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The fact that says that it is a player's turn; none where no operator asks for it.
    pub(super) facts: [Option<FactId>; 2],
    /// For each operator whose move it is, and whose turn comes then.
    pub(super) moves: Vec<(Side, Side)>,
}

/// The value that says that an atom holds. Facts that are read negatively may have a variable of their own besides: the
/// first is meant.
pub(super) fn find(task: &Task, predicate: PredicateId, arguments: &[ObjectId]) -> Option<FactId> {
    (0..task.fact_count()).map(FactId::from).find(|fact| match task.name(*fact) {
        FactName::Atom(atom) => task.atom(atom) == (predicate, arguments),
        _ => false,
    })
}

/// Finds the turns of all operators.
pub(super) fn turns(
    names: &task::Task,
    task: &Task,
    convention: &Convention,
) -> Result<Turns, Vec<Diagnostic>> {
    let facts = convention.players.map(|player| find(task, convention.turn, &[player]));
    let mut faults = Vec::new();
    if task.operator_count() > 0 && facts.contains(&None) {
        let places = &convention.places;
        faults.push(
            Diagnostic::new(codes::E0406, "the turn never changes", places.turn)
                .help("let actions take the mover's turn away, and give it to the other player"),
        );
        return Err(faults);
    }
    let mut moves = Vec::with_capacity(task.operator_count());
    let mut blamed = Vec::new();
    for operator in task.operators() {
        let (schema, _) = task.step(operator);
        match turn(task, operator, facts) {
            Ok(pair) => moves.push(pair),
            Err(_) if blamed.contains(&schema) => {}
            Err(what) => {
                blamed.push(schema);
                let span = convention.places.actions[schema.index()];
                let action = &names.schemas[schema.index()].name;
                faults.push(
                    Diagnostic::new(codes::E0406, format!("after action {action} {what}"), span)
                        .label(format!("seen in {}", task.show_operator(names, operator)))
                        .help("take the mover's turn away, and give the turn to one player, in all cases"),
                );
            }
        }
    }
    if faults.is_empty() { Ok(Turns { facts, moves }) } else { Err(faults) }
}

fn turn(task: &Task, operator: OpId, facts: [Option<FactId>; 2]) -> Result<(Side, Side), &'static str> {
    let condition = task.condition(operator);
    let needed = |side: &Side| facts[side.index()].is_some_and(|fact| condition.contains(&fact));
    let Some(mover) = Side::BOTH.into_iter().find(needed) else {
        return Err("the turn is the same as ever");
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
