//! What only play shows: both players win at once.
//!
//! In: rules, and numbers that look random. Out: a diagnostic for the first game that goes wrong. Nothing found is no proof.

use super::convention::Convention;
use super::play::{Game, Move};
use super::position::Position;
use super::rules::Rules;
use crate::limits::{Limits, Stop};
use crate::source::{Diagnostic, codes};

/// Games are not played on for longer than this.
const LONGEST: usize = 300;

/// Plays random games until both players win at once; `draw` gives an index below its argument.
///
/// ```
/// use banto::game::{Rules, convention, inspect};
/// use banto::ground::{Scope, ground_for};
/// use banto::limits::Limits;
/// use banto::search::Random;
/// use banto::source::SourceText;
/// use banto::{pddl, task};
///
/// let read = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (read("domains/games/nim.pddl"), read("problems/games/nim-1-2-3.pddl"));
/// let (domain, problem) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
/// let task = task::resolve(&domain, Some(&problem)).task.unwrap();
/// let convention = convention(&domain.tree.unwrap(), &problem.tree.unwrap(), &task).0.unwrap();
/// let scope = Scope::Everything(convention.predicates());
/// let grounded = ground_for(&task, &scope, &Limits::none(), &mut |_| {}).unwrap();
/// let rules = Rules::new(&task, grounded.task.unwrap(), &convention).unwrap();
/// let mut random = Random::new(1);
/// let found = inspect(&rules, &convention, 20, &mut |below| random.below_index(below), &Limits::none());
/// assert!(found.unwrap().is_none(), "nobody wins together with the other");
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn inspect(
    rules: &Rules<'_>,
    convention: &Convention,
    games: usize,
    draw: &mut dyn FnMut(usize) -> usize,
    limits: &Limits,
) -> Result<Option<Diagnostic>, Stop> {
    let mut position = Position::new(rules);
    let mut list = Vec::new();
    for _ in 0..games {
        for _ in 0..LONGEST {
            limits.check()?;
            list.clear();
            if position.fault().is_none() && position.ending().is_none() {
                position.moves(&mut list);
            }
            if list.is_empty() {
                break;
            }
            position.play(list[draw(list.len())]);
        }
        if let Some(moves) = position.fault() {
            return Ok(Some(two_winners(rules, convention, moves)));
        }
        while !position.played().is_empty() {
            position.undo();
        }
    }
    Ok(None)
}

/// What is said of moves after which both players had won.
#[must_use]
pub fn two_winners(rules: &Rules<'_>, convention: &Convention, moves: &[Move]) -> Diagnostic {
    let moves: Vec<String> = moves.iter().map(|one| rules.show_move(*one)).collect();
    let when = match moves.as_slice() {
        [] => "at first".to_owned(),
        moves => format!("after {}", moves.join(" ")),
    };
    Diagnostic::new(codes::E0407, format!("both players have won {when}"), convention.places.wins)
        .help("let `wins` hold for one player at most, whatever the moves")
}
