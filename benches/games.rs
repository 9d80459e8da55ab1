//! The price of generality for games: the same searches on a game in PDDL and on its native board. `cargo bench --bench
//! games`.
//!
//! Two things are measured: counting games, which only makes and takes back moves, and the search for the best move.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/games/native/mod.rs"]
mod native;

use std::hint::black_box;
use std::path::Path;

use banto::games::{Estimate, Game, Position, Scoring, TranspositionTable, WIN, read};
use banto::internals::AlphaBeta;
use banto::limits::Limits;
use banto::source::SourceText;
use criterion::{Criterion, criterion_group, criterion_main};
use native::{ConnectFour, TicTacToe, perft};

/// How long the games are that are counted, and how deep a search is.
#[derive(Clone, Copy)]
struct Effort {
    count: u32,
    depth: u32,
}

/// Measures a game. Its positions should not be estimated, since native boards estimate differently.
fn measure(criterion: &mut Criterion, name: &str, game: &mut impl Game, effort: Effort) {
    let limits = Limits::none();
    let mut group = criterion.benchmark_group(name);
    group.bench_function(format!("count games of {} moves", effort.count), |bencher| {
        bencher.iter(|| perft(black_box(game), effort.count));
    });
    group.bench_function(format!("search to depth {}", effort.depth), |bencher| {
        bencher.iter(|| {
            // The table is small, so that first touching its memory does not distort the times.
            let mut table = TranspositionTable::new(game.key_words(), 4 << 20, &limits).unwrap();
            let mut search = AlphaBeta::new(black_box(game), &mut table, Scoring::Distance, &limits);
            (1..=effort.depth).map(|depth| search.search(depth, -WIN, WIN).unwrap().value).last()
        });
    });
    group.finish();
}

fn in_pddl(criterion: &mut Criterion, domain: &str, problem: &str, effort: Effort) {
    let text = |path: String| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        SourceText::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap())
    };
    let domain = text(format!("domains/games/{domain}.pddl"));
    let game = read(&domain, &text(format!("problems/games/{problem}.pddl")), &Limits::none()).unwrap();
    let mut position = Position::new(&game.rules);
    position.estimate_by(Estimate::Nothing);
    measure(criterion, &format!("{problem} in PDDL"), &mut position, effort);
}

fn games(criterion: &mut Criterion) {
    let effort = Effort { count: 8, depth: 9 };
    in_pddl(criterion, "tic-tac-toe", "tic-tac-toe", effort);
    measure(criterion, "tic-tac-toe on a native board", &mut TicTacToe::new(), effort);
    let effort = Effort { count: 6, depth: 9 };
    in_pddl(criterion, "connect-four", "connect-four-7x6", effort);
    let mut board = ConnectFour::new(7, 6).unwrap();
    board.estimate_nothing();
    measure(criterion, "connect-four-7x6 on a native board", &mut board, effort);
}

criterion_group!(all, games);
criterion_main!(all);
