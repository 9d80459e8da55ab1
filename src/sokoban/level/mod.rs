//! Levels and their files, and which format a file has.
//!
//! In: the text of a level file and, if known, its format. Out: a [`Collection`] with all its errors; or, in the other
//! direction, a file in any [`Format`].

mod blocks;
mod cell;
mod check;
mod enclosure;
mod from_str;
mod heading;
mod line;
mod rows;
mod slc;
mod text;
mod write;

pub use cell::{Alphabet, Cell};
pub use from_str::LevelError;
pub(crate) use text::solutions;
pub use write::{write, write_within};

use crate::Move;
use crate::lurd::lurd;
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, Severity, SourceText, Span, codes, printable};

/// More rows or columns than this are refused.
pub const MAX_SIDE: usize = 1_000;

/// The format of a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rows of `# @ + $ * .`, with titles and notes as lines of text.
    Xsb,
    /// The rows of XSB with run lengths, and `|` between them.
    Rle,
    /// The rows of XSB, with the title above and notes below.
    Sok,
    /// XML: `SokobanLevels`.
    Slc,
    /// Rows of `# O X @ . G`, where a dot is floor.
    Article,
}

/// One level: its board as it was drawn, and the words around it.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Its name.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Other remarks, one line each.
    pub notes: Vec<String>,
    /// The solutions in the file.
    pub solutions: Vec<StoredSolution>,
    /// The cells, row by row; rows end where nothing more was drawn. No row or column at the edge is empty.
    pub rows: Vec<Vec<Cell>>,
    /// The place of each cell in the text.
    pub spans: Vec<Vec<Span>>,
    /// The place of its first row.
    pub place: Span,
}

/// Levels are equal if their boards and words are, wherever they are in a file.
impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        let words = |level: &Self| (level.title.clone(), level.author.clone(), level.notes.clone());
        self.rows == other.rows && self.solutions == other.solutions && words(self) == words(other)
    }
}

impl Level {
    /// The cell at a row and column, both from 0; floor where nothing was drawn.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(Cell::Floor)
    }

    /// Puts a solution before those that are there; one of them goes to the front.
    pub fn add_solution(&mut self, solution: impl Into<StoredSolution>) {
        let solution = solution.into();
        let known = self.solutions.iter().position(|one| one.moves == solution.moves);
        let known = known.map(|at| self.solutions.remove(at));
        self.solutions.insert(0, known.unwrap_or(solution));
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// How many cells are of a kind.
    pub fn count(&self, kind: impl Fn(Cell) -> bool) -> usize {
        self.rows.iter().flatten().filter(|cell| kind(**cell)).count()
    }

    /// Whether every box is on a goal already.
    #[doc(hidden)]
    pub fn is_solved(&self) -> bool {
        self.count(|cell| cell == Cell::Box) == 0
    }

    /// The number of a level with its title, to be printed.
    #[doc(hidden)]
    pub fn heading(&self, number: usize) -> String {
        let title = self.title.as_ref().map(|title| format!(": {}", printable(title)));
        format!("level {number}{}", title.unwrap_or_default())
    }

    /// The row and column of the player.
    pub fn player(&self) -> Option<(usize, usize)> {
        let find = |cells: &Vec<Cell>| cells.iter().position(|cell| cell.has_player());
        self.rows.iter().enumerate().find_map(|(row, cells)| find(cells).map(|column| (row, column)))
    }
}

/// A solution in a level file.
#[derive(Clone, Debug, Default)]
pub struct StoredSolution {
    /// The rest of its heading: a number, a name, its length; may be empty.
    pub title: String,
    /// The moves, as written.
    pub moves: String,
    /// The line of the file in which they begin.
    pub place: Span,
    /// The first character that is no move.
    pub typo: Option<Span>,
}

impl StoredSolution {
    /// Moves below a heading that says this, perhaps who has made them.
    #[doc(hidden)]
    pub fn titled(title: &str, moves: impl IntoIterator<Item = Move>) -> Self {
        Self { title: title.to_owned(), moves: lurd(moves), ..Self::default() }
    }
}

impl From<&str> for StoredSolution {
    fn from(moves: &str) -> Self {
        Self { moves: moves.to_owned(), ..Self::default() }
    }
}

/// Solutions are equal wherever they are in a file.
impl PartialEq for StoredSolution {
    fn eq(&self, other: &Self) -> bool {
        (&self.title, &self.moves) == (&other.title, &other.moves)
    }
}

/// The levels of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collection {
    /// The name of the collection.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Other remarks, one line each.
    pub notes: Vec<String>,
    /// The levels in the order of the file.
    pub levels: Vec<Level>,
}

/// The levels of a file, with diagnostics.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Reading {
    /// The levels, including those with faults.
    pub collection: Collection,
    /// All diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// For each diagnostic, the index of the level it is about; `None` if it is about the file.
    pub about: Vec<Option<usize>>,
}

impl Reading {
    /// Whether every level is playable. Some may still have no solution: too many boxes, or boxes out of reach.
    pub fn is_playable(&self) -> bool {
        !self.diagnostics.iter().any(forbids_play)
    }

    /// For each level, whether it is playable by itself, whatever is wrong with the file.
    pub fn playable_levels(&self) -> Vec<bool> {
        let mut playable = vec![true; self.collection.levels.len()];
        let faults = self.diagnostics.iter().zip(&self.about).filter(|(one, _)| forbids_play(one));
        faults.filter_map(|(_, about)| *about).for_each(|index| playable[index] = false);
        playable
    }

    /// The reading with only the diagnostics about the file and about levels with these indices, from 0.
    ///
    /// ```
    /// use banto::sokoban::level;
    /// use banto::source::SourceText;
    ///
    /// let reading = level::read(&SourceText::new("a.xsb", "#####\n#@$.#\n#####\n\n#####\n#@$.\n#####\n"), None);
    /// assert!(!reading.is_playable() && !reading.clone().for_levels(|index| index > 0).is_playable());
    /// assert!(reading.for_levels(|index| index == 0).is_playable());
    /// ```
    pub fn for_levels(self, is_one: impl Fn(usize) -> bool) -> Self {
        let all = self.diagnostics.into_iter().zip(self.about);
        let (diagnostics, about) = all.filter(|(_, about)| about.is_none_or(&is_one)).unzip();
        Self { collection: self.collection, diagnostics, about }
    }
}

/// Whether a diagnostic is an error that makes its level unplayable.
fn forbids_play(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity() == Severity::Error && ![codes::E0305, codes::E0311].contains(&diagnostic.code)
}

/// Reads a level file. Without a format, the format is detected.
///
/// ```
/// use banto::sokoban::level;
/// use banto::source::SourceText;
///
/// let text = SourceText::new("a.xsb", "#####\n#@$.#\n#####\nTitle: one push\n");
/// let reading = level::read(&text, None);
/// assert!(reading.diagnostics.is_empty());
/// assert_eq!(reading.collection.levels[0].title.as_deref(), Some("one push"));
/// ```
pub fn read(source: &SourceText, format: Option<Format>) -> Reading {
    read_within(source, format, &Limits::none()).expect("without limits nothing stops")
}

/// As [`read`], within limits.
pub fn read_within(source: &SourceText, format: Option<Format>, limits: &Limits) -> Result<Reading, Stop> {
    let looks_like_xml = source.text().trim_start().starts_with('<');
    let mut diagnostics = Vec::new();
    let (mut collection, parts) = match format {
        Some(Format::Slc) => slc::read(source, &mut diagnostics, limits)?,
        None if looks_like_xml => slc::read(source, &mut diagnostics, limits)?,
        _ => text::read(source, format, &mut diagnostics, limits)?,
    };
    let mut about = vec![None; diagnostics.len()];
    for (index, (level, part)) in collection.levels.iter_mut().zip(parts).enumerate() {
        limits.check()?;
        // A board with unreadable cells has no shape to check.
        if part.is_empty() {
            check::check(level, source, &mut diagnostics);
        }
        about[part].fill(Some(index));
        about.resize(diagnostics.len(), Some(index));
        crop(level);
    }
    if collection.levels.is_empty() && diagnostics.is_empty() {
        let text = source.text();
        let first = text.find(|letter: char| !letter.is_whitespace());
        let announced = text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with(';'));
        let (message, label, place) = match first {
            None => ("the file is empty: it has no level", "a level should be here", 0),
            Some(_) if announced => {
                ("the file has no level, only comments", "a level should be here", text.len())
            }
            Some(first) => {
                ("the file has no level", "no line from here on looks like a row of a level", first)
            }
        };
        let code = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with(';'));
        let is_pddl = code.is_some_and(|line| line.starts_with('('));
        let place = u32::try_from(place).unwrap_or(0);
        let fault = codes::E0301.at(Span::at(place), message);
        diagnostics.push(fault.label(label).help(if is_pddl {
            "this reads like PDDL: `banto plan` finds plans"
        } else {
            "a level is rows of # (wall), @ (player), $ (box), . (goal) and blanks (floor)"
        }));
    }
    about.resize(diagnostics.len(), None);
    let mut found: Vec<_> = diagnostics.into_iter().zip(about).collect();
    found.sort_by_key(|(one, _)| one.span().start);
    let (diagnostics, about) = found.into_iter().unzip();
    Ok(Reading { collection, diagnostics, about })
}

/// Whether a text has levels, however broken.
#[doc(hidden)]
pub fn has_levels(source: &SourceText) -> bool {
    let reading = read_within(source, None, &Limits::none().within_machine());
    reading.map_or(true, |reading| !reading.collection.levels.is_empty())
}

/// Whether a text without levels has solutions.
#[doc(hidden)]
pub fn has_solutions(source: &SourceText) -> bool {
    solutions(source, &Limits::none().within_machine()).map_or(true, |found| !found.is_empty())
}

/// Removes the floor around the drawing: blank rows, the common indentation, blanks at the ends of rows.
fn crop(level: &mut Level) {
    let floor = |cell: &Cell| *cell == Cell::Floor;
    for (cells, spans) in level.rows.iter_mut().zip(&mut level.spans) {
        let length = cells.iter().rposition(|cell| !floor(cell)).map_or(0, |last| last + 1);
        cells.truncate(length);
        spans.truncate(length);
    }
    let drawn = |rows: &[Vec<Cell>]| rows.iter().rposition(|cells| !cells.is_empty()).map_or(0, |at| at + 1);
    let end = drawn(&level.rows);
    level.rows.truncate(end);
    level.spans.truncate(end);
    let start = level.rows.iter().position(|cells| !cells.is_empty()).unwrap_or(0);
    level.rows.drain(..start);
    level.spans.drain(..start);
    let indents = level.rows.iter().filter_map(|cells| cells.iter().position(|cell| !floor(cell)));
    let indent = indents.min().unwrap_or(0);
    for (cells, spans) in level.rows.iter_mut().zip(&mut level.spans) {
        cells.drain(..indent.min(cells.len()));
        spans.drain(..indent.min(spans.len()));
    }
}
