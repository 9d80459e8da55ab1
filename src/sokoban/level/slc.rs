//! Level files in XML: `SokobanLevels` with a `LevelCollection` of `Level`s, whose rows are `L` elements.
//!
//! In: the text. Out: its levels, each cell with its place. XML itself is read by `quick_xml`, rows by `rows`.

use std::ops::Range;

use quick_xml::Reader as Xml;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::{BytesStart, Event};

use super::heading::collapsed;
use super::{Alphabet, Collection, Level, MAX_SIDE, rows};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, Span, codes};

/// The levels of a document, and for each the range of its faults: empty if all its cells could be read.
pub(super) fn read(
    source: &SourceText,
    faults: &mut Vec<Diagnostic>,
    limits: &Limits,
) -> Result<(Collection, Vec<Range<usize>>), Stop> {
    let mut reader = Reader::default();
    let mut xml = Xml::from_str(source.text());
    let config = xml.config_mut();
    // `closed` compares the ends of elements, since it knows where they begin; an `&` that begins no entity is itself.
    (config.check_end_names, config.allow_unmatched_ends, config.allow_dangling_amp) = (false, true, true);
    let fault = loop {
        limits.check_reserve(&reader.collection.levels, 1)?;
        limits.check()?;
        let start = at(xml.buffer_position());
        match xml.read_event() {
            Ok(Event::Eof) => break reader.unclosed(),
            Ok(event) => {
                if let Err(fault) = reader.event(&event, Span::from(start..at(xml.buffer_position())), source)
                {
                    break Some(*fault);
                }
            }
            Err(error) => {
                let start = at(xml.error_position());
                break Some(codes::E0312.at(Span::from(start..start + 1), error.to_string()));
            }
        }
    };
    faults.extend(fault);
    let before = faults.len();
    faults.append(&mut reader.faults);
    let parts = reader.parts.into_iter().map(|part| part.start + before..part.end + before);
    Ok((reader.collection, parts.collect()))
}

/// A place as `quick_xml` counts it.
fn at(place: u64) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// What a name between `&` and `;` stands for.
fn entity(name: &str) -> Option<&'static str> {
    if name == "nbsp" { Some(" ") } else { resolve_predefined_entity(name) }
}

/// A character and its place; an entity is one character.
type Placed = (char, Span);

/// The characters of a part of the text, read on demand, since a file may be one long text.
fn characters(source: &SourceText, start: usize, end: usize) -> impl Iterator<Item = Placed> + '_ {
    let placed = move |(at, one): (usize, char)| (one, Span::from(start + at..start + at + one.len_utf8()));
    source.text()[start..end].char_indices().map(placed)
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
}

/// The elements about a collection that are notes with a name.
pub(super) const NAMED: [&str; 2] = ["Email", "Url"];

/// Deeper than any level file.
const MAX_DEPTH: usize = 64;

impl Reader {
    fn event(&mut self, event: &Event<'_>, span: Span, source: &SourceText) -> Result<(), Box<Diagnostic>> {
        let Range { start, end } = span.range();
        match event {
            Event::Start(tag) => {
                self.opened(tag, span)?;
                self.open.push((tag.name().0.to_owned(), span));
            }
            Event::Empty(tag) => {
                self.opened(tag, span)?;
                self.closed(tag.name().0);
            }
            Event::End(tag) => {
                let name = tag.name().0;
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
            Event::Text(_) => return self.text(characters(source, start, end)),
            Event::CData(_) => {
                return self.text(characters(source, start + "<![CDATA[".len(), end - "]]>".len()));
            }
            Event::GeneralRef(name) => {
                let named = || entity(name)?.chars().next();
                return match name.resolve_char_ref().ok().flatten().or_else(named) {
                    Some(one) => self.text(std::iter::once((one, span))),
                    None => self.text(characters(source, start, end)),
                };
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, mut characters: impl Iterator<Item = Placed>) -> Result<(), Box<Diagnostic>> {
        match self.open.last().map(|(name, _)| name.to_ascii_lowercase()).as_deref() {
            Some("l") => {
                if let Some(row) = self.rows.last_mut() {
                    // One cell more than a row may have is enough to refuse it.
                    let room = (MAX_SIDE + 1).saturating_sub(row.len());
                    row.extend(characters.take(room));
                }
            }
            Some(_) => self.words.extend(characters.map(|(one, _)| one)),
            None => {
                if let Some((_, span)) = characters.find(|(one, _)| !one.is_whitespace()) {
                    return Err(codes::E0312.at(span, "text outside of all elements").into());
                }
            }
        }
        Ok(())
    }

    /// The fault of an element that is open at the end of the text.
    fn unclosed(&self) -> Option<Diagnostic> {
        let (name, span) = self.open.last()?;
        let fault = codes::E0312.at(*span, format!("<{name}> is never closed")).label("opened here");
        Some(fault.help(format!("write </{name}> at its end")))
    }

    fn opened(&mut self, tag: &BytesStart<'_>, span: Span) -> Result<(), Box<Diagnostic>> {
        let name = tag.name().0;
        if self.open.is_empty() && !name.eq_ignore_ascii_case("SokobanLevels") {
            return Err(codes::E0312
                .at(span, format!("<{name}> is not a collection of levels"))
                .label("<SokobanLevels> is expected")
                .help("the file looks like XML; name its format with --format if it is not")
                .into());
        }
        if self.open.len() == MAX_DEPTH {
            return Err(codes::E0312.at(span, "elements are nested too deeply").into());
        }
        let value = |wanted: &str| {
            let mut all = tag.attributes();
            let found =
                all.with_checks(false).flatten().find(|one| one.key.0.eq_ignore_ascii_case(wanted))?;
            let words = unescape_with(&found.value, entity).unwrap_or_else(|_| found.value.clone());
            Some(collapsed(&words)).filter(|words| !words.is_empty())
        };
        match name.to_ascii_lowercase().as_str() {
            "levelcollection" => self.collection.author = value("Copyright"),
            "level" => {
                let (title, author) = (value("Id"), value("Copyright"));
                self.level = Level { title, author, place: span, ..Level::default() };
                self.rows.clear();
            }
            // One row more than a level may have is enough to refuse it.
            "l" if self.rows.len() <= MAX_SIDE => self.rows.push(Vec::new()),
            _ => {}
        }
        self.words.clear();
        Ok(())
    }

    fn closed(&mut self, name: &str) {
        let text = std::mem::take(&mut self.words);
        let words = collapsed(&text);
        let outside = !self.open.iter().any(|(name, _)| name.eq_ignore_ascii_case("level"));
        match name.to_ascii_lowercase().as_str() {
            "level" => self.finish(),
            "title" if outside => self.collection.title = Some(words).filter(|words| !words.is_empty()),
            // A document has one description: each of its paragraphs is a note.
            "description" if outside => {
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                let paragraphs = lines.split(|line| line.is_empty()).map(|lines| collapsed(&lines.join(" ")));
                self.collection.notes.extend(paragraphs.filter(|note| !note.is_empty()));
            }
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
        let board = rows::of_characters(&self.rows, alphabet, &mut self.faults);
        let level = std::mem::take(&mut self.level);
        self.collection.levels.push(Level { rows: board.rows, spans: board.spans, ..level });
        self.parts.push(before..self.faults.len());
    }
}
