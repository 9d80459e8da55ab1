//! One puzzle in many encodings: someone pushes things over a small grid, until they are where they are wanted.
//!
//! The oracle is a breadth-first search over the puzzle itself, which shares nothing with the planner. Held are:
//! whatever the encoding, there is a plan exactly if the puzzle has a solution, and a cheapest plan has its cost; many
//! are folded and decoupled. `BANTO_LONG=1` looks at 10,000 puzzles.

use crate::cases;
use crate::puzzle::{Encoding, Puzzle, Wanted};
use banto::limits::Limits;
use banto::planner::{self, Quality, Request, Status};
use banto::search::Random;
use banto::task;

#[test]
fn every_encoding_has_the_plans_of_its_puzzle() {
    let (mut solvable, mut folded, mut decoupled) = (0, 0, 0);
    let seeds = cases::seeds(120, 10_000);
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let puzzle = Puzzle::random(&mut random);
        let encoding = Encoding::random(&mut random);
        let (domain, problem) = puzzle.encoded(encoding);
        let task = task::read(&domain, &problem).unwrap_or_else(|_| panic!("{domain}{problem}"));
        let least = puzzle.fewest_steps(encoding.wanted);
        for quality in [Quality::First, Quality::Optimal, Quality::Good] {
            let request = Request::default().quality(quality);
            let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            let what = format!("seed {seed}, {quality:?}, {encoding:?}: {:?}", answer.used);
            let cost = answer.plan.as_ref().map(|plan| plan.cost);
            match least {
                None => {
                    assert!(matches!(answer.status, Status::Unsolvable(_)), "{what}: {:?}", answer.status);
                }
                Some(least) if answer.status == (Status::Solved { optimal: true }) => {
                    assert_eq!(cost, Some(least), "{what}");
                }
                Some(least) => {
                    assert!(
                        quality != Quality::Optimal && cost >= Some(least),
                        "{what}: {:?}",
                        answer.status
                    );
                }
            }
            if quality == Quality::First {
                let uses = |name: &str| usize::from(answer.used.iter().any(|one| one.name == name));
                folded += uses("folded");
                decoupled += uses("decoupled");
            }
        }
        solvable += usize::from(least.is_some());
    }
    let total = seeds.count();
    cases::tell(&format!("{total} puzzles: {solvable} solvable, {folded} folded, {decoupled} decoupled"));
    if total > 20 {
        assert!(solvable > total / 2 && folded > total / 16 && decoupled > total / 2);
    }
}

#[test]
fn the_structure_of_a_puzzle_does_not_depend_on_its_encoding() {
    for encoding in Encoding::all() {
        let (domain, problem) = Puzzle::room().encoded(encoding);
        let task = task::read(&domain, &problem).unwrap();
        let request = Request::default().quality(Quality::First);
        let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
        let found = |name: &str| {
            let found = answer.used.iter().find(|one| one.name == name);
            found.map(|one| one.figures.iter().map(|(_, figure)| *figure).collect::<Vec<_>>())
        };
        let is_folded = [Wanted::Flagged, Wanted::Noted].contains(&encoding.wanted);
        assert_eq!(found("folded"), is_folded.then(|| vec![2]), "{encoding:?}");
        // Walks between 20 cells are not searched.
        let decoupled = found("decoupled").unwrap_or_default();
        assert_eq!(decoupled.get(..2), Some(&[1, 62][..]), "{encoding:?}");
    }
}
