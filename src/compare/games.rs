//! The price of generality for games: the same searches on a game in PDDL and on the board written by hand.
//!
//! In: a game, depths and limits. Out: nodes and times of both, as a table or JSON. Two things are measured: counting games,
//! which is playing and taking back alone, and the search of the best move. How a game is searched is not known here.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::game::direct::{ConnectFour, TicTacToe};
use crate::game::speed::{self, Run};
use crate::game::{self, Estimate, Game, Position, Rules};
use crate::ground::{Scope, ground_for};
use crate::limits::{Limits, Stop};
use crate::pddl;
use crate::source::SourceText;
use crate::task;

/// How far is counted and searched.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of moves of the games that are counted.
    pub count: u32,
    /// The depth of the search.
    pub depth: u32,
    /// The memory of the table of positions.
    pub table_bytes: usize,
}

/// Counting and searching.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    /// Counting games.
    pub count: Run,
    /// Searching the best move.
    pub search: Run,
}

/// A game that is there twice.
#[derive(Clone, Copy, Debug)]
pub struct Twice {
    /// The board written by hand, by its name.
    pub name: &'static str,
    domain: &'static str,
    problem: &'static str,
    count: u32,
    depth: u32,
}

/// The games that are there twice, with depths that take a second or so.
pub const GAMES: &[Twice] = &[
    Twice {
        name: "tic-tac-toe",
        domain: include_str!("../../domains/games/tic-tac-toe.pddl"),
        problem: include_str!("../../problems/games/tic-tac-toe.pddl"),
        count: 8,
        depth: 9,
    },
    Twice {
        name: "connect-four:7x6",
        domain: include_str!("../../domains/games/connect-four.pddl"),
        problem: include_str!("../../problems/games/connect-four-7x6.pddl"),
        count: 6,
        depth: 9,
    },
];

/// One of the two measures.
type Pick = fn(&Runs) -> Run;

/// What is measured, with the name that it has in tables.
const MEASURES: [(&str, Pick); 2] = [("count", |runs| runs.count), ("search", |runs| runs.search)];

/// Runs both measures on a game, whose estimate is to say nothing.
///
/// # Errors
/// When a limit is reached.
pub fn measure(game: &mut impl Game, effort: Effort, limits: &Limits) -> Result<Runs, Stop> {
    Ok(Runs {
        count: speed::count(game, effort.count, limits)?,
        search: speed::run(game, effort.depth, effort.table_bytes, limits)?,
    })
}

/// The boards written by hand, by their names. Connect four is there in other sizes, too.
pub const BOARDS: &[&str] = &["tic-tac-toe", "connect-four:7x6"];

/// How many cells a board written by hand has; nothing where there is no such board.
#[must_use]
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

/// Runs both on a board written by hand, by its name; nothing where there is no such board.
///
/// ```
/// use banto::compare::games::{Effort, by_hand};
/// use banto::limits::Limits;
///
/// let effort = Effort { count: 3, depth: 3, table_bytes: 1 << 16 };
/// let runs = by_hand("tic-tac-toe", effort, &Limits::none()).unwrap().unwrap();
/// assert_eq!(runs.count.nodes, 504);
/// assert!(by_hand("chess", effort, &Limits::none()).is_none());
/// ```
#[must_use]
pub fn by_hand(name: &str, effort: Effort, limits: &Limits) -> Option<Result<Runs, Stop>> {
    if name == "tic-tac-toe" {
        return Some(measure(&mut TicTacToe::new(), effort, limits));
    }
    let (width, height) = sides(name)?;
    let mut game = ConnectFour::new(width, height)?;
    game.estimate_nothing();
    Some(measure(&mut game, effort, limits))
}

impl Twice {
    /// How far this game is counted and searched. The table is small, so that taking memory for the first time does not count.
    #[must_use]
    pub const fn effort(&self) -> Effort {
        Effort { count: self.count, depth: self.depth, table_bytes: 4 << 20 }
    }

    /// Runs both on the game in PDDL, and on the board.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn run(&self, limits: &Limits) -> Result<(Runs, Runs), Stop> {
        let by_hand = by_hand(self.name, self.effort(), limits).expect("every row names a board")?;
        Ok((self.in_pddl(limits)?, by_hand))
    }

    fn in_pddl(&self, limits: &Limits) -> Result<Runs, Stop> {
        const SOUND: &str = "the games of the house are sound";
        let domain = SourceText::new("domain.pddl", self.domain);
        let problem = SourceText::new("problem.pddl", self.problem);
        let (tree, problem_tree) = (pddl::parse_domain(&domain), pddl::parse_problem(&problem));
        let task = task::resolve(&tree, Some(&problem_tree)).task.expect(SOUND);
        let trees = (tree.tree.expect(SOUND), problem_tree.tree.expect(SOUND));
        let convention = game::convention(&trees.0, &trees.1, &task).0.expect(SOUND);
        let grounded =
            match ground_for(&task, &Scope::Everything(convention.predicates()), limits, &mut |_| {}) {
                Ok(grounded) => grounded,
                Err(crate::ground::GroundError::Stopped(stop)) => return Err(stop),
                Err(error) => unreachable!("games have no costs: {error}"),
            };
        let rules = Rules::new(&task, grounded.task.unwrap_or_default(), &convention).expect(SOUND);
        let mut position = Position::new(&rules);
        position.estimate_by(Estimate::Nothing);
        measure(&mut position, self.effort(), limits)
    }
}

/// Both as a table: a line each, and how many times faster the board is.
#[must_use]
pub fn table(in_pddl: &Runs, by_hand: Option<&Runs>) -> String {
    let mut out = String::new();
    for (what, pick) in MEASURES {
        let mut line = |name: &str, run: Run| {
            let (seconds, speed) = (run.time.as_secs_f64(), run.speed());
            let _ = writeln!(
                out,
                "{what:<8}{name:<8}{:>12} nodes{seconds:>10.3}s{speed:>12.0} nodes/s",
                run.nodes
            );
        };
        line("pddl", pick(in_pddl));
        if let Some(by_hand) = by_hand {
            line("direct", pick(by_hand));
            let ratio = pick(by_hand).speed() / pick(in_pddl).speed();
            let _ = writeln!(out, "{what:<8}{:<8}{ratio:>12.2}", "ratio");
        }
    }
    out
}

/// The fields of both: `pddl`, `direct`, and the `ratio` of speeds.
#[must_use]
pub fn value(in_pddl: &Runs, by_hand: Option<&Runs>) -> Value {
    let show = |run: &Run| {
        json!({
            "value": run.value,
            "nodes": run.nodes,
            "seconds": run.time.as_secs_f64(),
            "nodes_per_second": run.speed(),
        })
    };
    let both = |runs: &Runs| json!({ "count": show(&runs.count), "search": show(&runs.search) });
    let ratio = |pick: fn(&Runs) -> Run| by_hand.map(|by_hand| pick(by_hand).speed() / pick(in_pddl).speed());
    json!({
        "pddl": both(in_pddl),
        "direct": by_hand.map(both),
        "ratio": { "count": ratio(|runs| runs.count), "search": ratio(|runs| runs.search) },
    })
}
