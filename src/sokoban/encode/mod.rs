//! The board as a planning problem: four models in PDDL, and the way back from plans to moves.
//!
//! In: a level and the name of an encoding. Out: a domain and a problem as texts; and for a plan, moves. The caller
//! passes the texts to a planner, and the moves from [`decode`] to the validator of solutions.

mod decode;
mod filter;
mod problem;

pub use decode::{DecodeError, decode, decode_within};
pub use filter::lost_cells;

use crate::{Board, Level, Position};
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;
use banto_text::pddl;

/// A model of Sokoban in PDDL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Five predicates, four schemas.
    Basic,
    /// Boxes never enter cells from which they could not reach a goal.
    Filtered,
    /// Boxes with names, pushes with costs.
    Typed,
    /// No walks.
    Pushes,
}

/// An encoding with its name and domain.
#[derive(Debug)]
#[non_exhaustive]
pub struct EncodingRow {
    /// Which one.
    pub encoding: Encoding,
    /// Its name on the command line; the domain's name is `sokoban-` and this.
    pub name: &'static str,
    /// A one-line summary.
    pub about: &'static str,
    /// The domain, a PDDL text.
    pub domain: &'static str,
}

/// The row of an encoding whose domain has its name.
macro_rules! row {
    ($encoding:ident, $name:literal, $about:literal) => {
        EncodingRow {
            encoding: Encoding::$encoding,
            name: $name,
            about: $about,
            domain: include_str!(concat!("../../../domains/sokoban/", $name, ".pddl")),
        }
    };
}

/// Every encoding.
pub const ENCODINGS: &[EncodingRow] = &[
    row!(Basic, "basic", "five predicates and four schemas: the model one would write down first"),
    row!(
        Filtered,
        "filtered",
        "the same with cells marked where a box would be lost; boxes are never pushed there"
    ),
    row!(Typed, "typed", "boxes with names; pushes cost 1 and walks nothing, as in planning competitions"),
    row!(Pushes, "pushes", "no walks: where the player can stand is derived from where the boxes are"),
];

/// The encoding with a name.
pub fn encoding_named(name: &str) -> Option<Encoding> {
    banto_base::row_named!(ENCODINGS, name).map(|row| row.encoding)
}

impl Encoding {
    /// Its row in the table.
    pub fn row(self) -> &'static EncodingRow {
        &ENCODINGS[self as usize]
    }
}

/// A level as a planning problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Encoded {
    /// Which encoding this is.
    pub encoding: Encoding,
    /// The domain, the same for all levels.
    pub domain: &'static str,
    /// The problem.
    pub problem: String,
    board: Board,
    start: Position,
}

/// Writes a level as a planning problem that has a plan exactly when the level can be solved; `None` if the level has
/// no player or is not enclosed by walls. The problem is formatted as by `banto fmt`.
///
/// ```
/// use banto::sokoban::encode::{Encoding, decode, encode};
/// use banto::sokoban::{level, lurd};
/// use banto::source::SourceText;
///
/// let text = SourceText::new("a.xsb", "#####\n#@$.#\n#####\n");
/// let levels = level::read(&text, None).collection.levels;
/// let encoded = encode(&levels[0], Encoding::Basic).unwrap();
/// let moves = decode(&encoded, "(push-to-goal c2-2 c2-3 c2-4 right)").unwrap();
/// assert_eq!(lurd::lurd(moves), "R");
/// ```
pub fn encode(level: &Level, encoding: Encoding) -> Option<Encoded> {
    let limits = Limits::none();
    let encoded = encode_within(level, encoding, &limits).expect("without limits nothing stops")?;
    Some(encoded.laid_out(&limits).expect("without limits nothing stops"))
}

impl Encoded {
    /// With the problem formatted.
    pub fn laid_out(mut self, limits: &Limits) -> Result<Self, Stop> {
        let source = SourceText::new("problem", self.problem);
        // Only unmatched parentheses are refused, and these match.
        self.problem = pddl::format_within(&source, limits)?.unwrap_or_else(|_| source.text().to_owned());
        Ok(self)
    }
}

/// As [`encode`], within limits, and unformatted: for a planner.
pub fn encode_within(level: &Level, encoding: Encoding, limits: &Limits) -> Result<Option<Encoded>, Stop> {
    let Some((board, start)) = Board::within(level, limits)? else { return Ok(None) };
    let problem = problem::write(encoding, level, &board, &start, limits)?;
    Ok(Some(Encoded { encoding, domain: encoding.row().domain, problem, board, start }))
}

/// The name of a cell in problems: row and column of the drawing, from 1.
fn cell_name((row, column): (usize, usize)) -> String {
    format!("c{}-{}", row + 1, column + 1)
}

/// Row and column from a cell's name.
fn cell_place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('c')?.split_once('-')?;
    let number = |digits: &str| digits.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}
