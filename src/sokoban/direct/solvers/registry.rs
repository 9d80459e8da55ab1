//! The table of direct solvers: their names, and what each promises, as data.
//!
//! In: a name. Out: a row. Tests hold every row to its promise. Names with a colon, such as `strips:...`, are not in
//! this table.

/// The solvers that search the board directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The rows below say what each one is.
#[non_exhaustive]
pub enum Solver {
    Direct,
    Bfs,
    Astar,
    Greedy,
    FewestPushes,
    PushesThenMoves,
    MovesThenPushes,
}

/// The measure that a solver's solutions minimize.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Any solution.
    Any,
    /// Pushes.
    Pushes,
    /// Pushes, then moves.
    PushesThenMoves,
    /// Moves.
    Moves,
    /// Moves, then pushes.
    MovesThenPushes,
}

impl Promise {
    /// Whether no solution has fewer pushes.
    pub const fn is_least_pushes(self) -> bool {
        matches!(self, Self::Pushes | Self::PushesThenMoves)
    }

    /// Whether no solution has fewer moves.
    pub const fn is_least_moves(self) -> bool {
        matches!(self, Self::Moves | Self::MovesThenPushes)
    }

    /// The promise in words; `None` for [`Self::Any`].
    pub const fn words(self) -> Option<&'static str> {
        match self {
            Self::Any => None,
            Self::Pushes => Some("fewest pushes"),
            Self::PushesThenMoves => Some("fewest pushes, then fewest moves"),
            Self::Moves => Some("fewest moves"),
            Self::MovesThenPushes => Some("fewest moves, then fewest pushes"),
        }
    }
}

/// A solver and its properties. Given time and memory, every solver proves that a level without solutions has none.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolverRow {
    /// The solver.
    pub solver: Solver,
    /// Its name, as users write it.
    pub name: &'static str,
    /// A line on its methods.
    pub summary: &'static str,
    /// The measure that its solutions minimize.
    pub promise: Promise,
    /// Whether it is one search, which several threads can share.
    pub in_threads: bool,
    /// The kind of steps to the successors of an expanded state.
    pub expands: &'static str,
}

/// All direct solvers; the first is the one to use.
pub const SOLVERS: &[SolverRow] = &[
    row(
        Solver::Direct,
        "direct",
        "A* for small levels, then a packing plan and feature-space searches along it and without it",
        Promise::Any,
    )
    .expanding("pushes, then macro moves"),
    row(Solver::Bfs, "bfs", "breadth-first over pushes; no box goes into a corner", Promise::Pushes),
    row(
        Solver::Astar,
        "astar",
        "A* over pushes with their walks; estimate: each box to its nearest goal",
        Promise::Moves,
    )
    .in_threads(),
    row(
        Solver::Greedy,
        "greedy",
        "greedy best-first; estimate: straight lines from player to box, from boxes to goals; corners and wall lines",
        Promise::Any,
    ),
    row(Solver::FewestPushes, "pushes", "A* with assignment bounds, freezing and corrals", Promise::Pushes)
        .in_threads(),
    row(
        Solver::PushesThenMoves,
        "pushes-moves",
        "A* with assignment bounds and freezing, the player's cell in the state",
        Promise::PushesThenMoves,
    )
    .in_threads(),
    row(
        Solver::MovesThenPushes,
        "moves-pushes",
        "A* with assignment bounds and freezing, the player's cell in the state",
        Promise::MovesThenPushes,
    )
    .in_threads(),
];

const fn row(solver: Solver, name: &'static str, summary: &'static str, promise: Promise) -> SolverRow {
    SolverRow { solver, name, summary, promise, in_threads: false, expands: "single pushes" }
}

impl SolverRow {
    const fn in_threads(self) -> Self {
        Self { in_threads: true, ..self }
    }

    const fn expanding(self, expands: &'static str) -> Self {
        Self { expands, ..self }
    }
}

/// The row of this name.
///
/// ```
/// use banto::sokoban::direct::{Solver, solver_named};
///
/// assert_eq!(solver_named("bfs").unwrap().solver, Solver::Bfs);
/// assert!(solver_named("magic").is_none());
/// ```
pub fn solver_named(name: &str) -> Option<&'static SolverRow> {
    banto_base::row_named!(SOLVERS, name)
}

impl Solver {
    /// The row of this solver.
    pub fn row(self) -> &'static SolverRow {
        SOLVERS.iter().find(|row| row.solver == self).expect("every solver has a row")
    }
}
