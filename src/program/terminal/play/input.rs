//! Key presses and typed words to actions. `model` carries the actions out.
//!
//! One table of words and keys serves the screen, line mode and the help.

#[cfg(feature = "interactive")]
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use banto_base::source::nearest;
use banto_sokoban::Direction;
use banto_sokoban::lurd::{self, Written};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Go(Direction),
    /// Moves as solutions are written.
    Row(Vec<Written>),
    /// Take the last move or restart back.
    Undo,
    /// Take the last push back, with the walk after it.
    UndoPush,
    /// Redo what was undone.
    Redo,
    /// Back to the start of the level.
    Restart,
    /// The next level.
    Next,
    /// The level before.
    Previous,
    /// The first level.
    First,
    /// The last level.
    Last,
    /// The level of this number, or else the first whose title or author has this text.
    Level(String),
    /// The next level that the player has not solved.
    Unsolved,
    /// Show all levels, to choose one.
    Levels,
    /// Play the level that is chosen.
    Choose,
    /// Mark the cells from which a box can reach no goal, or unmark them.
    DeadSquares,
    /// Show a good push.
    Hint,
    /// Solve from here, and play the solution.
    Solve,
    /// Replay the player's best solution.
    Best,
    /// Pause a solution that is playing, or resume it.
    Pause,
    /// Play one move of the solution.
    Forward,
    /// Take one move of the solution back.
    Back,
    /// Play faster.
    Faster,
    /// Play slower.
    Slower,
    /// Show the keys.
    Help,
    /// Stop what is shown or being computed.
    Cancel,
    /// Leave the terminal to the shell until it resumes the game.
    Suspend,
    /// End.
    Quit,
}

/// One row of the help: keys, the words that stand for them in lines, and what they do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Help {
    pub keys: &'static str,
    pub words: &'static str,
    /// Their effect.
    pub meaning: &'static str,
}

/// The keys, in the order in which they are explained.
pub(super) const HELP: &[Help] = &[
    Help { keys: "arrows, h j k l, w a s d", words: "left down up right", meaning: "move" },
    Help { keys: "u, z", words: "undo", meaning: "undo a move or a restart" },
    Help { keys: "Backspace", words: "back", meaning: "undo a push" },
    Help { keys: "y, Ctrl-R", words: "redo", meaning: "redo" },
    Help { keys: "r", words: "restart", meaning: "back to the start" },
    Help { keys: "n, p, Home, End", words: "next previous", meaning: "change level" },
    Help { keys: "Tab", words: "unsolved", meaning: "next unsolved" },
    Help { keys: "o", words: "levels", meaning: "choose a level" },
    Help { keys: "m", words: "marks", meaning: "mark dead cells" },
    Help { keys: "i", words: "hint", meaning: "show a good push" },
    Help { keys: "f, F5", words: "solve", meaning: "solve from here, and play it" },
    Help { keys: "b", words: "best replay", meaning: "replay your best" },
    Help { keys: "Space", words: "pause", meaning: "pause, resume" },
    Help { keys: ". and ,", words: "", meaning: "one move on, one back" },
    Help { keys: "+ and -", words: "", meaning: "faster, slower" },
    Help { keys: "?", words: "help", meaning: "these keys" },
    Help { keys: "Esc", words: "", meaning: "stop solving, close help" },
    Help { keys: "q, Ctrl-C", words: "quit", meaning: "quit" },
];

/// The words that a line may contain, or `""`, the characters that mean the same, and what they mean.
const KEYS: &[(&str, &str, Action)] = &[
    ("left", "ha", Action::Go(Direction::Left)),
    ("down", "js", Action::Go(Direction::Down)),
    ("up", "kw", Action::Go(Direction::Up)),
    ("right", "ld", Action::Go(Direction::Right)),
    ("undo", "uz", Action::Undo),
    ("back", "\u{8}\u{7f}", Action::UndoPush),
    ("redo", "y\u{12}", Action::Redo),
    ("restart", "r", Action::Restart),
    ("next", "n", Action::Next),
    ("previous", "p", Action::Previous),
    ("unsolved", "\t", Action::Unsolved),
    ("levels", "o", Action::Levels),
    ("marks", "m", Action::DeadSquares),
    ("hint", "i", Action::Hint),
    ("solve", "f", Action::Solve),
    ("best", "b", Action::Best),
    ("replay", "", Action::Best),
    ("pause", " ", Action::Pause),
    ("", ".", Action::Forward),
    ("", ",", Action::Back),
    ("", "+=", Action::Faster),
    ("", "-", Action::Slower),
    ("help", "?", Action::Help),
    ("", "\u{1b}", Action::Cancel),
    ("quit", "q\u{3}", Action::Quit),
];

/// The word before moves in the notation of solutions: LURD, or the compressed form.
const MOVES: &str = "moves";

/// The word before the number of a level, or a part of its title.
const LEVEL: &str = "level";

/// The action of a character. Capitals mean the same as small letters, so that Caps Lock changes nothing.
fn action_of_character(one: char) -> Option<Action> {
    let means = |(_, keys, _): &&(&str, &str, Action)| keys.contains(one.to_ascii_lowercase());
    KEYS.iter().find(means).map(|(.., action)| action.clone())
}

/// The character that a key adds to a text; `\u{8}` for one that takes the last away.
#[cfg(feature = "interactive")]
pub(super) fn typed(key: KeyEvent) -> Option<char> {
    let is_plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
    match key.code {
        _ if key.kind == KeyEventKind::Release || !is_plain => None,
        KeyCode::Char(one) => Some(one),
        KeyCode::Backspace => Some('\u{8}'),
        _ => None,
    }
}

#[cfg(feature = "interactive")]
pub(super) fn action_of_key(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let held = key.modifiers.difference(KeyModifiers::SHIFT);
    if held == KeyModifiers::CONTROL {
        return match key.code {
            KeyCode::Char('r' | 'R') => Some(Action::Redo),
            KeyCode::Char('c' | 'C') => Some(Action::Quit),
            KeyCode::Char('z' | 'Z') => Some(Action::Suspend),
            _ => None,
        };
    }
    if !held.is_empty() {
        return None;
    }
    match key.code {
        KeyCode::Left => Some(Action::Go(Direction::Left)),
        KeyCode::Down => Some(Action::Go(Direction::Down)),
        KeyCode::Up => Some(Action::Go(Direction::Up)),
        KeyCode::Right => Some(Action::Go(Direction::Right)),
        KeyCode::PageDown => Some(Action::Next),
        KeyCode::PageUp => Some(Action::Previous),
        KeyCode::Home => Some(Action::First),
        KeyCode::End => Some(Action::Last),
        KeyCode::F(5) => Some(Action::Solve),
        KeyCode::Backspace => Some(Action::UndoPush),
        KeyCode::Enter => Some(Action::Choose),
        KeyCode::Tab => Some(Action::Unsolved),
        KeyCode::Esc => Some(Action::Cancel),
        KeyCode::Char(one) => action_of_character(one),
        _ => None,
    }
}

/// The actions of a line: moves as solutions are written, in LURD or in the compressed form; or a word or a key, with
/// how often if it can be repeated.
///
/// # Errors
/// A message about the moves, or about an unknown word.
pub fn actions_of_line(line: &str) -> Result<Vec<Action>, String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim_start();
    if word == LEVEL && !rest.is_empty() {
        return Ok(vec![Action::Level(rest.to_owned())]);
    }
    let letters = if word == MOVES { rest } else { line.trim() };
    if lurd::is_moves(letters) || (!letters.is_empty() && word == MOVES) {
        return Ok(vec![Action::Row(lurd::typed(letters)?)]);
    }
    let is_key = |keys: &str| word.chars().count() == 1 && keys.contains(word);
    let action = KEYS.iter().find(|(name, keys, _)| *name == word || is_key(keys)).map(|row| row.2.clone());
    match (action, rest.parse::<u16>()) {
        _ if word.is_empty() => Ok(Vec::new()),
        (Some(action), _) if rest.is_empty() => Ok(vec![action]),
        (Some(action), Ok(times)) if is_repeated(&action) => Ok(vec![action; usize::from(times)]),
        (Some(_), _) => Err(format!("there is a word too much after {word}")),
        _ if word == LEVEL => Err(format!("{LEVEL} needs a number or a part of a title, as in {LEVEL} 2")),
        _ if word == "save" => Err("there is no word save: what you play is kept by itself".to_owned()),
        _ => {
            let names = KEYS.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty());
            let near = nearest(word, names.chain([MOVES, LEVEL]));
            let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Err(format!("there is no word {word}{near}"))
        }
    }
}

/// Whether a number behind the word for an action says how often it is done.
const fn is_repeated(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Undo | Action::UndoPush | Action::Redo)
}

/// The actions of words and keys in a row, for tests of the game.
#[cfg(test)]
pub(super) fn actions(line: &str) -> Vec<Action> {
    let one = |word: &str| match KEYS.iter().find(|row| row.0 == word) {
        Some((.., action)) => vec![action.clone()],
        None => word.chars().map(|key| action_of_character(key).unwrap()).collect(),
    };
    line.split_whitespace().flat_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_help_says() {
        for row in HELP {
            for word in row.words.split_whitespace() {
                assert_eq!(actions_of_line(word).map(|actions| actions.len()), Ok(1), "{word}");
            }
        }
        let key = |code, modifiers| action_of_key(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('r'), KeyModifiers::CONTROL), Some(Action::Redo));
        assert_eq!(key(KeyCode::Char('r'), KeyModifiers::NONE), Some(Action::Restart));
        // Caps Lock, as terminals report it, with and without the shift that some of them add.
        for (one, action) in "hjklwasduzybrnpomifq".chars().map(|one| (one, action_of_character(one))) {
            assert!(action.is_some(), "{one}");
            let capital = KeyCode::Char(one.to_ascii_uppercase());
            assert_eq!(key(capital, KeyModifiers::NONE), action, "{one}");
            assert_eq!(key(capital, KeyModifiers::SHIFT), action, "{one}");
        }
        assert_eq!(key(KeyCode::Char('l'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::F(5), KeyModifiers::NONE), Some(Action::Solve));
        assert_eq!(key(KeyCode::Insert, KeyModifiers::NONE), None);
    }

    #[test]
    fn a_line_is_moves_or_a_word() {
        for line in ["rRdLU", "R D 4D 2L", "rr", "moves rr"] {
            let moves = lurd::typed(line.trim_start_matches("moves ")).unwrap();
            assert_eq!(actions_of_line(line), Ok(vec![Action::Row(moves)]));
        }
        for (line, actions) in [
            (" up ", vec![Action::Go(Direction::Up)]),
            ("", Vec::new()),
            ("undo 3", vec![Action::Undo; 3]),
            ("level 12", vec![Action::Level("12".to_owned())]),
            ("level Reed b ", vec![Action::Level("Reed b".to_owned())]),
            ("replay", vec![Action::Best]),
            ("q", vec![Action::Quit]),
        ] {
            assert_eq!(actions_of_line(line), Ok(actions), "{line}");
        }
        for (line, words) in [
            ("undoo", "there is no word undoo; did you mean undo?"),
            ("hnit", "there is no word hnit; did you mean hint?"),
            ("lnl", "there is no word lnl"),
            ("restart 2", "there is a word too much after restart"),
            ("level", "as in level 2"),
            ("moves 3", "a count without a move"),
        ] {
            assert!(actions_of_line(line).unwrap_err().contains(words), "{line}");
        }
    }
}
