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
pub(super) const MOVES: &str = "moves";

/// The word before the number of a level, or a part of its title.
pub(super) const LEVEL: &str = "level";

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

/// The actions of a line of words and keys; after the word `moves`, of a solution in LURD or in the compressed form.
/// That word may be left out if capitals tell the pushes. A word in the table is never read as keys. Letters together
/// are a row of moves, also taken back, with at most one other key at its end; others are a mistyped word.
///
/// # Errors
/// A message about the first unknown character, or about the moves.
pub fn actions_of_line(line: &str) -> Result<Vec<Action>, String> {
    let mut actions = Vec::new();
    let mut rest = line.trim_start();
    if is_written(line) {
        return Ok(vec![Action::Row(lurd::typed(line)?)]);
    }
    while !rest.is_empty() {
        let (word, behind) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        rest = behind.trim_start();
        if word == MOVES {
            actions.push(Action::Row(lurd::typed(rest)?));
            break;
        }
        let (next, behind) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let is_number = !next.is_empty() && next.bytes().all(|one| one.is_ascii_digit());
        let number = is_number.then(|| next.parse::<u16>().unwrap_or(u16::MAX));
        if word == LEVEL {
            let which = if number.is_some() { next } else { rest.trim_end() };
            if which.is_empty() {
                return Err(format!("{LEVEL} needs a number or a part of a title, as in {LEVEL} 2"));
            }
            actions.push(Action::Level(which.to_owned()));
            rest = rest[which.len()..].trim_start();
            continue;
        }
        match (KEYS.iter().find(|(name, ..)| *name == word), number) {
            (Some((.., action)), Some(times)) if is_repeated(action) => {
                actions.extend(std::iter::repeat_n(action.clone(), usize::from(times)));
                rest = behind.trim_start();
            }
            (Some((.., action)), _) => actions.push(action.clone()),
            (None, _) => actions.extend(keys(word)?),
        }
    }
    Ok(actions)
}

/// Whether a number behind the word for an action says how often it is done.
const fn is_repeated(action: &Action) -> bool {
    matches!(action, Action::Go(_) | Action::Undo | Action::UndoPush | Action::Redo)
}

/// Whether a line is moves as solutions are written, in LURD or in the compressed form: some of its letters are pushes.
/// One letter alone is a key.
fn is_written(line: &str) -> bool {
    let moves = line.chars().filter(char::is_ascii_alphabetic).count();
    (moves > 1 || line.contains(|one: char| one.is_ascii_digit()))
        && line.contains(['L', 'U', 'R', 'D'])
        && line.chars().all(|one| "lurdLURD0123456789 ".contains(one))
}

/// The keys of a word that is not in the table.
fn keys(word: &str) -> Result<Vec<Action>, String> {
    let is_move = |one| matches!(action_of_character(one), Some(Action::Go(_)));
    if word == "save" {
        return Err("there is no word save: what you play is kept by itself".to_owned());
    }
    // What is nearly a word is no row of keys, but moves are.
    let names = KEYS.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty()).chain([MOVES, LEVEL]);
    let near = nearest(word, names).filter(|_| word.len() > 2 && !word.chars().all(is_move));
    if let Some(near) = near {
        return Err(format!("there is no word {word}; did you mean {near}?"));
    }
    let is_word = word.len() > 3 && word.chars().all(char::is_alphabetic);
    if is_word && word.chars().any(|one| action_of_character(one).is_none()) {
        return Err(format!("there is no word {word}"));
    }
    let keys = word
        .chars()
        .map(|one| action_of_character(one).ok_or_else(|| format!("unknown key {}", one.escape_debug())));
    let keys = keys.collect::<Result<Vec<Action>, String>>()?;
    let row = keys.split_last().map_or(&[][..], |(_, row)| row);
    let is_row = row.iter().all(|key| matches!(key, Action::Go(_) | Action::Undo));
    if !is_row && word.chars().all(char::is_alphabetic) {
        let advice = if word.chars().all(|one| "lurd".contains(one)) {
            format!("to make these moves: {MOVES} {word}")
        } else {
            "only moves and u are written together".to_owned()
        };
        return Err(format!("there is no word {word}; {advice}"));
    }
    Ok(keys)
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
    fn lines_hold_words_and_keys() {
        let right = || Action::Go(Direction::Right);
        assert_eq!(
            actions_of_line(" ll undo\t\u{12}"),
            Ok(vec![right(), right(), Action::Undo, Action::Redo])
        );
        assert_eq!(actions_of_line("up"), Ok(vec![Action::Go(Direction::Up)]));
        assert_eq!(actions_of_line("JJ"), actions_of_line("down down"));
        for line in ["rRdLU", "R D 4D 2L"] {
            assert_eq!(actions_of_line(line), Ok(vec![Action::Row(lurd::typed(line).unwrap())]));
        }
        assert_eq!(actions_of_line("R"), Ok(vec![Action::Restart]));
        assert!(actions_of_line("rrd").unwrap_err().ends_with("to make these moves: moves rrd"));
        assert_eq!(actions_of_line("llX"), Err("unknown key X".to_owned()));
        assert_eq!(actions_of_line(""), Ok(Vec::new()));
        assert_eq!(actions_of_line("level 12 l"), Ok(vec![Action::Level("12".to_owned()), right()]));
        assert_eq!(actions_of_line("level Reed b "), Ok(vec![Action::Level("Reed b".to_owned())]));
        assert_eq!(actions_of_line("right 2 undo 3").map(|actions| actions.len()), Ok(5));
        assert_eq!(actions_of_line("replay"), Ok(vec![Action::Best]));
        assert_eq!(actions_of_line("undoo"), Err("there is no word undoo; did you mean undo?".to_owned()));
        assert_eq!(actions_of_line("llub").map(|actions| actions.len()), Ok(4));
        assert_eq!(actions_of_line("lq"), Ok(vec![right(), Action::Quit]));
        let said = actions_of_line("hnit").unwrap_err();
        assert_eq!(said, "there is no word hnit; did you mean hint?");
        // All of these letters are keys.
        for word in ["push", "skip", "loop", "lnl", "iil", "exit", "reply"] {
            let said = actions_of_line(word).unwrap_err();
            assert!(said.starts_with(&format!("there is no word {word}")), "{said}");
        }
        assert!(actions_of_line("level").unwrap_err().contains("as in level 2"));
    }
}
