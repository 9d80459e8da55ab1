//! Level files in XML: `SokobanLevels` with a `LevelCollection` of `Level`s, whose rows are `L` elements.
//!
//! In: the text. Out: its levels, each cell with its place. XML itself is read by `xml`, rows by `rows`.

use std::ops::Range;

use super::heading::collapsed;
use super::xml::{Event, Placed, Scanner};
use super::{Alphabet, Collection, Level, MAX_SIDE, rows};
use crate::base::limits::{Limits, Stop};
use crate::base::source::{Diagnostic, SourceText, Span, codes};

/// The levels of a document, and for each the range of its faults: empty if all its cells could be read.
pub(super) fn read(
    source: &SourceText,
    faults: &mut Vec<Diagnostic>,
    limits: &Limits,
) -> Result<(Collection, Vec<Range<usize>>), Stop> {
    let mut reader = Reader::default();
    let mut scanner = Scanner::new(source.text());
    loop {
        limits.check_reserve(&reader.collection.levels, 1)?;
        limits.check()?;
        match scanner.next() {
            Ok(Some(event)) => {
                if let Err(fault) = reader.event(event) {
                    faults.push(*fault);
                    break;
                }
            }
            Ok(None) => {
                if let Some((name, span)) = reader.open.last() {
                    faults.push(
                        codes::E0312
                            .at(*span, format!("<{name}> is never closed"))
                            .label("opened here")
                            .help(format!("write </{name}> at its end")),
                    );
                }
                break;
            }
            Err(fault) => {
                faults.push(*fault);
                break;
            }
        }
    }
    let before = faults.len();
    faults.append(&mut reader.faults);
    let parts = reader.parts.into_iter().map(|part| part.start + before..part.end + before);
    Ok((reader.collection, parts.collect()))
}

#[derive(Default)]
struct Reader {
    collection: Collection,
    /// For each level, the range of its faults.
    parts: Vec<Range<usize>>,
    faults: Vec<Diagnostic>,
    /// The elements around the current place.
    open: Vec<(String, Span)>,
    level: Level,
    /// The rows of the current level.
    rows: Vec<Vec<Placed>>,
    words: String,
    budget: rows::Budget,
}

/// The elements about a collection that are notes with a name.
pub(super) const NAMED: [&str; 2] = ["Email", "Url"];

/// Deeper than any level file.
const MAX_DEPTH: usize = 64;

impl Reader {
    fn event(&mut self, event: Event<'_>) -> Result<(), Box<Diagnostic>> {
        match event {
            Event::Open { name, attributes, empty, span } => {
                let root = self.open.is_empty();
                if root && !name.eq_ignore_ascii_case("SokobanLevels") {
                    return Err(codes::E0312
                        .at(span, format!("<{name}> is not a collection of levels"))
                        .label("<SokobanLevels> is expected")
                        .help("the file looks like XML; name its format with --format if it is not")
                        .into());
                }
                if self.open.len() == MAX_DEPTH {
                    return Err(codes::E0312.at(span, "elements are nested too deeply").into());
                }
                self.opened(name, attributes, span);
                if empty {
                    self.closed(name);
                } else {
                    self.open.push((name.to_owned(), span));
                }
            }
            Event::Close { name, span } => {
                match self.open.pop() {
                    Some((open, _)) if open == name => {}
                    Some((open, place)) => {
                        return Err(codes::E0312
                            .at(span, format!("</{name}> where </{open}> is expected"))
                            .second(place, "this element is still open")
                            .into());
                    }
                    None => {
                        return Err(codes::E0312.at(span, format!("</{name}> closes nothing")).into());
                    }
                }
                self.closed(name);
            }
            Event::Text(text) => match self.open.last().map(|(name, _)| name.to_ascii_lowercase()).as_deref()
            {
                Some("l") => {
                    if let Some(row) = self.rows.last_mut() {
                        // One cell more than a row may have is enough to refuse it.
                        let room = (MAX_SIDE + 1).saturating_sub(row.len());
                        row.extend(text.characters().take(room));
                    }
                }
                Some(_) => self.words.extend(text.characters().map(|(one, _)| one)),
                None => {
                    if let Some((_, span)) = text.characters().find(|(one, _)| !one.is_whitespace()) {
                        return Err(codes::E0312.at(span, "text outside of all elements").into());
                    }
                }
            },
        }
        Ok(())
    }

    fn opened(&mut self, name: &str, attributes: Vec<(&str, String)>, span: Span) {
        let words = |value: String| Some(collapsed(&value)).filter(|value| !value.is_empty());
        match name.to_ascii_lowercase().as_str() {
            "levelcollection" => {
                for (key, value) in attributes {
                    if key.eq_ignore_ascii_case("copyright") {
                        self.collection.author = words(value);
                    }
                }
            }
            "level" => {
                self.level = Level { place: span, ..Level::default() };
                self.rows.clear();
                for (key, value) in attributes {
                    match key.to_ascii_lowercase().as_str() {
                        "id" => self.level.title = words(value),
                        "copyright" => self.level.author = words(value),
                        _ => {}
                    }
                }
            }
            // One row more than a level may have is enough to refuse it.
            "l" if self.rows.len() <= MAX_SIDE => self.rows.push(Vec::new()),
            _ => {}
        }
        self.words.clear();
    }

    fn closed(&mut self, name: &str) {
        let words = collapsed(&std::mem::take(&mut self.words));
        let outside = !self.open.iter().any(|(name, _)| name.eq_ignore_ascii_case("level"));
        match name.to_ascii_lowercase().as_str() {
            "level" => self.finish(),
            "title" if outside => self.collection.title = Some(words).filter(|words| !words.is_empty()),
            "description" if outside && !words.is_empty() => self.collection.notes.push(words),
            key if outside && !words.is_empty() => {
                let named = NAMED.iter().find(|name| name.eq_ignore_ascii_case(key));
                self.collection.notes.extend(named.map(|name| format!("{name}: {words}")));
            }
            _ => {}
        }
    }

    /// All rows of a level have been read.
    fn finish(&mut self) {
        let before = self.faults.len();
        let text = || self.rows.iter().flatten().map(|(one, _)| *one);
        let alphabet = Alphabet::recognize(text());
        let board = rows::of_characters(&self.rows, alphabet, &mut self.budget, &mut self.faults);
        let level = std::mem::take(&mut self.level);
        self.collection.levels.push(Level { rows: board.rows, spans: board.spans, ..level });
        self.parts.push(before..self.faults.len());
    }
}
