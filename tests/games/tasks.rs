//! The games of the project as rules, and random games in them.
//!
//! In: the name of a problem, or two texts. Out: rules, moves, states, and values by plain minimax that remembers
//! positions.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use banto::games::{Ending, Game, Position, Rules, Solved, TranspositionTable, Unfinished, read, solve};
use banto::limits::Limits;
use banto::search::Random;
use banto::source::SourceText;
use banto::strips::FactId;

use crate::by_trying::{applicable_by_scan, evaluate_by_rounds};

pub const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four-4x4",
    "connect-four-7x6",
    "nim-1-2-3",
    "nim-3-4-5",
    "hexapawn-3x3",
    "hexapawn-4x4",
    "hex-3x3",
];
pub const BIG: bool = !cfg!(debug_assertions);
pub const TABLE: usize = 1 << 20;

/// Runs a test on a game of the project.
pub fn with<T>(problem: &str, run: impl FnOnce(&Rules) -> T) -> T {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: String| SourceText::new(path.clone(), fs::read_to_string(root.join(path)).unwrap());
    let problem = text(format!("problems/games/{problem}.pddl"));
    let name = problem.text().split("(:domain ").nth(1).unwrap().split(')').next().unwrap().to_owned();
    with_texts(&text(format!("domains/games/{name}.pddl")), &problem, run)
}

pub fn with_texts<T>(domain: &SourceText, problem: &SourceText, run: impl FnOnce(&Rules) -> T) -> T {
    let game = read(domain, problem, &Limits::none()).unwrap();
    assert!(game.warnings.is_empty(), "{:#?}", game.warnings);
    run(&game.rules)
}

/// A transposition table.
pub fn table(key_words: usize, bytes: usize) -> TranspositionTable {
    TranspositionTable::new(key_words, bytes, &Limits::none()).unwrap()
}

/// Solves a game with a transposition table of its own.
pub fn solved(game: &mut impl Game, table_bytes: usize, limits: &Limits) -> Result<Solved, Unfinished> {
    let mut table = table(game.key_words(), table_bytes);
    solve(game, &mut table, limits)
}

pub fn legal(game: &impl Game) -> Vec<u32> {
    let mut list = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut list);
    }
    list
}

/// Plays up to `moves` random moves, and gives them.
pub fn wander(game: &mut impl Game, moves: u32, random: &mut Random) -> Vec<u32> {
    let mut played = Vec::new();
    for _ in 0..moves {
        let list = legal(game);
        if list.is_empty() {
            break;
        }
        let one = list[random.below_index(list.len())];
        game.play(one);
        played.push(one);
    }
    played
}

pub fn take_back(game: &mut impl Game, played: &[u32]) {
    played.iter().for_each(|_| game.undo());
}

/// The value for the mover, from the ends of all games: plain minimax that remembers positions by their facts.
pub fn value(position: &mut Position<'_>, known: &mut HashMap<Vec<u64>, i32>) -> i32 {
    match position.ending() {
        Some(Ending::Won(side)) => return if side == position.mover() { 1 } else { -1 },
        Some(Ending::Drawn) => return 0,
        None => {}
    }
    let facts = state(position);
    if let Some(value) = known.get(&facts) {
        return *value;
    }
    let mut best = None;
    for one in legal(position) {
        position.play(one);
        best = best.max(Some(-value(position, known)));
        position.undo();
    }
    known.insert(facts, best.unwrap_or(0));
    best.unwrap_or(0)
}

/// The complete packed state of a position.
pub fn state(position: &Position<'_>) -> Vec<u64> {
    let task = position.rules().task();
    let mut state = vec![0; task.packing().complete_words()];
    for fact in (0..task.fact_count()).map(FactId::from).filter(|fact| position.does_hold(*fact)) {
        task.packing().set(&mut state, task.variable_of(fact), fact);
    }
    state
}

/// What a position keeps up to date is what its facts say when they are looked at afresh.
pub fn inspect(position: &Position<'_>) {
    let task = position.rules().task();
    let kept = state(position);
    let mut fresh = kept.clone();
    evaluate_by_rounds(task, &mut fresh);
    assert_eq!(kept, fresh);
    let mut list = Vec::new();
    position.moves(&mut list);
    let mut wanted: Vec<u32> = applicable_by_scan(task, &fresh).into_iter().map(u32::from).collect();
    list.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(list, wanted);
}
