//! Two texts to a playable game in one call.
//!
//! In: a domain, a problem, limits. Out: [`GameTask`], or a [`GameError`] with everything that is wrong.

use super::convention::{convention, read_by_games};
use crate::{Board, GameError, Rules, board};
use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, Severity, SourceText, codes};
use banto_planning::ground::{Scope, ground_for};
use banto_text::pddl::{parse_domain_within, parse_problem_within};
use banto_text::task::{Task, resolve_within};

/// A game that is ready to play.
#[derive(Debug)]
#[non_exhaustive]
pub struct GameTask {
    /// The rules: positions start from them.
    pub rules: Rules,
    /// How positions are drawn.
    pub board: Board,
    /// The warnings about both texts.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a game: parses and resolves both texts, checks the convention, grounds the task, and prepares the rules.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::games::{Game, Position, read};
/// use banto::limits::Limits;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/nim.pddl"), text("problems/games/nim-1-2-3.pddl"));
/// let limits = Limits::none();
/// let game = read(&domain, &problem, &limits).unwrap();
/// let mut moves = Vec::new();
/// Position::new(&game.rules).moves(&mut moves);
/// assert_eq!(moves.len(), 1 + 2 + 3);
///
/// let blocks = text("domains/blocks.pddl");
/// assert!(read(&blocks, &problem, &limits).is_err());
/// ```
///
/// # Errors
/// If the texts are not a game, or a limit is reached.
pub fn read(domain: &SourceText, problem: &SourceText, limits: &Limits) -> Result<GameTask, GameError> {
    let (tree, problem_tree) = (parse_domain_within(domain, limits)?, parse_problem_within(problem, limits)?);
    let resolved = resolve_within(&tree, Some(&problem_tree), limits)?;
    let mut faults = resolved.diagnostics;
    let (Some(task), Some(tree), Some(problem_tree)) = (resolved.task, tree.tree, problem_tree.tree) else {
        return Err(GameError::Faults(faults));
    };
    let (convention, more) = convention(&tree, &problem_tree, &task);
    let (board, hints) = board(domain, problem, &task);
    faults.retain(|fault| !is_read_by_game(fault, domain, &task, &board));
    faults.extend(more.into_iter().chain(hints));
    let Some(convention) = convention.filter(|_| !faults.iter().any(is_error)) else {
        return Err(GameError::Faults(faults));
    };
    let mut keep = convention.predicates();
    keep.extend(board.predicates());
    let grounded = ground_for(&task, &Scope::Everything(keep), limits, &mut |_| {})?;
    match Rules::new(task, grounded.task.unwrap_or_default(), convention, limits) {
        Ok(rules) => Ok(GameTask { rules, board, warnings: faults }),
        Err(GameError::Faults(more)) => {
            faults.extend(more);
            Err(GameError::Faults(faults))
        }
        Err(error) => Err(error),
    }
}

fn is_error(fault: &Diagnostic) -> bool {
    fault.severity() == Severity::Error
}

/// Whether a warning says that nothing reads a predicate, although games or the board do.
fn is_read_by_game(warning: &Diagnostic, domain: &SourceText, task: &Task, board: &Board) -> bool {
    let declared =
        warning.labels.first().filter(|label| label.file == 0).map(|label| domain.slice(label.span));
    let named = declared.and_then(|text| text.trim_start_matches('(').split_whitespace().next());
    let named = named.map(|name| name.trim_end_matches(')')).and_then(|name| task.predicates.find(name));
    let mut read = read_by_games(task).into_iter().chain(board.predicates());
    warning.code == codes::W0203 && named.is_some_and(|named| read.any(|one| one == named))
}
