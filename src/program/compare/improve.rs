//! Shorter solutions for a level that a solver has solved.
//!
//! In: an outcome with a solution, what to minimize, limits. Out: the best solution in its place; each one is validated
//! before it is reported.

use super::outcome::{Ending, Outcome};
use banto_base::limits::Limits;
use banto_search::Observer;
use banto_sokoban::direct::{self, Aim};
use banto_sokoban::{Board, Level, Move};

/// Looks for shorter solutions until a limit is reached or none is left. `better` is told each of them.
/// True if the last one is proven best. A solution that the validator rejects ends the work, as a fault.
///
/// ```
/// use banto::internals::compare::{SolverName, improve, solve};
/// use banto::limits::Limits;
/// use banto::sokoban::direct::Aim;
///
/// let level = "########\n#@ $  .#\n#      #\n########".parse().unwrap();
/// let (limits, solver) = (Limits::none(), SolverName::read("greedy").unwrap());
/// let mut outcome = solve(&level, &solver, &limits, &()).unwrap();
/// assert!(improve(&level, &mut outcome, Aim::Moves, &limits, &(), &mut |_| {}));
/// assert_eq!(outcome.solution().unwrap().lengths[1], 4);
/// ```
pub fn improve(
    level: &Level,
    outcome: &mut Outcome,
    aim: Aim,
    limits: &Limits,
    observer: &dyn Observer,
    better: &mut dyn FnMut(&[Move]),
) -> bool {
    let Some(first) = outcome.solution() else { return false };
    let Ok(Some((board, position))) = Board::within(level, limits) else { return false };
    let path = first.path.clone();
    let mut ending = outcome.ending.clone();
    let improved = direct::improve(&board, &position, &path, aim, limits, Some(observer), &mut |moves| {
        if !matches!(ending, Ending::Faulty(_)) {
            ending = Ending::of_moves(level, moves.to_vec());
        }
        if let Ending::Solved(solution) = &ending {
            better(&solution.path);
        }
    });
    outcome.ending = ending;
    improved.is_some_and(|improved| improved.proven)
}
