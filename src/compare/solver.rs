//! One registry of solvers of both kinds, by name, and one call that runs any of them.
//!
//! In: a name and a level. Out: an [`Outcome`] with the same figures for every solver. Direct solvers have plain names;
//! general planning is `strips:ENCODING` or `strips:ENCODING:SEARCH`.

use std::time::Duration;

use super::outcome::{Ending, Outcome};
use super::strips::{self, Choice, Strips};
use crate::limits::Limits;
use crate::planner::Reductions;
use crate::search::Observer;
use crate::sokoban::direct::{self, Promise, SOLVERS, Solver, SolverRow, solver_named};
use crate::sokoban::encode::{ENCODINGS, encoding_named};
use crate::sokoban::{Board, Level};
use crate::source::nearest;

/// What the names of general planning begin with.
const STRIPS: &str = "strips:";

/// A solver of either kind, with its name.
#[derive(Clone, Debug)]
pub struct SolverName {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Direct(&'static SolverRow),
    Strips(Strips),
}

impl From<Solver> for SolverName {
    fn from(solver: Solver) -> Self {
        let row = solver.row();
        Self { name: row.name.to_owned(), kind: Kind::Direct(row) }
    }
}

impl SolverName {
    /// Reads a name.
    ///
    /// ```
    /// use banto::compare::SolverName;
    ///
    /// assert_eq!(SolverName::read("strips:typed:optimal").unwrap().name(), "strips:typed:optimal");
    /// assert_eq!(SolverName::read("dirct").unwrap_err(), "there is no solver dirct; did you mean direct?");
    /// ```
    ///
    /// # Errors
    /// What is wrong, in words, with the name that was probably meant.
    pub fn read(name: &str) -> Result<Self, String> {
        if let Some(row) = solver_named(name) {
            return Ok(row.solver.into());
        }
        let Some(rest) = name.strip_prefix(STRIPS) else {
            let names: Vec<String> = all().map(|row| row.0).collect();
            return Err(unknown("solver", name, name, &names));
        };
        let mut parts = rest.split(':');
        let encoding = parts.next().unwrap_or_default();
        let names = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect::<Vec<_>>();
        let known = encoding_named(encoding);
        let Some(encoding) = known else {
            let names = names(&mut ENCODINGS.iter().map(|row| row.name));
            return Err(unknown("encoding", encoding, name, &names));
        };
        let (mut choice, mut reductions) = (None, None);
        for part in parts {
            let lower = part.to_ascii_lowercase();
            match (Choice::named(&lower), strips::reductions_named(&lower)) {
                (Some(found), _) if choice.is_none() => choice = Some(found),
                (None, Some(found)) if reductions.is_none() => reductions = Some((lower, found)),
                _ => {
                    let names = names(&mut strips::searches().chain(strips::reductions()));
                    return Err(unknown("search", part, name, &names));
                }
            }
        }
        let choice = choice.unwrap_or(Choice::Good);
        let mut name = format!("{STRIPS}{}", encoding.row().name);
        if choice != Choice::Good {
            name = format!("{name}:{}", choice.name());
        }
        let reductions = reductions.map_or_else(Reductions::default, |(word, reductions)| {
            name = format!("{name}:{word}");
            reductions
        });
        Ok(Self { name, kind: Kind::Strips(Strips { encoding, choice, reductions }) })
    }

    /// The name, as users write it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is general planning.
    pub(crate) const fn is_strips(&self) -> bool {
        matches!(self.kind, Kind::Strips(_))
    }

    /// What is least in its solutions.
    pub fn promise(&self) -> Promise {
        match &self.kind {
            Kind::Direct(row) => row.promise,
            Kind::Strips(strips) => strips.promise(),
        }
    }
}

/// Every name of a solver, with what it does in one line; of general planning the names without a search.
///
/// ```
/// use banto::compare::solver;
///
/// assert!(solver::all().any(|(name, _)| name == "strips:typed"));
/// ```
pub fn all() -> impl Iterator<Item = (String, &'static str)> {
    let direct = SOLVERS.iter().map(|row| (row.name.to_owned(), row.summary));
    direct.chain(ENCODINGS.iter().map(|row| (format!("{STRIPS}{}", row.name), row.about)))
}

/// The searches that may stand behind the name of an encoding.
pub fn searches() -> impl Iterator<Item = &'static str> {
    strips::searches()
}

fn unknown(kind: &str, part: &str, whole: &str, names: &[String]) -> String {
    let place = if part == whole { String::new() } else { format!(" in {whole}") };
    match nearest(part, names.iter().map(String::as_str)) {
        Some(near) => format!("there is no {kind} {part}{place}; did you mean {near}?"),
        None => format!("there is no {kind} {part}{place}; there are {}", names.join(", ")),
    }
}

/// Solves a level with one solver, and validates what it finds. `None` if the level is not playable.
///
/// ```
/// use banto::compare::{SolverName, solve};
/// use banto::limits::Limits;
/// use banto::sokoban::level;
/// use banto::source::SourceText;
///
/// let text = SourceText::new("a.xsb", "#######\n#@ $ .#\n#######\n");
/// let level = &level::read(&text, None).collection.levels[0];
/// for name in ["direct", "strips:filtered"] {
///     let solver = SolverName::read(name).unwrap();
///     let outcome = solve(level, &solver, &Limits::none(), &()).unwrap();
///     assert_eq!(outcome.solution().unwrap().lurd, "rRR");
/// }
/// ```
pub fn solve(
    level: &Level,
    solver: &SolverName,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    let start = limits.elapsed();
    let mut outcome = match &solver.kind {
        Kind::Strips(strips) => strips::solve(level, *strips, limits, observer)?,
        Kind::Direct(row) => {
            let (board, position) = match Board::within(level, limits) {
                Ok(made) => made?,
                Err(stop) => return Some(Ending::Stopped(stop).into()),
            };
            let answer = direct::solve(&board, &position, row.solver, limits, Some(observer));
            let search_time = limits.elapsed().saturating_sub(start);
            let ending = match answer.status {
                direct::Status::Solved(moves) => Ending::of_moves(level, moves),
                direct::Status::Unsolvable(reason) => {
                    Ending::Unsolvable(reason.map(|reason| placed(reason, &board)))
                }
                direct::Status::Unsolved => Ending::Unsolved,
                direct::Status::Stopped(stop) => Ending::Stopped(stop),
            };
            Outcome { ending, work: answer.work, time: Duration::ZERO, search_time }
        }
    };
    outcome.time = limits.elapsed().saturating_sub(start);
    Some(outcome)
}

/// A reason with the place in the drawing, from 1.
fn placed(reason: direct::Reason, board: &Board) -> String {
    let place = reason.cell().map(|cell| board.place(cell));
    let place = place.map(|(row, column)| format!(" (row {}, column {})", row + 1, column + 1));
    format!("{}{}", reason.words(), place.unwrap_or_default())
}
