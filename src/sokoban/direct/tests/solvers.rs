//! The solvers against each other and against the oracle: their promises, proofs, reasons, and limits.

use crate::direct::{Answer, Promise, Reason, SOLVERS, Solver, Status, solve};
use crate::validate::validate;
use crate::{Board, Cell, Level, lurd};
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;
use banto_search::{Algorithm, Outcome, Random, Search, replay};

use super::super::field::Field;
use super::super::spaces::pushes::Pushes;
use super::super::spaces::simple::everywhere;
use super::boards::{drawn, levels, random_level, scale};
use super::plain::{Plain, all_positions, position};

/// Pushes and moves of an answer, validated.
fn validated(level: &Level, answer: &Answer) -> Option<(usize, usize)> {
    let text = lurd::lurd(answer.solution()?.iter().copied());
    let moves = lurd::read(&SourceText::new("solution", text.as_str())).unwrap();
    let verdict = validate(level, &moves).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    assert!(verdict.is_solved(), "{text}");
    Some((verdict.pushes, verdict.moves))
}

/// Unpruned, the space is the plain one, state for state.
#[test]
fn breadth_first_expands_what_the_plain_rules_expand() {
    let (mut random, limits) = (Random::new(1), Limits::none());
    let mut unsolved = 0;
    for round in 0..300 * scale() {
        let mut level = random_level(&mut random);
        if round % 5 == 0 {
            // The same with a goal fewer is often unsolvable.
            let plain = Plain::new(&level);
            let (board, _) = Board::new(&level).unwrap();
            let goal = plain.goals.iter().position(|&goal| goal).unwrap();
            let (row, column) = board.place(goal.into());
            let cell = level.rows[row][column];
            level.rows[row][column] = Cell::of(false, cell.has_box(), cell.has_player());
        }
        let plain = Plain::new(&level);
        if plain.is_solved(&plain.boxes) {
            continue;
        }
        let (board, position) = Board::new(&level).unwrap();
        let field = Field::new(&board);
        let space = Pushes::new(&field, &position, &everywhere(&field), &limits);
        let report = Search::new(&space).run(Algorithm::Bfs);
        let (expanded, pushes) = plain.breadth_first();
        assert_eq!(report.work.counts.expanded, expanded, "{}", drawn(&level));
        match &report.outcome {
            Outcome::Solved { path, .. } => {
                assert_eq!(Some(path.actions.len()), pushes);
                assert_eq!(replay(&space, &path.actions), Some((path.cost, true)));
            }
            _ => {
                assert_eq!(pushes, None);
                unsolved += 1;
            }
        }
    }
    assert!(unsolved > 10);
}

/// Every row of the table keeps its promise.
#[test]
fn solvers_agree_with_each_other_and_with_the_oracles() {
    let mut random = Random::new(2);
    for _ in 0..150 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        let pushes = plain.least((0, 1), (1, 1)).expect("made by pulling");
        let moves = plain.least((1, 0), (1, 1)).unwrap();
        let (board, position) = Board::new(&level).unwrap();
        for row in SOLVERS {
            let answer = solve(&board, &position, row.solver, &Limits::none(), None);
            let found = validated(&level, &answer);
            let found = found.unwrap_or_else(|| panic!("{}: {:?}\n{}", row.name, answer, drawn(&level)));
            let told = format!("{}: {found:?}\n{}", row.name, drawn(&level));
            match row.promise {
                Promise::Any => {}
                Promise::Pushes => assert_eq!(found.0, pushes.0, "{told}"),
                Promise::PushesThenMoves => assert_eq!(found, pushes, "{told}"),
                Promise::Moves => assert_eq!(found.1, moves.0, "{told}"),
                Promise::MovesThenPushes => assert_eq!((found.1, found.0), moves, "{told}"),
            }
        }
    }
}

#[test]
fn what_cannot_be_solved_is_proven_so_by_every_solver() {
    let mut random = Random::new(5);
    let (mut proven, mut solved) = (0, 0);
    for _ in 0..25 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, _) = Board::new(&level).unwrap();
        let known = all_positions(&plain, plain.boxes.len());
        let mut states: Vec<_> = known.into_iter().collect();
        states.sort_unstable();
        for _ in 0..12 {
            let ((boxes, player), least) = &states[random.below_index(states.len())];
            let position = position(&board, boxes, *player);
            for row in SOLVERS {
                let answer = solve(&board, &position, row.solver, &Limits::none(), None);
                match (&answer.status, least) {
                    (Status::Unsolvable(_), None) => proven += 1,
                    (Status::Solved(_), Some(_)) => solved += 1,
                    (other, _) => panic!("{}: {other:?} {boxes:?} {player}\n{}", row.name, drawn(&level)),
                }
            }
        }
    }
    assert!(proven > 100 && solved > 100, "{proven} {solved}");
}

#[test]
fn reasons_name_what_is_wrong() {
    for (text, wanted) in [
        ("#####\n#@$.#\n# $ #\n#####\n", "more boxes"),
        ("######\n#@ $.#\n#.  $#\n######\n", "no longer reach any goal"),
        (
            "#########\n#       #\n#  $$   #\n#  $$   #\n#       #\n#@....  #\n#########\n",
            "can never be pushed",
        ),
        ("#######\n#@ $  #\n#  #  #\n#.   *#\n##### #\n##$##.#\n#######\n", ""),
    ] {
        let level = &levels(text)[0];
        let (board, position) = Board::new(level).unwrap();
        let informed =
            [Solver::Direct, Solver::FewestPushes, Solver::PushesThenMoves, Solver::MovesThenPushes];
        let simple = [Solver::Bfs, Solver::Astar, Solver::Greedy];
        // That a box is out of reach, every solver sees at once.
        for &solver in informed.iter().chain(simple.iter().filter(|_| wanted.is_empty())) {
            let answer = solve(&board, &position, solver, &Limits::none(), None);
            match answer.status {
                Status::Unsolvable(Some(reason)) if !wanted.is_empty() => {
                    assert!(reason.words().contains(wanted), "{text}{reason:?}");
                }
                Status::Unsolvable(Some(Reason::OutOfReach)) if wanted.is_empty() => {}
                other => panic!("{text}{other:?}"),
            }
        }
        for solver in simple {
            let answer = solve(&board, &position, solver, &Limits::none(), None);
            assert!(matches!(answer.status, Status::Unsolvable(_)), "{text}{:?}", answer.status);
        }
    }
}

#[test]
fn a_solved_position_needs_no_moves_and_limits_hold() {
    let level = &levels("######\n#@ * #\n######\n")[0];
    let (board, position) = Board::new(level).unwrap();
    for row in SOLVERS {
        let answer = solve(&board, &position, row.solver, &Limits::none(), None);
        assert_eq!(answer.solution(), Some(&[][..]), "{}", row.name);
    }
    let level = &levels("#######\n#@ $ .#\n#######\n")[0];
    let (board, position) = Board::new(level).unwrap();
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    for row in SOLVERS {
        let answer = solve(&board, &position, row.solver, &limits, None);
        assert_eq!(answer.status, Status::Stopped(Stop::Time), "{}", row.name);
    }
}

/// Any position of a board can be solved, not only the one at the start: what a hint needs.
#[test]
fn solving_goes_on_from_the_middle() {
    let level = &levels("########\n#  .   #\n# $@$ .#\n#      #\n########\n")[0];
    let (board, mut position) = Board::new(level).unwrap();
    for _ in 0..100 {
        if board.is_solved(&position) {
            return;
        }
        let answer = solve(&board, &position, Solver::Direct, &Limits::none(), None);
        let step = answer.solution().unwrap()[0];
        board.step(&mut position, step.direction).unwrap();
    }
    panic!("hints lead nowhere");
}

#[test]
fn the_same_level_is_searched_in_the_same_way_each_time() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../problems/sokoban/first-steps.xsb"
    ));
    for level in levels(&text.unwrap()) {
        let (board, position) = Board::new(&level).unwrap();
        for row in SOLVERS {
            let run = || solve(&board, &position, row.solver, &Limits::none(), None);
            assert_eq!(run(), run(), "{}", row.name);
        }
    }
}
