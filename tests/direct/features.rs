//! The searches that take turns in the strong solver, each for itself, on boards of which everything is known.

use banto::search::{Exhaustion, FeatureSearch, Haste, Outcome, Random, Search, by_features};
use banto::sokoban::direct::bounds::Ground;
use banto::sokoban::direct::field::Field;
use banto::sokoban::direct::guide::{Adviser, Ranking};
use banto::sokoban::direct::guide_pulls::BackAdviser;
use banto::sokoban::direct::pull_bounds::PullBounds;
use banto::sokoban::direct::solution::of_pushes;
use banto::sokoban::direct::space_macros::Macros;
use banto::sokoban::direct::space_pulls::Pulls;
use banto::sokoban::{Board, Position};

use crate::boards::{drawn, random_level, scale};
use crate::plain::{Plain, all_positions, position};

/// Pushes that a search by features has found are a solution.
fn is_solution(board: &Board, position: &Position, pushes: &[u32], least: usize) {
    assert!(pushes.len() >= least);
    let mut after = position.clone();
    for step in of_pushes(board, position, pushes) {
        assert_eq!(board.step(&mut after, step.direction), Some(step));
    }
    assert!(board.is_solved(&after));
}

/// The searches that take turns in the strong solver, each for itself; small levels do not come to them otherwise.
#[test]
fn every_search_by_features_is_complete() {
    let mut random = Random::new(6);
    let (mut proven, mut solved) = (0, 0);
    for _ in 0..40 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, _) = Board::new(&level).unwrap();
        let ground = Ground::new(Field::new(&board));
        let known = all_positions(&plain, plain.boxes.len());
        let mut states: Vec<_> = known.into_iter().collect();
        states.sort_unstable();
        let (good, bad): (Vec<_>, Vec<_>) = states.iter().partition(|(_, least)| least.is_some());
        for _ in 0..10 {
            for some in [&good, &bad].into_iter().filter(|some| !some.is_empty()) {
                let ((boxes, keeper), least) = some[random.below_index(some.len())];
                let position = position(&board, boxes, *keeper);
                if *least == Some(0) {
                    continue;
                }
                let space = Macros::new(&ground, &position);
                let cells: Vec<u32> = boxes.iter().map(|&cell| u32::try_from(cell).unwrap()).collect();
                let mut ends = Vec::new();
                for (ranking, haste) in [
                    (Ranking::Open, Haste::None),
                    (Ranking::AroundPacked, Haste::Rank),
                    (Ranking::AroundPacked, Haste::Progress),
                ] {
                    let mut adviser = Adviser::new(&ground, &cells, ranking);
                    let mut search = Search::new(&space);
                    let mut search = FeatureSearch::new(&mut search, &mut adviser, haste);
                    // In slices, as the solver does.
                    let report = (0..).find_map(|_| search.go_on(3)).unwrap();
                    let pushes = report.path().map(|path| space.pushes(&path.actions));
                    if let (Some(pushes), Some(path)) = (&pushes, report.path()) {
                        assert_eq!(pushes.len(), path.cost as usize);
                    }
                    ends.push((report.outcome, pushes));
                }
                if cells.len() == ground.field.goals().len() {
                    let bounds = PullBounds::new(&ground, &cells);
                    let space = Pulls::new(&ground, &position, bounds.live());
                    let report =
                        by_features(&mut Search::new(&space), &mut BackAdviser::new(&ground, &cells));
                    let pushes = report.path().map(|path| space.pushes(&path.actions));
                    ends.push((report.outcome, pushes));
                }
                for end in ends {
                    match (end, least) {
                        ((Outcome::Solved { .. }, Some(pushes)), Some(least)) => {
                            is_solution(&board, &position, &pushes, *least);
                            solved += 1;
                        }
                        ((Outcome::Exhausted(Exhaustion::Proven), None), None) => proven += 1,
                        (other, _) => panic!("{other:?} {boxes:?} {keeper} {least:?}\n{}", drawn(&level)),
                    }
                }
            }
        }
    }
    assert!(proven > 100 && solved > 100, "{proven} {solved}");
}
