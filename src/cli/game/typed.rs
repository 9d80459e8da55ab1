//! Moves as people type them: a number among the legal moves, an action, or the last words of one where that is enough.
//!
//! In: words and a position. Out: moves, or what was wrong with the words; and moves and endings in words. Knows no search.

use super::super::exit::Exit;
use super::super::output::Output;
use super::From;
use crate::game::{Ending, Game, Move, Position, Rules, Side};

/// The legal moves of a position; none where the game is over.
pub(super) fn legal(position: &Position<'_, '_>) -> Vec<Move> {
    let mut list = Vec::new();
    if position.ending().is_none() {
        position.moves(&mut list);
    }
    list
}

/// The move that a text means, or why it means none.
pub(super) fn read(text: &str, position: &Position<'_, '_>) -> Result<Move, String> {
    let legal = legal(position);
    let rules = position.rules();
    let text = text.trim();
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
    let fits = |one: &Move, whole: bool| {
        let shown = plain(&rules.show_move(*one));
        let shown: Vec<&str> = shown.split_whitespace().collect();
        if whole { shown == typed } else { shown.ends_with(&typed) }
    };
    if typed.is_empty() {
        return Err("a move is expected".to_owned());
    }
    if let Some(one) = legal.iter().find(|one| fits(one, true)) {
        return Ok(*one);
    }
    let meant: Vec<Move> = legal.iter().copied().filter(|one| fits(one, false)).collect();
    match meant.as_slice() {
        [one] => Ok(*one),
        [] if legal.is_empty() => Err(format!("{text} is no legal move: the game is over")),
        [] => Err(format!("{text} is no legal move; try {}", rules.show_move(legal[0]))),
        [one, other, ..] => {
            Err(format!("{text} may mean {} or {}", rules.show_move(*one), rules.show_move(*other)))
        }
    }
}

/// Plays the moves of the command line.
pub(super) fn play_all(from: &From, position: &mut Position<'_, '_>) -> Result<(), Exit> {
    for text in
        from.moves.iter().flat_map(|moves| moves.split([',', ';'])).filter(|one| !one.trim().is_empty())
    {
        match read(text, position) {
            Ok(one) => position.play(one),
            Err(message) => {
                let count = position.played().len() + 1;
                Output::error(&format!("move {count}: {message}"));
                return Err(Exit::Input);
            }
        }
    }
    Ok(())
}

/// How the game has ended, a position without moves included.
pub(super) fn ending(position: &Position<'_, '_>) -> Option<Ending> {
    position.ending().or_else(|| legal(position).is_empty().then_some(Ending::Drawn))
}

/// A side with the name of its player.
pub(super) fn named(rules: &Rules<'_>, side: Side) -> String {
    let name = rules.player(side);
    if name.eq_ignore_ascii_case(side.word()) { name.to_owned() } else { format!("{} ({name})", side.word()) }
}

/// An ending in words.
pub(super) fn show_ending(rules: &Rules<'_>, ending: Ending) -> String {
    match ending {
        Ending::Won(side) => format!("{} wins", named(rules, side)),
        Ending::Drawn => "draw".to_owned(),
    }
}
