//! The price of generality for games: the same searches on a game in PDDL and on its native board.
//!
//! In: a game, depths and limits. Out: nodes and times of both, as a table or JSON. Two things are measured: counting
//! games, which only makes and takes back moves, and the search for the best move.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::base::limits::{Limits, Stop};
use crate::base::source::SourceText;
use crate::games::native::{ConnectFour, TicTacToe};
use crate::games::speed::{self, Measured};
use crate::games::{self, Estimate, Game, GameError, Position};
use crate::planning::ground::GroundError;

/// The depths of counting and searching.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The length of the games that are counted.
    pub count: u32,
    /// The depth of the search.
    pub depth: u32,
    /// The memory of the transposition table.
    pub table_bytes: usize,
}

/// Counting and searching.
#[derive(Clone, Copy, Debug)]
pub struct Speeds {
    /// Counting games.
    pub count: Measured,
    /// Searching the best move.
    pub search: Measured,
}

/// A game that exists twice: in PDDL and as a native board.
#[derive(Clone, Copy, Debug)]
pub struct Twice {
    /// The name of the native board.
    pub name: &'static str,
    domain: &'static str,
    problem: &'static str,
    count: u32,
    depth: u32,
}

/// The games that exist twice, with depths that take about a second.
pub const GAMES: &[Twice] = &[
    Twice {
        name: "tic-tac-toe",
        domain: include_str!("../../../domains/games/tic-tac-toe.pddl"),
        problem: include_str!("../../../problems/games/tic-tac-toe.pddl"),
        count: 8,
        depth: 9,
    },
    Twice {
        name: "connect-four:7x6",
        domain: include_str!("../../../domains/games/connect-four.pddl"),
        problem: include_str!("../../../problems/games/connect-four-7x6.pddl"),
        count: 6,
        depth: 9,
    },
];

/// One of the two measures.
type Pick = fn(&Speeds) -> Measured;

/// The measures, with their names in tables.
const MEASURES: [(&str, Pick); 2] = [("count", |runs| runs.count), ("search", |runs| runs.search)];

/// Measures a game. Its positions should not be estimated, since native boards estimate differently.
pub fn measure(game: &mut impl Game, effort: Effort, limits: &Limits) -> Result<Speeds, Stop> {
    Ok(Speeds {
        count: speed::count(game, effort.count, limits)?,
        search: speed::search(game, effort.depth, effort.table_bytes, limits)?,
    })
}

/// The names of the native boards. Connect Four also comes in other sizes.
pub const BOARDS: &[&str] = &["tic-tac-toe", "connect-four:7x6"];

/// The number of cells of a native board; `None` if there is no such board.
pub fn cells(name: &str) -> Option<usize> {
    if name == "tic-tac-toe" {
        return Some(9);
    }
    let (width, height) = sides(name)?;
    ConnectFour::new(width, height).map(|_| (width * height) as usize)
}

fn sides(name: &str) -> Option<(u32, u32)> {
    let (width, height) = name.strip_prefix("connect-four:")?.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// Measures a native board, by its name; `None` if there is no such board.
///
/// ```
/// use banto::internals::compare::games::{Effort, native};
/// use banto::limits::Limits;
///
/// let effort = Effort { count: 3, depth: 3, table_bytes: 1 << 16 };
/// let runs = native("tic-tac-toe", effort, &Limits::none()).unwrap().unwrap();
/// assert_eq!(runs.count.nodes, 504);
/// assert!(native("chess", effort, &Limits::none()).is_none());
/// ```
pub fn native(name: &str, effort: Effort, limits: &Limits) -> Option<Result<Speeds, Stop>> {
    if name == "tic-tac-toe" {
        return Some(measure(&mut TicTacToe::new(), effort, limits));
    }
    let (width, height) = sides(name)?;
    let mut game = ConnectFour::new(width, height)?;
    game.estimate_nothing();
    Some(measure(&mut game, effort, limits))
}

impl Twice {
    /// The depths for this game. The table is small, so that first touching its memory does not distort the times.
    pub const fn effort(&self) -> Effort {
        Effort { count: self.count, depth: self.depth, table_bytes: 4 << 20 }
    }

    /// Measures the game in PDDL, and the native board.
    pub fn run(&self, limits: &Limits) -> Result<(Speeds, Speeds), Stop> {
        let native = native(self.name, self.effort(), limits).expect("every row names a board")?;
        Ok((self.in_pddl(limits)?, native))
    }

    fn in_pddl(&self, limits: &Limits) -> Result<Speeds, Stop> {
        let domain = SourceText::new("domain.pddl", self.domain);
        let problem = SourceText::new("problem.pddl", self.problem);
        let game = match games::read(&domain, &problem, limits) {
            Ok(game) => game,
            Err(GameError::Ground(GroundError::Stopped(stop))) => return Err(stop),
            Err(error) => unreachable!("this is one of banto's own games: {error}"),
        };
        let mut position = Position::new(&game.rules);
        position.estimate_by(Estimate::Nothing);
        measure(&mut position, self.effort(), limits)
    }
}

/// Both as a table: one line each, and how many times faster the native board is.
pub fn table(in_pddl: &Speeds, native: Option<&Speeds>) -> String {
    let mut out = String::new();
    for (what, pick) in MEASURES {
        let mut line = |name: &str, run: Measured| {
            let (seconds, speed) = (run.time.as_secs_f64(), run.speed());
            let _ = writeln!(
                out,
                "{what:<8}{name:<8}{:>12} nodes{seconds:>10.3}s{speed:>12.0} nodes/s",
                run.nodes
            );
        };
        line("pddl", pick(in_pddl));
        if let Some(native) = native {
            line("direct", pick(native));
            let ratio = pick(native).speed() / pick(in_pddl).speed();
            let _ = writeln!(out, "{what:<8}{:<8}{ratio:>12.2}", "ratio");
        }
    }
    out
}

/// The fields of both: `pddl`, `direct`, and the `ratio` of speeds.
pub fn value(in_pddl: &Speeds, native: Option<&Speeds>) -> Value {
    let show = |run: &Measured| {
        json!({
            "value": run.value,
            "nodes": run.nodes,
            "seconds": run.time.as_secs_f64(),
            "nodes_per_second": run.speed(),
        })
    };
    let both = |runs: &Speeds| json!({ "count": show(&runs.count), "search": show(&runs.search) });
    let ratio =
        |pick: fn(&Speeds) -> Measured| native.map(|native| pick(native).speed() / pick(in_pddl).speed());
    json!({
        "pddl": both(in_pddl),
        "direct": native.map(both),
        "ratio": { "count": ratio(|runs| runs.count), "search": ratio(|runs| runs.search) },
    })
}
