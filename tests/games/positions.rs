//! Positions: what they keep up to date, what they guarantee to a search, and the symmetries that are found.

use std::fs;
use std::path::Path;

use banto::games::{Ending, Game, Position, Side};
use banto::search::Random;
use banto::source::SourceText;

use crate::tasks::{BIG, GAMES, inspect, legal, state, take_back, wander, with, with_texts};

#[test]
fn positions_are_what_their_facts_say_and_moves_are_taken_back() {
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(1);
            let mut position = Position::new(rules);
            let mut key = vec![0; position.key_words()];
            position.key(&mut key);
            for _ in 0..if BIG { 300 } else { 25 } {
                let first = (state(&position), key.clone(), legal(&position));
                let mut played = Vec::new();
                loop {
                    inspect(&position);
                    let step = wander(&mut position, 1, &mut random);
                    if step.is_empty() {
                        break;
                    }
                    played.extend(step);
                }
                assert!(position.fault().is_none(), "{name}");
                take_back(&mut position, &played);
                position.key(&mut key);
                assert_eq!(first, (state(&position), key.clone(), legal(&position)), "{name}");
            }
        });
    }
}

#[test]
fn what_a_position_promises_is_true() {
    for name in GAMES {
        with(name, |rules| {
            let mut random = Random::new(2);
            let mut position = Position::new(rules);
            let mut dropped = 0;
            for _ in 0..if BIG { 2000 } else { 150 } {
                let length = random.below(30);
                let played = wander(&mut position, length, &mut random);
                let mover = position.mover();
                let list = legal(&position);
                let wins = |position: &mut Position<'_>, one: u32, side: Side| {
                    position.play(one);
                    let won = position.ending() == Some(Ending::Won(side));
                    position.undo();
                    won
                };
                if !list.is_empty() {
                    if let Some(one) = position.winning_move() {
                        assert!(list.contains(&one) && wins(&mut position, one, mover), "{name}");
                    }
                    let mut kept = list.clone();
                    if position.winning_move().is_none() {
                        position.drop_losing(&mut kept, 0);
                    }
                    dropped += list.len() - kept.len();
                    for one in list.iter().filter(|one| !kept.contains(one)) {
                        position.play(*one);
                        let answers = legal(&position);
                        let loses = answers.iter().any(|two| wins(&mut position, *two, mover.other()));
                        assert!(loses, "{name}: {}", rules.show_move(*one));
                        position.undo();
                    }
                }
                take_back(&mut position, &played);
            }
            assert!(dropped > 0 || !name.starts_with("connect-four"), "{name}");
        });
    }
}

#[test]
fn symmetries_of_the_board_are_found() {
    for (name, count) in [("tic-tac-toe", 8), ("connect-four-7x6", 2), ("hexapawn-3x3", 2), ("hex-3x3", 1)] {
        with(name, |rules| assert_eq!(Position::new(rules).symmetries(), count, "{name}"));
    }
}

/// A single line that is missing on one side, and the mirror is no symmetry any more.
#[test]
fn what_is_not_quite_symmetric_is_not_taken_for_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let problem = read("problems/games/connect-four-4x4.pddl").replace("(next south-east a4 b3)", "");
    let domain = SourceText::new("d", read("domains/games/connect-four.pddl"));
    with_texts(&domain, &SourceText::new("p", problem), |rules| {
        assert_eq!(Position::new(rules).symmetries(), 1);
    });
}
