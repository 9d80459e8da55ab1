//! Moves as people type them: the number of a legal move, an action, or words that only one action contains.
//!
//! In: words and a position. Out: moves, or an error message. Also prints moves and results in words.

use super::flags::From;
use crate::compare::figures::counted;
use crate::{Exit, Output};
use banto_games::{Ending, Game, Move, Position, Rules, Side};

/// The legal moves of a position; none if the game is over.
pub(super) fn legal(position: &Position<'_>) -> Vec<Move> {
    let mut list = Vec::new();
    if position.ending().is_none() {
        position.moves(&mut list);
    }
    list
}

/// How many of the possible moves are listed if a text is ambiguous.
const NAMED: usize = 6;

type Fits<'a> = &'a dyn Fn(&[&str]) -> bool;

/// The move that a text means, or why there is none.
pub(super) fn read(text: &str, position: &Position<'_>) -> Result<Move, String> {
    let legal = legal(position);
    let rules = position.rules();
    let text = text.trim();
    if legal.is_empty() {
        let moves = counted(position.played().len(), "move", "moves");
        return Err(format!("the game is over after {moves}"));
    }
    if let Ok(number) = text.parse::<usize>() {
        return match number.checked_sub(1).and_then(|index| legal.get(index)) {
            Some(one) => Ok(*one),
            None => Err(format!(
                "there is no move {number}: the legal moves are numbered from 1 to {}",
                legal.len()
            )),
        };
    }
    let plain = |text: &str| text.replace(['(', ')'], " ").to_ascii_lowercase();
    let typed = plain(text);
    let typed: Vec<&str> = typed.split_whitespace().collect();
    if typed.is_empty() {
        return Err("a move is expected".to_owned());
    }
    // A move that ends with the words is preferred to one that has them in the middle.
    let ways: [Fits<'_>; 3] = [&|shown| shown == typed, &|shown| shown.ends_with(&typed), &|shown| {
        shown.windows(typed.len()).any(|part| part == typed)
    }];
    let meant = ways.into_iter().find_map(|fits| {
        let shown = |one: &Move| plain(&rules.show_move(*one));
        let fits = |one: &Move| fits(&shown(one).split_whitespace().collect::<Vec<_>>());
        let meant: Vec<Move> = legal.iter().copied().filter(fits).collect();
        (!meant.is_empty()).then_some(meant)
    });
    match meant.as_deref() {
        Some([one]) => Ok(*one),
        Some(several) => {
            let shown: Vec<String> = several.iter().take(NAMED).map(|one| rules.show_move(*one)).collect();
            let more = several.len() - shown.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            Err(format!("{text} names {} moves: {}{more}", several.len(), shown.join(", ")))
        }
        None => Err(format!("{text} is not a legal move; try {}", rules.show_move(legal[0]))),
    }
}

/// Plays the moves of the command line.
pub(super) fn play_all(from: &From, position: &mut Position<'_>, output: &Output) -> Result<(), Exit> {
    for text in
        from.moves.iter().flat_map(|moves| moves.split([',', ';'])).filter(|one| !one.trim().is_empty())
    {
        match read(text, position) {
            Ok(one) => position.play(one),
            Err(message) => {
                let count = position.played().len() + 1;
                output.error(&format!("move {count}: {message}"));
                return Err(Exit::Input);
            }
        }
    }
    Ok(())
}

/// How the game ended, including by a position without moves.
pub(super) fn ending(position: &Position<'_>) -> Option<Ending> {
    position.ending().or_else(|| legal(position).is_empty().then_some(Ending::Drawn))
}

pub(super) fn named(rules: &Rules, side: Side) -> String {
    let name = rules.player(side);
    if name.eq_ignore_ascii_case(side.word()) { name.to_owned() } else { format!("{} ({name})", side.word()) }
}

pub(super) fn show_ending(rules: &Rules, ending: Ending) -> String {
    match ending {
        Ending::Won(side) => format!("{} wins", named(rules, side)),
        Ending::Drawn => "draw".to_owned(),
    }
}
