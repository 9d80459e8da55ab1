//! Plays random games to find a fault that the rules alone do not show: both players winning at once.
//!
//! In: rules, and random numbers. Out: a diagnostic for the first game that goes wrong. Finding nothing proves
//! nothing.

use crate::{Game, Move, Position, Rules};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, codes};

/// No game is continued after this many moves.
const LONGEST: usize = 300;

/// Plays random games until both players win at once; `draw` gives an index below its argument.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::games::{inspect, read};
/// use banto::limits::Limits;
/// use banto::search::Random;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/nim.pddl"), text("problems/games/nim-1-2-3.pddl"));
/// let game = read(&domain, &problem, &Limits::none()).unwrap();
/// let mut random = Random::new(1);
/// let found = inspect(&game.rules, 20, &mut |below| random.below_index(below), &Limits::none());
/// assert!(found.unwrap().is_none(), "nobody wins together with the other");
/// ```
pub fn inspect(
    rules: &Rules,
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
            return Ok(Some(two_winners(rules, moves)));
        }
        while !position.played().is_empty() {
            position.undo();
        }
    }
    Ok(None)
}

/// The diagnostic for moves after which both players had won.
pub fn two_winners(rules: &Rules, moves: &[Move]) -> Diagnostic {
    let moves: Vec<String> = moves.iter().map(|one| rules.show_move(*one)).collect();
    let when = match moves.as_slice() {
        [] => "at first".to_owned(),
        moves => format!("after {}", moves.join(" ")),
    };
    codes::E0407
        .at(rules.convention.places.wins, format!("both players have won {when}"))
        .help("let `wins` hold for one player at most, whatever the moves")
}
