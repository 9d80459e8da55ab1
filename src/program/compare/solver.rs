//! One registry of solvers of both kinds, by name, and one call that runs any of them.
//!
//! In: a name and a level. Out: an [`Outcome`] with the same figures for every solver. Direct solvers have plain names;
//! general planning is `strips:ENCODING` or `strips:ENCODING:SEARCH`.

use super::entry::Subject;
use super::external::External;
use super::outcome::{Ending, Outcome};
use super::planning::{self, Misfit, Planning};
use super::strips::{self, Strips};
use banto_base::limits::{Limits, Stopwatch};
use banto_base::source::nearest;
use banto_planning::planner::Request;
use banto_search::Observer;
use banto_sokoban::direct::{self, DeadlockTests, Promise, SOLVERS, Solver, SolverRow, solver_named};
use banto_sokoban::encode::{ENCODINGS, encoding_named};
use banto_sokoban::{Board, Level};

/// The prefix of the names of general planning.
const STRIPS: &str = "strips:";

/// A solver of either kind, with its name.
#[derive(Clone, Debug)]
pub struct SolverName {
    name: String,
    kind: SolverKind,
}

#[derive(Clone, Debug)]
enum SolverKind {
    Direct(&'static SolverRow),
    Strips(Strips),
    Planning(Planning),
    External(External),
}

impl From<Solver> for SolverName {
    fn from(solver: Solver) -> Self {
        let row = solver.row();
        Self { name: row.name.to_owned(), kind: SolverKind::Direct(row) }
    }
}

impl SolverName {
    /// Reads a name.
    ///
    /// ```
    /// use banto::internals::compare::SolverName;
    ///
    /// assert_eq!(SolverName::read("strips:typed:optimal").unwrap().name(), "strips:typed:optimal");
    /// assert_eq!(SolverName::read("dirct").unwrap_err(), "there is no solver dirct; did you mean direct?");
    /// ```
    ///
    /// # Errors
    /// The error in words, with the name that was probably meant.
    pub fn read(name: &str) -> Result<Self, String> {
        if let Some(read) = Self::of_seed(name, Self::read) {
            return read;
        }
        if let Some(row) = solver_named(name) {
            return Ok(row.solver.into());
        }
        let Some(rest) = name.strip_prefix(STRIPS) else {
            let names: Vec<String> = all().map(|row| row.0).collect();
            return Err(unknown("solver", name, name, &names));
        };
        let mut parts = rest.split(':');
        let encoding = parts.next().unwrap_or_default();
        let Some(encoding) = encoding_named(encoding) else {
            let names: Vec<String> = ENCODINGS.iter().map(|row| row.name.to_owned()).collect();
            return Err(unknown("encoding", encoding, name, &names));
        };
        let planning = planning_named(parts, name)?;
        let full = [&[encoding.row().name.to_owned()][..], &planning.parts()].concat();
        let name = format!("{STRIPS}{}", full.join(":"));
        Ok(Self { name, kind: SolverKind::Strips(Strips { encoding, planning }) })
    }

    /// Reads the name of a planner of tasks: a preset or a search, heuristics and reductions, between colons.
    ///
    /// ```
    /// use banto::internals::compare::SolverName;
    ///
    /// assert_eq!(SolverName::for_tasks("gbfs:ff:plain").unwrap().name(), "gbfs:ff:plain");
    /// assert_eq!(SolverName::for_tasks("bfs:ff").unwrap_err(), "bfs takes no heuristic");
    /// ```
    ///
    /// # Errors
    /// The error in words, with the name that was probably meant.
    pub fn for_tasks(name: &str) -> Result<Self, String> {
        if let Some(read) = Self::of_seed(name, Self::for_tasks) {
            return read;
        }
        let planning = planning_named(name.split(':'), name)?;
        let parts = planning.parts();
        let name = if parts.is_empty() { planning::DEFAULT.to_owned() } else { parts.join(":") };
        Ok(Self { name, kind: SolverKind::Planning(planning) })
    }

    /// Reads a name that ends in `@` and a seed.
    fn of_seed(name: &str, read: fn(&str) -> Result<Self, String>) -> Option<Result<Self, String>> {
        let (plain, seed) = name.rsplit_once('@')?;
        let seeded = |solver: Self| {
            let seed = seed.parse().map_err(|_| format!("{seed} is no seed"))?;
            solver.seeded(seed).ok_or_else(|| format!("{plain} draws nothing, so it takes no seed"))
        };
        Some(read(plain).and_then(seeded))
    }

    /// The name, as users write it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads another program: `NAME=COMMAND`, for levels or for tasks.
    ///
    /// # Errors
    /// A sentence on the fault in it.
    pub fn external(text: &str, kind: super::entry::EntryKind) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("a name and = come before the command")?;
        let external = External::read(command)?;
        if external.kind != kind {
            return Err(format!(
                "{name} solves {}, and these files are {}",
                external.kind.many(),
                kind.many()
            ));
        }
        Ok(Self { name: name.trim().to_owned(), kind: SolverKind::External(external) })
    }

    /// The command of another program.
    pub(super) fn command(&self) -> Option<&str> {
        self.as_external().map(|external| external.command.as_str())
    }

    /// The other program, if it is one.
    pub(super) const fn as_external(&self) -> Option<&External> {
        if let SolverKind::External(external) = &self.kind { Some(external) } else { None }
    }

    /// The planner with another seed, and a name that says so; `None` for a solver that draws nothing.
    pub fn seeded(&self, seed: u64) -> Option<Self> {
        let mut kind = self.kind.clone();
        match &mut kind {
            SolverKind::Strips(Strips { planning, .. }) | SolverKind::Planning(planning)
                if planning.draws() =>
            {
                planning.seed = seed;
            }
            _ => return None,
        }
        Some(Self { name: format!("{}@{seed}", self.name), kind })
    }

    /// The request to the planner, if the solver is one.
    pub(super) fn request(&self, threads: usize) -> Option<Request> {
        match &self.kind {
            SolverKind::Direct(_) | SolverKind::External(_) => None,
            SolverKind::Strips(strips) => Some(strips.planning.request(threads)),
            SolverKind::Planning(planning) => Some(planning.request_for_tasks(threads)),
        }
    }

    /// Whether this is general planning.
    pub(crate) const fn is_strips(&self) -> bool {
        matches!(self.kind, SolverKind::Strips(_))
    }

    /// The measure that its solutions of levels minimize.
    pub fn promise(&self) -> Promise {
        match &self.kind {
            SolverKind::Direct(row) => row.promise,
            SolverKind::Strips(strips) => strips.promise(),
            SolverKind::Planning(_) | SolverKind::External(_) => Promise::Any,
        }
    }

    /// What a solution has that it has proven shortest, in words: what it promises, or what it can prove by the way.
    pub(crate) fn least(&self) -> Option<&'static str> {
        self.promised().or(match &self.kind {
            SolverKind::Direct(_) => Promise::Pushes.words(),
            SolverKind::Strips(strips) => strips.measure(true).words(),
            SolverKind::Planning(_) => Some("least cost"),
            SolverKind::External(_) => None,
        })
    }

    /// The measure that its solutions of anything minimize, in words.
    pub(super) fn promised(&self) -> Option<&'static str> {
        let SolverKind::Planning(planning) = &self.kind else { return self.promise().words() };
        match planning.least() {
            (true, _) => Some("least cost"),
            (_, true) => Some("fewest steps"),
            _ => None,
        }
    }
}

/// Reads the parts of a name that choose how to plan.
fn planning_named<'a>(parts: impl Iterator<Item = &'a str>, whole: &str) -> Result<Planning, String> {
    Planning::read(parts).map_err(|misfit| match misfit {
        Misfit::Unknown(kind, part) => unknown(kind, part, whole, &planning::words()),
        Misfit::Refused(words) => words,
    })
}

/// The name of every solver, with a one-line summary; for general planning, the names without a search.
///
/// ```
/// use banto::internals::compare::solver;
///
/// assert!(solver::all().any(|(name, _)| name == "strips:typed"));
/// ```
pub fn all() -> impl Iterator<Item = (String, &'static str)> {
    let direct = SOLVERS.iter().map(|row| (row.name.to_owned(), row.summary));
    direct.chain(ENCODINGS.iter().map(|row| (format!("{STRIPS}{}", row.name), row.about)))
}

/// The searches that may follow the name of an encoding, each with a one-line summary.
pub fn searches() -> impl Iterator<Item = (&'static str, &'static str)> {
    planning::searches()
}

/// Where names are that are too many for a message.
pub(crate) const LISTED: &str = "`banto compare --help` lists solvers, `banto plan --help` heuristics";

fn unknown(kind: &str, part: &str, whole: &str, names: &[String]) -> String {
    let place = if part == whole { String::new() } else { format!(" in {whole}") };
    let longer = || names.iter().map(String::as_str).find(|name| !part.is_empty() && name.starts_with(part));
    match nearest(part, names.iter().map(String::as_str)).or_else(longer) {
        Some(near) => format!("there is no {kind} {part}{place}; did you mean {near}?"),
        None if names.len() > 12 => format!("there is no {kind} {part}{place}; {LISTED}"),
        None => format!("there is no {kind} {part}{place}; there are {}", names.join(", ")),
    }
}

/// Solves a level with one solver, and validates what it finds. `None` if the level is not playable, or if the solver
/// is for tasks.
///
/// ```
/// use banto::internals::compare::{SolverName, solve};
/// use banto::limits::Limits;
/// use banto::sokoban::level;
/// use banto::source::SourceText;
///
/// let text = SourceText::new("a.xsb", "#######\n#@ $ .#\n#######\n");
/// let level = &level::read(&text, None).collection.levels[0];
/// for name in ["direct", "strips:filtered"] {
///     let solver = SolverName::read(name).unwrap();
///     let outcome = solve(level, &solver, &Limits::none(), &()).unwrap();
///     assert_eq!(outcome.solution().unwrap().text, "rRR");
/// }
/// ```
pub fn solve(
    level: &Level,
    solver: &SolverName,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    solve_in_threads(level, solver, 1, limits, observer)
}

/// As [`solve`], in several threads if the solver can use them; else in one.
pub fn solve_in_threads(
    level: &Level,
    solver: &SolverName,
    threads: usize,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    let watch = Stopwatch::start(threads > 1);
    let mut outcome = match &solver.kind {
        SolverKind::Planning(_) | SolverKind::External(_) => return None,
        SolverKind::Strips(strips) => {
            let mut outcome = strips::solve(level, strips, threads, limits, observer)?;
            if let Ending::Unsolvable(reason) = &mut outcome.ending
                && let Some(lost) = lost(level, limits)
            {
                let planning = reason.take().map(|reason| format!("; in PDDL: {reason}"));
                *reason = Some(format!("{lost}{}", planning.unwrap_or_default()));
            }
            outcome
        }
        SolverKind::Direct(row) => {
            let (board, position) = match Board::within(level, limits) {
                Ok(made) => made?,
                Err(stop) => return Some(Ending::Stopped(stop).into()),
            };
            let (preparation, watch) = (watch.taken(), Stopwatch::start(threads > 1));
            let answer =
                direct::solve_in_threads(&board, &position, row.solver, threads, limits, Some(observer));
            let search = watch.taken();
            let ending = match answer.status {
                direct::Status::Solved(moves) => Ending::of_moves(level, moves),
                direct::Status::Unsolvable(reason) => {
                    Ending::Unsolvable(reason.map(|reason| reason.placed(&board)))
                }
                direct::Status::Unsolved => Ending::Unsolved,
                direct::Status::Stopped(stop) => Ending::Stopped(stop),
            };
            let direct::Answer { work, lower_bound, .. } = answer;
            let is_proven = |pushes| row.promise != Promise::Any || lower_bound == Some(pushes);
            let is_least = matches!(&ending, Ending::Solved(found) if is_proven(found.lengths[0]));
            let expands = row.expands.into();
            Outcome { work, preparation, search, expands, lower_bound, is_least, ..ending.into() }
        }
    };
    outcome.taken = watch.taken();
    Some(outcome)
}

/// Why a level is lost from the start, if a deadlock test proves it: in the words of the game.
fn lost(level: &Level, limits: &Limits) -> Option<String> {
    let (board, position) = Board::within(level, limits).ok()??;
    let reason = DeadlockTests::new(&board, limits).ok()?.lost(&board, &position)?;
    Some(reason.placed(&board))
}

/// Solves a level or a task. `None` if the level is not playable, or if the solver is for the other kind.
pub(super) fn solve_any(
    subject: &Subject,
    solver: &SolverName,
    threads: usize,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    match (subject, &solver.kind) {
        (Subject::Level(level), _) => solve_in_threads(level, solver, threads, limits, observer),
        (Subject::Task(task), SolverKind::Planning(planning)) => {
            let watch = Stopwatch::start(threads > 1);
            let mut outcome = strips::plan(task, planning, threads, limits, observer);
            outcome.taken = watch.taken();
            Some(outcome)
        }
        (Subject::Task(_), _) => None,
    }
}
