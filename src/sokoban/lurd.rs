//! Solutions as text: LURD, with or without run lengths such as `3R`, and a compressed form such as `R D 4D 2L`.
//!
//! In: text such as `rrULd`, `2rULd`, `3(rU)l`, or `R D R 4D 2L` after a label and a colon. Out: the moves with their
//! places in the text; and moves written back in either form. The board decides whether a move is possible.

use std::fmt::Write;

use super::moves::{Direction, Move};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, Span, codes};

/// A move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where to.
    pub direction: Direction,
    /// Whether it was written as a push; `None` if the text does not distinguish walks from pushes.
    pub push: Option<bool>,
    /// Whether its letter is a capital.
    pub is_capital: bool,
    /// Its place in the text.
    pub span: Span,
}

impl Written {
    /// Its letter, as it is written.
    pub const fn letter(self) -> char {
        Move { direction: self.direction, push: self.is_capital }.letter()
    }
}

/// A move that was made on a board; it has no place in a text.
impl From<Move> for Written {
    fn from(made: Move) -> Self {
        Self {
            direction: made.direction,
            push: Some(made.push),
            is_capital: made.push,
            span: Span::default(),
        }
    }
}

/// Longer solutions are refused. Moves that a count of 0 removes again count too, since they cost the same time.
const MAX_MOVES: usize = 10_000_000;

/// Reads a solution. A label before a colon, such as `Moves are:`, is skipped.
///
/// ```
/// use banto::source::SourceText;
/// use banto::sokoban::lurd;
///
/// let moves = lurd::read(&SourceText::new("s", "Moves are: R 2D")).unwrap();
/// assert_eq!(lurd::compressed(moves.iter().map(|one| one.direction)), "R 2D");
/// ```
///
/// # Errors
/// An unknown character, a count without a move, an unmatched bracket, or too many moves.
pub fn read(source: &SourceText) -> Result<Vec<Written>, Box<Diagnostic>> {
    read_within(source, &Limits::none()).expect("without limits nothing stops")
}

/// As [`read`], within limits.
pub fn read_within(
    source: &SourceText,
    limits: &Limits,
) -> Result<Result<Vec<Written>, Box<Diagnostic>>, Stop> {
    match read_here(source, limits) {
        Ok(moves) => Ok(Ok(moves)),
        Err(Refused::Text(fault)) => Ok(Err(fault)),
        Err(Refused::Stopped(stop)) => Err(stop),
    }
}

fn read_here(source: &SourceText, limits: &Limits) -> Result<Vec<Written>, Refused> {
    let text = source.text();
    let start = label_end(text);
    let mut reader = Reader { moves: Vec::new(), made: 0, count: None, open: Vec::new(), limits };
    for (at, one) in text[start..].char_indices().map(|(at, one)| (at + start, one)) {
        reader.character(one, Span::from(at..at + one.len_utf8()))?;
    }
    if let Some((_, place)) = reader.count {
        return Err(without_move(place).into());
    }
    if let Some((_, _, place)) = reader.open.pop() {
        return Err(codes::E0313
            .at(place, "a bracket that is never closed")
            .help("write ) after the moves to repeat")
            .into());
    }
    let mut moves = reader.moves;
    let walks = moves.iter().any(|one| one.push == Some(false));
    let pushes = moves.iter().any(|one| one.push == Some(true));
    if !(walks && pushes) {
        // Letters of a single case say nothing about pushes.
        for one in &mut moves {
            one.push = None;
        }
    }
    Ok(moves)
}

/// Whether a line is moves: letters of the four directions, counts, brackets and commas.
#[doc(hidden)]
pub fn is_moves(words: &str) -> bool {
    words.bytes().any(|byte| b"udlrUDLR".contains(&byte))
        && words.bytes().all(|byte| b"udlrUDLR0123456789(), ".contains(&byte))
}

/// The moves of a typed solution, or its error in words.
///
/// ```
/// use banto::sokoban::lurd;
///
/// assert_eq!(lurd::typed("2R u").unwrap().len(), 3);
/// assert_eq!(lurd::typed("R2").unwrap_err(), "a count without a move");
/// ```
pub fn typed(text: &str) -> Result<Vec<Written>, String> {
    read(&SourceText::new("<moves>", text)).map_err(|fault| fault.message)
}

/// Moves as LURD.
///
/// ```
/// use banto::sokoban::{Board, Direction, Level, lurd};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let (board, mut position) = Board::new(&level).unwrap();
/// assert_eq!(lurd::lurd(board.step(&mut position, Direction::Right)), "R");
/// ```
pub fn lurd(moves: impl IntoIterator<Item = Move>) -> String {
    moves.into_iter().map(Move::letter).collect()
}

/// LURD with a count before each run of equal moves, and no blanks.
///
/// ```
/// use banto::limits::Limits;
/// use banto::sokoban::direct::{Solver, solve};
/// use banto::sokoban::{Board, Level, lurd};
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let (board, position) = Board::new(&level).unwrap();
/// let answer = solve(&board, &position, Solver::Bfs, &Limits::none(), None);
/// assert_eq!(lurd::counted(answer.solution().unwrap().iter().copied()), "r2R");
/// ```
pub fn counted(moves: impl IntoIterator<Item = Move>) -> String {
    runs(moves.into_iter().map(Move::letter), "")
}

/// The compressed form: capital letters, counts before them, blanks between.
pub fn compressed(moves: impl IntoIterator<Item = Direction>) -> String {
    runs(moves.into_iter().map(|one| one.letter().to_ascii_uppercase()), " ")
}

fn runs(letters: impl Iterator<Item = char>, between: &str) -> String {
    let letters: Vec<char> = letters.collect();
    let mut out = String::new();
    for run in letters.chunk_by(|one, other| one == other) {
        if !out.is_empty() {
            out.push_str(between);
        }
        if run.len() > 1 {
            let _ = write!(out, "{}", run.len());
        }
        out.push(run[0]);
    }
    out
}

/// Where the moves start: after the first colon, if there is one.
fn label_end(text: &str) -> usize {
    text.find(':').map_or(0, |colon| colon + 1)
}

/// Why a text cannot be read as moves.
enum Refused {
    Text(Box<Diagnostic>),
    Stopped(Stop),
}

impl From<Diagnostic> for Refused {
    fn from(fault: Diagnostic) -> Self {
        Self::Text(fault.into())
    }
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

struct Reader<'a> {
    moves: Vec<Written>,
    /// How many moves were written out in all; never less than `moves.len()`.
    made: usize,
    /// The count that is waiting for its move, and its place.
    count: Option<(usize, Span)>,
    /// For each open bracket: the index of its first move, the count before it, and its place.
    open: Vec<(usize, usize, Span)>,
    limits: &'a Limits,
}

impl Reader<'_> {
    fn character(&mut self, one: char, place: Span) -> Result<(), Refused> {
        self.limits.check()?;
        if let Some(digit) = one.to_digit(10) {
            let (number, before) = self.count.unwrap_or((0, place));
            let number = number.saturating_mul(10).saturating_add(digit as usize);
            self.count = Some((number, before.to(place)));
            return Ok(());
        }
        if one.is_whitespace() || one == ',' {
            return Ok(());
        }
        if one == ')' {
            return self.close(place);
        }
        let (count, place) = match self.count.take() {
            Some((count, before)) => (count, before.to(place)),
            None => (1, place),
        };
        if one == '(' {
            if self.open.len() == 64 {
                return Err(codes::E0313.at(place, "brackets are nested too deeply").into());
            }
            self.open.push((self.moves.len(), count, place));
            return Ok(());
        }
        let Some(direction) = Direction::from_letter(one) else {
            return Err(codes::E0313.at(Span::new(place.end - u32::try_from(one.len_utf8()).unwrap_or(1), place.end), format!("unknown move {}", one.escape_debug()))
            .help("moves are u, d, l and r: small for a walk, capital for a push; a count may come before each").into());
        };
        self.reserve(count, place)?;
        let is_capital = one.is_ascii_uppercase();
        let written = Written { direction, push: Some(is_capital), is_capital, span: place };
        self.moves.extend(std::iter::repeat_n(written, count));
        Ok(())
    }

    fn close(&mut self, place: Span) -> Result<(), Refused> {
        if let Some((_, place)) = self.count {
            return Err(without_move(place).into());
        }
        let Some((start, count, _)) = self.open.pop() else {
            return Err(codes::E0313.at(place, "a bracket that was never opened").into());
        };
        let length = self.moves.len() - start;
        if count == 0 || length == 0 {
            self.moves.truncate(start);
            return Ok(());
        }
        self.reserve(length.saturating_mul(count - 1), place)?;
        for _ in 1..count {
            self.moves.extend_from_within(start..start + length);
        }
        Ok(())
    }

    /// Counts moves before they are written out.
    fn reserve(&mut self, count: usize, place: Span) -> Result<(), Refused> {
        self.made = self.made.saturating_add(count);
        if self.made > MAX_MOVES {
            let message = format!("the solution is too long: more than {MAX_MOVES} moves");
            return Err(codes::E0309.at(place, message).into());
        }
        Ok(self.limits.check_reserve(&self.moves, count)?)
    }
}

fn without_move(place: Span) -> Diagnostic {
    codes::E0308
        .at(place, "a count without a move")
        .help("a count comes before the move that it repeats, as in 4D")
}
