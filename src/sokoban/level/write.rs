//! Levels as files.
//!
//! In: a collection without faults. Out: text in one of the formats, which reads back as the same levels; XML cannot
//! store the notes and solutions of a level, and leaves them out.

use std::fmt::Write;

use super::line::{Line, LineKind, kind};
use super::{Alphabet, Cell, Collection, Format, Level, StoredSolution};
use crate::lurd::is_moves;
use banto_base::limits::{Limits, Stop};
use banto_base::page::escape;

/// A file of levels, ending in a line feed. Another may be appended to it: each level keeps its words.
///
/// ```
/// use banto::sokoban::level::{Collection, write};
/// use banto::sokoban::{Format, Level};
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let collection = Collection { levels: vec![level], ..Collection::default() };
/// assert_eq!(write(&collection, Format::Rle), "7#|#@-$-.#|7#\n");
/// ```
pub fn write(collection: &Collection, format: Format) -> String {
    write_within(collection, format, &Limits::none()).expect("without limits nothing stops")
}

/// As [`write()`], within limits.
pub fn write_within(collection: &Collection, format: Format, limits: &Limits) -> Result<String, Stop> {
    if format == Format::Slc {
        return xml(collection, limits);
    }
    let mut out = heading(collection);
    for (index, level) in collection.levels.iter().enumerate() {
        limits.check_text_reserve(&out, size(level))?;
        if index > 0 {
            out.push('\n');
        }
        one(&mut out, level, format);
    }
    // A title above a board stays apart from what it is appended to.
    if format == Format::Sok {
        out.push('\n');
    }
    Ok(out)
}

/// Roughly the bytes that a level takes as text.
fn size(level: &Level) -> usize {
    level.width() * level.height() + level.solutions.iter().map(|one| one.moves.len()).sum::<usize>()
}

/// The words about the file. A blank line behind them keeps them from the first level.
fn heading(collection: &Collection) -> String {
    let mut out = String::new();
    if collection.title.is_none() && collection.author.is_none() && collection.notes.is_empty() {
        return out;
    }
    if let Some(title) = &collection.title {
        property(&mut out, "Collection", title);
    }
    credits(&mut out, collection.author.as_deref(), &collection.notes);
    out.push('\n');
    out
}

/// Who has made a level or a collection, and what is said of it.
fn credits(out: &mut String, author: Option<&str>, notes: &[String]) {
    if let Some(author) = author {
        property(out, "Author", author);
    }
    notes.iter().for_each(|note| remark(out, note));
}

/// A line with a key. It becomes a comment if its words would make the line look like a row.
fn property(out: &mut String, key: &str, words: &str) {
    let whole = format!("{key}: {words}");
    line(out, whole.trim_end());
}

/// A note: as it is if it is a property of its own, such as `Date: 2026-01-02`, else as a comment.
fn remark(out: &mut String, note: &str) {
    const FIELDS: &[&str] = &["title", "author", "collection", "set", "comment", "comment-end", "solution"];
    let own = Line { text: note, start: 0, kind: LineKind::Words }.property();
    let is_own = own.is_some_and(|(key, _)| FIELDS.iter().all(|one| !key.eq_ignore_ascii_case(one)));
    if is_own && kind(note) == LineKind::Words {
        line(out, note);
    } else {
        property(out, "Comment", note);
    }
}

fn line(out: &mut String, line: &str) {
    let mark = if kind(line) == LineKind::Words { "" } else { "; " };
    let _ = writeln!(out, "{mark}{line}");
}

fn one(out: &mut String, level: &Level, format: Format) {
    let title = level.title.as_deref();
    let above = title.filter(|title| format == Format::Sok && is_plain(title));
    if let Some(title) = above {
        let _ = writeln!(out, "{title}\n");
    }
    let alphabet = if format == Format::Article { Alphabet::Article } else { Alphabet::Xsb };
    // A line without a wall above or below a board may be read as decoration: one line then holds all rows.
    if format == Format::Rle || !is_walled(level) {
        run_lengths(out, level, alphabet);
    } else {
        rows(out, level, alphabet);
    }
    if above.is_some() && (level.author.is_some() || !level.notes.is_empty()) {
        out.push('\n');
    }
    if let Some(title) = title.filter(|_| above.is_none()) {
        property(out, "Title", title);
    }
    credits(out, level.author.as_deref(), &level.notes);
    for StoredSolution { title, moves, .. } in &level.solutions {
        let is_count = title.starts_with('(') || title.bytes().all(|byte| byte.is_ascii_digit());
        let between = match title.as_str() {
            "" => "",
            _ if is_count && !is_moves(title) => " ",
            _ => "/",
        };
        let _ = if format == Format::Sok {
            writeln!(out, "\nSolution{between}{title}\n{moves}")
        } else {
            writeln!(out, "Solution{between}{title}: {moves}")
        };
    }
}

/// Whether a title can be alone above a board: it could not be a row, a property, a comment or moves.
fn is_plain(title: &str) -> bool {
    let is_number = title.bytes().all(|one| one.is_ascii_digit());
    title.starts_with(|one: char| one.is_alphabetic() || one.is_ascii_digit())
        && kind(title) == LineKind::Words
        && !title.contains(['#', '@', '$', '*', '+', ':', '=', '|'])
        && (is_number || title.chars().any(|one| one.is_alphabetic() && !"udlrUDLROXG".contains(one)))
        && !title.to_ascii_lowercase().starts_with("solution")
}

/// Rows with a character for each cell. An empty row would split the level in two, so it gets a sign for floor. In the
/// article's alphabet a dot is floor, so the ground outside is blank at the start of a row.
fn rows(out: &mut String, level: &Level, alphabet: Alphabet) {
    for row in &level.rows {
        let is_article = alphabet == Alphabet::Article;
        let outside = row.iter().take_while(|cell| is_article && **cell == Cell::Floor).count();
        if row.iter().all(|cell| *cell == Cell::Floor) {
            out.push(if is_article { '.' } else { '-' });
        }
        let character = |(column, cell): (usize, &Cell)| {
            if column < outside { ' ' } else { alphabet.character(*cell) }
        };
        out.extend(row.iter().enumerate().map(character));
        out.push('\n');
    }
}

/// Whether the first and the last row have walls, so that a reader can tell where the board starts and ends.
fn is_walled(level: &Level) -> bool {
    [level.rows.first(), level.rows.last()].into_iter().flatten().all(|row| row.contains(&Cell::Wall))
}

fn run_lengths(out: &mut String, level: &Level, alphabet: Alphabet) {
    let floor = if alphabet == Alphabet::Xsb { '-' } else { alphabet.character(Cell::Floor) };
    for (index, row) in level.rows.iter().enumerate() {
        if index > 0 {
            out.push('|');
        }
        for run in row.chunk_by(|one, other| one == other) {
            if run.len() > 1 {
                let _ = write!(out, "{}", run.len());
            }
            out.push(if run[0] == Cell::Floor { floor } else { alphabet.character(run[0]) });
        }
    }
    if level.rows.len() == 1 {
        out.push('|');
    }
    out.push('\n');
}

fn xml(collection: &Collection, limits: &Limits) -> Result<String, Stop> {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n");
    let words = |words: &Option<String>| escape(words.as_deref().unwrap_or(""));
    let mut notes: Vec<&str> = collection.notes.iter().map(String::as_str).collect();
    // The first note with one of these names; a second one is a part of the description.
    let mut named = |names: &[&str]| {
        let value = |note: &str| {
            let (name, value) = note.split_once(": ")?;
            names.iter().any(|one| one.eq_ignore_ascii_case(name)).then(|| escape(value))
        };
        let (at, value) = notes.iter().enumerate().find_map(|(at, note)| Some((at, value(note)?)))?;
        notes.remove(at);
        Some(value)
    };
    let addresses = [("Email", named(&["Email"])), ("Url", named(&["Url", "Homepage", "Website"]))];
    let maker =
        collection.author.as_deref().map(escape).or_else(|| named(&["Copyright"])).unwrap_or_default();
    // The order of the schema, which asks for the first two.
    let _ = writeln!(out, "  <Title>{}</Title>", words(&collection.title));
    let _ = writeln!(out, "  <Description>{}</Description>", escape(&notes.join("\n\n")));
    for (name, value) in addresses.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
        let _ = writeln!(out, "  <{name}>{value}</{name}>");
    }
    let widest = collection.levels.iter().map(Level::width).max().unwrap_or(0);
    let highest = collection.levels.iter().map(Level::height).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "  <LevelCollection Copyright=\"{maker}\" MaxWidth=\"{widest}\" MaxHeight=\"{highest}\">"
    );
    for level in &collection.levels {
        limits.check_text_reserve(&out, size(level))?;
        let (id, author) = (words(&level.title), attribute("Copyright", level.author.as_deref()));
        let (width, height) = (level.width(), level.height());
        let _ = writeln!(out, "    <Level Id=\"{id}\"{author} Width=\"{width}\" Height=\"{height}\">");
        for row in &level.rows {
            let row: String = row.iter().map(|cell| Alphabet::Xsb.character(*cell)).collect();
            let _ = writeln!(out, "      <L>{row}</L>");
        }
        out.push_str("    </Level>\n");
    }
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    Ok(out)
}

fn attribute(name: &str, value: Option<&str>) -> String {
    value.map(|value| format!(" {name}=\"{}\"", escape(value))).unwrap_or_default()
}
