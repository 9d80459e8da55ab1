//! Connect Four in PDDL and as a native board: the same counts, the same values.

use std::collections::HashMap;

use banto::games::{Ending, Game, Position, Rules, Scoring, Side, best_move};
use banto::limits::Limits;
use banto::search::Random;

use crate::minimax::minimax;
use crate::native::{ConnectFour, perft};
use crate::tasks::{BIG, TABLE, legal, solved, table, value, wander, with};

/// The column of a move of a task: the letter of its cell.
fn column(rules: &Rules, one: u32) -> u32 {
    let cell = rules.names().objects.name(*rules.arguments(one).last().unwrap());
    u32::from(cell.as_bytes()[0] - b'a')
}

/// Plays a column in the task.
fn drop_in(position: &mut Position<'_>, wanted: u32) {
    let rules = position.rules();
    let one = legal(position).into_iter().find(|one| column(rules, *one) == wanted).unwrap();
    position.play(one);
}

#[test]
fn connect_four_counts_agree() {
    let counts = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234];
    with("connect-four-7x6", |rules| {
        for (depth, count) in (1..).zip(counts).take(if BIG { 8 } else { 5 }) {
            assert_eq!(perft(&mut Position::new(rules), depth), count);
            assert_eq!(perft(&mut ConnectFour::new(7, 6).unwrap(), depth), count);
        }
    });
}

#[test]
fn small_boards_of_connect_four_are_solved() {
    let sizes: &[(u32, u32)] = if BIG { &[(4, 4), (5, 4), (5, 5), (6, 5)] } else { &[(4, 4)] };
    for (width, height) in sizes {
        with(&format!("connect-four-{width}x{height}"), |rules| {
            let limits = Limits::none();
            let mut position = Position::new(rules);
            let found = solved(&mut position, 64 << 20, &limits).unwrap();
            let direct = solved(&mut ConnectFour::new(*width, *height).unwrap(), 64 << 20, &limits).unwrap();
            assert_eq!(found.value, direct.value);
            // All of these are draws.
            assert_eq!(found.value, Some(Ending::Drawn), "{width}x{height}");
            if *width == 4 && BIG {
                assert_eq!(value(&mut position, &mut HashMap::new()), 0);
            }
        });
    }
}

#[test]
fn late_positions_of_connect_four_are_solved_by_both() {
    with("connect-four-7x6", |rules| {
        let mut random = Random::new(5);
        let limits = Limits::none();
        let mut count = 0;
        let mut values = [0; 3];
        while count < if BIG { 100 } else { 40 } {
            let mut direct = ConnectFour::new(7, 6).unwrap();
            let empty = 8 + random.below(7);
            let played = wander(&mut direct, 42 - empty, &mut random);
            if legal(&direct).is_empty() || played.len() < 42 - empty as usize {
                continue;
            }
            let mut position = Position::new(rules);
            played.iter().for_each(|one| drop_in(&mut position, *one));
            let one = solved(&mut direct, TABLE, &limits).unwrap().value.unwrap();
            assert_eq!(solved(&mut position, TABLE, &limits).unwrap().value, Some(one));
            if empty <= if BIG { 10 } else { 8 } {
                let wanted = match minimax(&mut direct, empty, Scoring::Value) {
                    0 => Ending::Drawn,
                    value if value > 0 => Ending::Won(direct.mover()),
                    _ => Ending::Won(direct.mover().other()),
                };
                assert_eq!(one, wanted);
            }
            // The distance to the end is the same, too.
            let mut tables = [table(1, TABLE), table(position.key_words(), TABLE)];
            let analysiss = [
                best_move(&mut direct, 42, &mut tables[0], &limits),
                best_move(&mut position, 42, &mut tables[1], &limits),
            ];
            assert!(analysiss.iter().all(|analysis| analysis.proven));
            assert_eq!(analysiss[0].value, analysiss[1].value);
            values[match one {
                Ending::Drawn => 0,
                Ending::Won(Side::First) => 1,
                Ending::Won(Side::Second) => 2,
            }] += 1;
            count += 1;
        }
        assert!(values[1..].iter().all(|count| *count > 0), "{values:?}");
    });
}
