//! Shorter solutions on small boards, held to the oracle: every one is valid and better than the one before, and the
//! last is best where that is said.

use crate::direct::{Aim, Solver, improve, solve};
use crate::validate::validate;
use crate::{Board, Direction, Level, Move, lurd};
use banto_base::limits::Limits;
use banto_search::Random;

use super::boards::{drawn, random_level, scale};
use super::plain::Plain;

/// Pushes and moves of a solution, validated.
fn length(level: &Level, moves: &[Move]) -> (usize, usize) {
    let written: Vec<lurd::Written> = moves.iter().copied().map(lurd::Written::from).collect();
    let verdict = validate(level, &written).unwrap_or_else(|refusal| panic!("{refusal:?}\n{}", drawn(level)));
    assert!(verdict.is_solved(), "{}", drawn(level));
    (verdict.pushes, verdict.moves)
}

/// A solution with detours: a walk at random, from which the level can still be solved, and a greedy end.
pub fn with_detours(level: &Level, random: &mut Random) -> Vec<Move> {
    let (board, start) = Board::new(level).unwrap();
    let mut position = start;
    let (mut moves, mut last) = (Vec::new(), Vec::new());
    for _ in 0..=random.below_index(4) {
        let answer = solve(&board, &position, Solver::Greedy, &Limits::none(), None);
        let Some(end) = answer.solution() else { break };
        last = [&moves[..], end].concat();
        for _ in 0..10 {
            moves.extend(board.step(&mut position, Direction::ALL[random.below_index(4)]));
        }
    }
    last
}

#[test]
fn solutions_become_shorter_until_they_are_best() {
    let mut random = Random::new(20);
    let mut shorter = 0;
    for round in 0..400 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.is_solved(&plain.boxes) {
            continue;
        }
        let first = with_detours(&level, &mut random);
        let (board, start) = Board::new(&level).unwrap();
        let (walk, push) = ((0, 1), (1, 1));
        let least = plain.least(walk, push).expect("made by pulling");
        let (moves, pushes) = plain.least((1, 0), (1, 1)).unwrap();
        for (aim, best) in [(Aim::Pushes, least), (Aim::Moves, (pushes, moves))] {
            let key = |moves: &[Move]| {
                let (pushes, moves) = length(&level, moves);
                if aim == Aim::Pushes { (pushes, moves) } else { (moves, pushes) }
            };
            let mut known = key(&first);
            let improved = improve(&board, &start, &first, aim, &Limits::none(), None, &mut |moves| {
                assert!(key(moves) < known, "no better: {known:?}\n{}", drawn(&level));
                known = key(moves);
                shorter += 1;
            });
            let improved = improved.unwrap();
            assert!(improved.proven, "round {round}: {}", drawn(&level));
            assert_eq!(key(&improved.moves), known);
            assert_eq!(length(&level, &improved.moves), best, "{aim:?}, round {round}\n{}", drawn(&level));
        }
    }
    assert!(shorter > 150, "{shorter}");
}

/// With no time at all, the solution stays; what is none is refused.
#[test]
fn limits_leave_the_first_solution() {
    let mut random = Random::new(21);
    let level = loop {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if !plain.is_solved(&plain.boxes) {
            break level;
        }
    };
    let (board, start) = Board::new(&level).unwrap();
    let moves = with_detours(&level, &mut random);
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let improved = improve(&board, &start, &moves, Aim::Moves, &limits, None, &mut |_| panic!()).unwrap();
    assert_eq!((&improved.moves, improved.proven), (&moves, false));
    let unsolved = &moves[..moves.len() - 1];
    assert!(improve(&board, &start, unsolved, Aim::Moves, &limits, None, &mut |_| {}).is_none());
}

/// A limit may be reached anywhere, also between a search and the reading of its path: nothing panics, and the solution
/// is one that was shown.
#[test]
fn limits_may_be_reached_anywhere() {
    let mut random = Random::new(22);
    for round in 0..300 * scale() {
        let level = random_level(&mut random);
        let (board, start) = Board::new(&level).unwrap();
        let first = with_detours(&level, &mut random);
        let limits = Limits::none();
        let cancel = limits.cancel_flag();
        let mut shown = first.clone();
        let waits = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_micros(random_wait(round)));
            cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let improved = improve(&board, &start, &first, Aim::Pushes, &limits, None, &mut |moves| {
            shown = moves.to_vec();
        });
        assert_eq!(improved.unwrap().moves, shown);
        waits.join().unwrap();
    }
}

/// Microseconds, other ones in each round.
const fn random_wait(round: usize) -> u64 {
    (round as u64 * 7_919) % 3_000
}
