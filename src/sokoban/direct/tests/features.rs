//! The interleaved searches of the `direct` solver, each on its own, on boards that are enumerated completely.

use crate::{Board, Position};
use banto_base::limits::Limits;
use banto_search::{Exhaustion, FeatureSpaceSearch, GlobalQueue, Outcome, Random, Search, Sliced};

use super::super::features::guide_pushes::PushGuide;
use super::super::field::solution::of_pushes;
use super::super::plan::{self, Pushing};
use super::super::spaces::macro_pushes::MacroPushes;
use super::boards::{drawn, measured, random_level, scale};
use super::plain::{Plain, all_positions, position};

/// Pushes that were found are a solution.
fn is_solution(board: &Board, position: &Position, pushes: &[u32], least: usize) {
    assert!(pushes.len() >= least);
    let mut after = position.clone();
    for step in of_pushes(board, position, pushes, &Limits::none()).unwrap() {
        assert_eq!(board.step(&mut after, step.direction), Some(step));
    }
    assert!(board.is_solved(&after));
}

/// Small levels do not get to these searches in the solver.
#[test]
fn every_feature_space_search_is_complete() {
    let mut random = Random::new(6);
    let (mut proven, mut solved, mut planned) = (0, 0, 0);
    for _ in 0..40 * scale() {
        let level = random_level(&mut random);
        let plain = Plain::new(&level);
        if plain.next.len() <= plain.boxes.len() + 1 {
            continue;
        }
        let (board, _, context) = measured(&level);
        let known = all_positions(&plain, plain.boxes.len());
        let mut states: Vec<_> = known.into_iter().collect();
        states.sort_unstable();
        let (good, bad): (Vec<_>, Vec<_>) = states.iter().partition(|(_, least)| least.is_some());
        for _ in 0..10 {
            for some in [&good, &bad].into_iter().filter(|some| !some.is_empty()) {
                let ((boxes, player), least) = some[random.below_index(some.len())];
                let position = position(&board, boxes, *player);
                if *least == Some(0) {
                    continue;
                }
                let space = MacroPushes::new(&context, &position);
                let cells: Vec<u32> = boxes.iter().map(|&cell| u32::try_from(cell).unwrap()).collect();
                let mut ends = Vec::new();
                let mut guide = PushGuide::new(&context, &cells).unwrap();
                let mut search = FeatureSpaceSearch::new(Search::new(&space), &mut guide, GlobalQueue::None);
                // In slices, as the solver does.
                let report = (0..).find_map(|_| search.go_on(3)).unwrap();
                let pushes = report.path().map(|path| space.pushes(&path.actions).unwrap());
                if let (Some(pushes), Some(path)) = (&pushes, report.path()) {
                    assert_eq!(pushes.len(), path.cost as usize);
                }
                ends.push((report.outcome, pushes));
                if cells.len() == context.field.goals.len() {
                    let found = plan::find(&context, &position, 500).unwrap();
                    if let (Some(packing), _) = found {
                        planned += 1;
                        let mut guide = Pushing::new(&context, packing).unwrap();
                        let search = Search::new(&space);
                        let mut search = FeatureSpaceSearch::new(search, &mut guide, GlobalQueue::BestCell);
                        let report = (0..).find_map(|_| search.go_on(3)).unwrap();
                        let pushes = report.path().map(|path| space.pushes(&path.actions).unwrap());
                        ends.push((report.outcome, pushes));
                    }
                }
                for end in ends {
                    match (end, least) {
                        ((Outcome::Solved { .. }, Some(pushes)), Some(least)) => {
                            is_solution(&board, &position, &pushes, *least);
                            solved += 1;
                        }
                        ((Outcome::Exhausted(Exhaustion::Proven), None), None) => proven += 1,
                        (other, _) => panic!("{other:?} {boxes:?} {player} {least:?}\n{}", drawn(&level)),
                    }
                }
            }
        }
    }
    assert!(proven > 100 && solved > 100 && planned > 100, "{proven} {solved} {planned}");
}
