//! Values: alpha-beta against minimax, games whose winner is known, and limits.

use banto::games::{Ending, Game, Position, Scoring, Side, WIN, best_move};
use banto::internals::AlphaBeta;
use banto::limits::Limits;
use banto::search::Random;
use banto::strips::FactId;

use crate::minimax::minimax;
use crate::native::ConnectFour;
use crate::tasks::{BIG, GAMES, TABLE, legal, solved, state, table, take_back, wander, with};

#[test]
fn alpha_beta_is_minimax() {
    let positions = if BIG { 2000 } else { 60 };
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(3);
            let mut position = Position::new(rules);
            for _ in 0..positions {
                let length = random.below(24);
                let played = wander(&mut position, length, &mut random);
                // As deep as a full tree of a bearable size goes.
                let budget: usize = if BIG { 3000 } else { 400 };
                let width = legal(&position).len().max(2);
                let depth = (1..=8).rev().find(|depth| width.pow(*depth) <= budget).unwrap_or(1);
                let mut table = table(position.key_words(), 1 << 16);
                for scoring in [Scoring::Distance, Scoring::Value] {
                    table.clear();
                    for depth in 1..=depth {
                        let wanted = minimax(&mut position, depth, scoring);
                        let mut search = AlphaBeta::new(&mut position, &mut table, scoring, &Limits::none());
                        let found = search.search(depth, -WIN, WIN).unwrap();
                        assert_eq!(found.value, wanted, "{name}, depth {depth}, {scoring:?}");
                        // The best move is one.
                        if let Some(one) = search.best_at_root {
                            let mover = position.mover();
                            position.play(one);
                            let below = minimax(&mut position, depth - 1, scoring);
                            let below = if position.mover() == mover { below } else { -below };
                            position.undo();
                            let below = if scoring == Scoring::Distance && below.abs() > 1000 {
                                below - below.signum()
                            } else {
                                below
                            };
                            assert_eq!(below, wanted, "{name}: {}", rules.show_move(one));
                        }
                    }
                }
                take_back(&mut position, &played);
            }
        });
    }
}

#[test]
fn boards_of_bits_are_searched_like_any_game() {
    let mut random = Random::new(6);
    for _ in 0..if BIG { 2000 } else { 200 } {
        let mut game = ConnectFour::new(5, 4).unwrap();
        let moves = random.below(18);
        wander(&mut game, moves, &mut random);
        let mut table = table(1, 1 << 16);
        for depth in 1..=5 {
            let wanted = minimax(&mut game, depth, Scoring::Distance);
            let mut search = AlphaBeta::new(&mut game, &mut table, Scoring::Distance, &Limits::none());
            assert_eq!(search.search(depth, -WIN, WIN).unwrap().value, wanted);
        }
    }
}

#[test]
fn known_values_of_small_games() {
    for (name, winner) in [
        ("nim-1-2-3", Side::Second),
        ("nim-3-4-5", Side::First),
        ("hexapawn-3x3", Side::Second),
        ("hexapawn-4x4", Side::First),
        ("hex-3x3", Side::First),
    ] {
        with(name, |rules| {
            let solved = solved(&mut Position::new(rules), TABLE, &Limits::none()).unwrap();
            assert_eq!(solved.value, Some(Ending::Won(winner)), "{name}");
        });
    }
}

#[test]
fn nim_is_won_where_the_sum_of_the_binary_digits_is_odd() {
    with("nim-3-4-5", |rules| {
        let mut random = Random::new(7);
        let mut position = Position::new(rules);
        for _ in 0..50 {
            let length = random.below(8);
            let played = wander(&mut position, length, &mut random);
            let task = rules.task();
            let mut sum = 0;
            for fact in (0..task.fact_count()).map(FactId::from).filter(|fact| position.does_hold(*fact)) {
                let shown = task.show_fact(rules.names(), fact);
                if let Some(size) = shown.strip_prefix("(heap ").and_then(|rest| rest.split(" n").nth(1)) {
                    sum ^= size.trim_end_matches(')').parse::<u32>().unwrap();
                }
            }
            let winner = if sum == 0 { position.mover().other() } else { position.mover() };
            let solved = solved(&mut position, TABLE, &Limits::none()).unwrap();
            assert_eq!(solved.value, Some(Ending::Won(winner)));
            take_back(&mut position, &played);
        }
    });
}

#[test]
fn limits_are_obeyed_and_the_position_stays() {
    with("connect-four-7x6", |rules| {
        let mut position = Position::new(rules);
        let before = state(&position);
        let limits = Limits::none().with_time(std::time::Duration::from_millis(30));
        assert!(solved(&mut position, TABLE, &limits).is_err());
        assert_eq!(state(&position), before);
        let limits = Limits::none();
        limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let mut table = table(position.key_words(), TABLE);
        let analysis = best_move(&mut position, 10, &mut table, &limits);
        assert!(analysis.stopped.is_some() && analysis.best.is_some());
        assert_eq!(state(&position), before);
    });
}
