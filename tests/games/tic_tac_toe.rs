//! Tic-tac-toe, of which everything is known: counts, the value of each position, and a computer that never loses.

use std::collections::{HashMap, HashSet};

use banto::games::{Ending, Game, Position, Scoring, Side, best_move};
use banto::internals::AlphaBeta;
use banto::limits::Limits;
use banto::search::Random;

use crate::native::{TicTacToe, perft};
use crate::tasks::{BIG, TABLE, legal, solved, state, table, value, with};

#[test]
fn tic_tac_toe_has_the_known_counts_and_is_a_draw() {
    let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    with("tic-tac-toe", |rules| {
        let limits = Limits::none();
        let mut position = Position::new(rules);
        let mut direct = TicTacToe::new();
        for (depth, count) in (1..).zip(counts).take(if BIG { 9 } else { 6 }) {
            assert_eq!(perft(&mut position, depth), count);
            assert_eq!(perft(&mut direct, depth), count);
        }
        let found = solved(&mut position, TABLE, &limits).unwrap();
        assert_eq!(found.value, Some(Ending::Drawn));
        assert_eq!(solved(&mut direct, TABLE, &limits).unwrap().value, Some(Ending::Drawn));
    });
}

#[test]
fn tic_tac_toe_is_valued_right_in_every_position() {
    with("tic-tac-toe", |rules| {
        let mut position = Position::new(rules);
        let mut known = HashMap::new();
        assert_eq!(value(&mut position, &mut known), 0);
        let mut table = table(position.key_words(), TABLE);
        let mut seen = HashSet::new();
        every(&mut position, &mut seen, &mut |position| {
            let wanted = value(position, &mut known);
            let mut search = AlphaBeta::new(position, &mut table, Scoring::Value, &Limits::none());
            let found = search.search(9, -1, 1).unwrap();
            assert!(found.complete && found.value == wanted);
        });
        // 5478 positions can be reached; 958 of them are ends.
        assert_eq!(seen.len(), 5478);
    });
}

fn every(position: &mut Position<'_>, seen: &mut HashSet<Vec<u64>>, look: &mut dyn FnMut(&mut Position<'_>)) {
    if !seen.insert(state(position)) {
        return;
    }
    look(position);
    for one in legal(position) {
        position.play(one);
        every(position, seen, look);
        position.undo();
    }
}

#[test]
fn the_computer_never_loses_tic_tac_toe() {
    with("tic-tac-toe", |rules| {
        let mut position = Position::new(rules);
        let mut random = Random::new(4);
        let mut table = table(position.key_words(), TABLE);
        let mut answers: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut score = [0; 3];
        for game in 0..20_000 {
            let computer = if game % 2 == 0 { Side::First } else { Side::Second };
            let mut played = 0;
            let ending = loop {
                if let Some(ending) = position.ending() {
                    break ending;
                }
                let one = if position.mover() == computer {
                    let facts = state(&position);
                    let best = || best_move(&mut position, 9, &mut table, &Limits::none()).best.unwrap();
                    answers.get(&facts).copied().unwrap_or_else(best)
                } else {
                    let list = legal(&position);
                    list[random.below_index(list.len())]
                };
                if position.mover() == computer {
                    answers.insert(state(&position), one);
                }
                position.play(one);
                played += 1;
            };
            assert_ne!(ending, Ending::Won(computer.other()));
            score[usize::from(ending == Ending::Drawn)] += 1;
            (0..played).for_each(|_| position.undo());
        }
        assert!(score[0] > 10_000, "random players lose most games: {score:?}");
    });
}
