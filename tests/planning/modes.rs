//! Random tasks asked as people ask: by default, for a cheapest plan, in two threads, anytime, without reductions.
//!
//! In: seeds. Out: panics where an answer differs from the oracle's, which shares nothing with the planner: whether
//! there is a plan, what the cheapest costs, and whether each plan, walked state by state, reaches the goal at its
//! cost. `BANTO_LONG=1 cargo test --release --test planning modes` asks of 20,000; `BANTO_SEED=17` of one.

use banto::limits::Limits;
use banto::planner::{self, Quality, Reductions, Request, Status};

use crate::cases;
use crate::oracle::{self, Answer, Oracle};

/// Ways to ask for a plan, each with its name.
fn modes() -> [(&'static str, Request); 7] {
    let of = |quality| Request::default().quality(quality);
    let reductions = Reductions::plain();
    [
        ("the default", of(Quality::Good)),
        ("--first", of(Quality::First)),
        ("--optimal", of(Quality::Optimal)),
        ("--optimal --threads 2", of(Quality::Optimal).threads(2)),
        ("--anytime", of(Quality::Anytime)),
        ("--plain", of(Quality::Good).reductions(reductions)),
        ("--plain --optimal", of(Quality::Optimal).reductions(reductions)),
    ]
}

#[test]
fn every_way_to_ask_is_answered_as_the_oracle_answers() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for (seed, task, answer) in oracle::answered(cases::seeds(400, 20_000)) {
        let oracle = Oracle::new(&task);
        for (name, request) in modes() {
            let what = format!("seed {seed} {name}");
            let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            answer.check(request.quality, &found, &what);
            let Some(plan) = &found.plan else { continue };
            assert_eq!(oracle.cost_of(&plan.plan), Some(plan.cost), "{what}");
            if found.status == (Status::Solved { optimal: true }) {
                assert_eq!(answer, Answer::Cost(plan.cost), "{what}: called the cheapest");
            }
        }
        match answer {
            Answer::Cost(_) => solvable += 1,
            _ => unsolvable += 1,
        }
    }
    if !cases::is_one() {
        assert!(solvable > cases::least(10) && unsolvable > cases::least(5), "{solvable} {unsolvable}");
    }
    if cases::is_long() {
        cases::tell(&format!("{solvable} tasks with a plan and {unsolvable} without, asked in seven ways"));
    }
}
