//! Text in columns: as wide as the terminal, wrapped between words.
//!
//! In: words, a number of columns. Out: lines.

use std::fmt::Write;
use std::io::IsTerminal;

/// The width of help.
pub(crate) fn columns() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let stated = || std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    terminal.or_else(stated).unwrap_or(80).min(100)
}

/// The width of the terminal, if standard output is one.
pub(crate) fn terminal() -> Option<usize> {
    let size = std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// Rows of what can be typed and what it does, the second column wrapped between words if standard output is a
/// terminal.
pub(crate) fn table<'a>(rows: impl IntoIterator<Item = (String, &'a str)>, column: usize) -> String {
    let terminal = terminal();
    let mut out = String::new();
    for (typed, meaning) in rows {
        // If little room is left beside what is typed, the meaning goes below it.
        let room = terminal.map(|width| width.saturating_sub(column).max(width / 2));
        let indent = terminal.filter(|width| width.saturating_sub(column) < width / 2).map_or(column, |_| 4);
        let lines = room.map_or_else(|| vec![meaning.to_owned()], |room| wrapped(meaning, room));
        let text = lines.join(&format!("\n{:indent$}", ""));
        let _ = if indent == column {
            writeln!(out, "{typed:<column$}{text}")
        } else {
            writeln!(out, "{typed}\n{:indent$}{text}", "")
        };
    }
    out
}

/// Wraps words at a number of columns; a longer word gets a line of its own.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
    }
}
