//! One registry of solvers of both kinds, by name, and one call that runs any of them.
//!
//! In: a name and a level. Out: an [`Outcome`] with the same figures for every solver. Direct solvers have plain names; general
//! planning is `strips:ENCODING` or `strips:ENCODING:SEARCH`. How either kind works is not known here.

use std::time::Duration;

use super::strips::{self, Aimed, Strips};
use crate::limits::{Limits, Stop};
use crate::search::{Observer, Work};
use crate::sokoban::direct::{self, Promise, SOLVERS, Solver, SolverRow, solver_named};
use crate::sokoban::encode::{ENCODINGS, encoding_named};
use crate::sokoban::verify::{Verdict, verify};
use crate::sokoban::{Board, Level, Move, lurd};
use crate::source::{SourceText, nearest};

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

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What the searches did.
    pub work: Work,
    /// Everything from the level to the judged solution.
    pub time: Duration,
    /// The part of it that was search: without writing, reading and grounding a planning problem.
    pub search_time: Duration,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a solution that the judge has accepted.
    Solved(Solution),
    /// With a proof that there is none; with the reason where one is at hand.
    Unsolvable(Option<String>),
    /// Without a solution and without a proof.
    Unsolved,
    /// At a limit.
    Stopped(Stop),
    /// With a solution that a judge rejects: a fault of this program, said in words.
    Faulty(String),
}

/// A solution that the judge has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The moves.
    pub path: Vec<Move>,
    /// The same as text.
    pub lurd: String,
    /// How many of them push, as the judge has it.
    pub pushes: usize,
    /// How many there are, as the judge has it.
    pub moves: usize,
}

impl Ending {
    /// The ending in one word.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable(_) => "unsolvable",
            Self::Unsolved => "unsolved",
            Self::Stopped(_) => "stopped",
            Self::Faulty(_) => "fault",
        }
    }

    /// Why there is no solution, where that is known.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Unsolvable(reason) => reason.clone(),
            Self::Stopped(stop) => Some(stop.to_string()),
            Self::Faulty(words) => Some(words.clone()),
            Self::Solved(_) | Self::Unsolved => None,
        }
    }
}

impl Outcome {
    /// The solution, if there is one.
    #[must_use]
    pub const fn solution(&self) -> Option<&Solution> {
        match &self.ending {
            Ending::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// States that were expanded in a second of search.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        self.work.counts.expanded as f64 / self.search_time.as_secs_f64().max(1e-9)
    }
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
        let (encoding, search) = rest.split_once(':').unwrap_or((rest, strips::DEFAULT));
        let names = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect::<Vec<_>>();
        let known = encoding_named(encoding);
        let Some(encoding) = known else {
            let names = names(&mut ENCODINGS.iter().map(|row| row.name));
            return Err(unknown("encoding", encoding, name, &names));
        };
        let Some(aimed) = Aimed::named(search) else {
            return Err(unknown("search", search, name, &names(&mut strips::searches())));
        };
        let name = match aimed {
            Aimed::Good => format!("{STRIPS}{}", encoding.row().name),
            _ => format!("{STRIPS}{}:{}", encoding.row().name, aimed.name()),
        };
        Ok(Self { name, kind: Kind::Strips(Strips { encoding, aimed }) })
    }

    /// The name, as users write it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this is general planning.
    #[must_use]
    pub(crate) const fn is_strips(&self) -> bool {
        matches!(self.kind, Kind::Strips(_))
    }

    /// What is least in its solutions.
    #[must_use]
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

/// Solves a level with one solver, and lets the judge look at what it finds. Nothing where the level is no board.
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
    let (board, position) = Board::new(level)?;
    let start = limits.elapsed();
    let found = match &solver.kind {
        Kind::Strips(strips) => strips::solve(level, *strips, limits, observer)?,
        Kind::Direct(row) => {
            let answer = direct::solve(&board, &position, row.solver, limits, Some(observer));
            let ending = match answer.status {
                direct::Status::Solved(moves) => Found::Moves(moves),
                direct::Status::Unsolvable(reason) => {
                    Found::Ended(Ending::Unsolvable(reason.map(|reason| placed(reason, &board))))
                }
                direct::Status::Unsolved => Found::Ended(Ending::Unsolved),
                direct::Status::Stopped(stop) => Found::Ended(Ending::Stopped(stop)),
            };
            let search_time = limits.elapsed().saturating_sub(start);
            Run { found: ending, work: answer.work, search_time }
        }
    };
    let ending = match found.found {
        Found::Moves(path) => judged(level, path),
        Found::Ended(ending) => ending,
    };
    let time = limits.elapsed().saturating_sub(start);
    let Run { work, search_time, .. } = found;
    Some(Outcome { ending, work, time, search_time })
}

/// What a solver gives before the judge has looked.
pub(super) struct Run {
    pub(super) found: Found,
    pub(super) work: Work,
    pub(super) search_time: Duration,
}

/// Moves, or another ending.
pub(super) enum Found {
    Moves(Vec<Move>),
    Ended(Ending),
}

/// The ending of moves, by the judge. It reads the text that will be shown, so that nothing else is vouched for.
fn judged(level: &Level, path: Vec<Move>) -> Ending {
    let text = lurd::lurd(path.iter().copied());
    let written = lurd::read(&SourceText::new("<solution>", text.clone())).ok();
    let verdict = written.and_then(|moves| verify(level, &moves).ok()).filter(Verdict::is_solved);
    match verdict {
        Some(Verdict { moves, pushes, .. }) => Ending::Solved(Solution { path, lurd: text, pushes, moves }),
        None => Ending::Faulty(format!("the judge rejects the solution {text}")),
    }
}

/// A reason with the place in the drawing, from 1.
fn placed(reason: direct::Reason, board: &Board) -> String {
    let place = reason.cell().map(|cell| board.place(cell));
    let place = place.map(|(row, column)| format!(" (row {}, column {})", row + 1, column + 1));
    format!("{}{}", reason.words(), place.unwrap_or_default())
}
