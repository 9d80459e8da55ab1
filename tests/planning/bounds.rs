//! What searches say that a plan costs at least, against the oracle, over random tiny tasks: whatever the search, its
//! estimates, its weight, its costs and its reductions, stopped early or not; and gaps.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use banto::heuristics::heuristics;
use banto::limits::Limits;
use banto::planner::{PlanObserver, Quality, Request, Status, Tuning, plan};
use banto::search::{Algorithm, Observer, SEARCHES};
use banto::strips::CostKind;

use crate::cases;
use crate::oracle::{self, Answer};
use crate::places;

#[test]
fn no_search_says_more_than_the_oracle() {
    let (mut proven, mut unproven, mut stopped) = (0, 0, 0);
    for (seed, task, answer) in oracle::answered(cases::seeds(200, 4_000)) {
        let Answer::Cost(least) = answer else { continue };
        for row in SEARCHES {
            let rows = heuristics();
            let heuristic = &rows[usize::try_from(seed).unwrap() % rows.len()];
            let takes = |request: Request| {
                if row.uses_heuristic { request.heuristics(vec![heuristic.clone()]) } else { request }
            };
            let request = takes(Request::default().algorithm(row.algorithm).quality(Quality::First));
            let is_free = row.uses_heuristic && (row.uses_weight || !row.proves_by_estimates);
            let kinds = [CostKind::Real, CostKind::Unit, CostKind::PlusOne];
            for kind in kinds.into_iter().filter(|kind| is_free || *kind == CostKind::Real) {
                let costs = is_free.then_some(kind);
                let request = request.clone().tuning(Tuning::default().costs(costs));
                // One runs until it has a plan, the other only sees the initial state.
                for limits in [Limits::none(), Limits::none().with_budget(1)] {
                    let found = plan(&task, &request, &limits, &()).unwrap();
                    let what = format!("seed {seed}: {} {} {kind:?}", row.name, heuristic.name);
                    let bound = found.lower_bound();
                    assert!(bound.is_none_or(|bound| bound <= least), "{what}: {bound:?}, {least}");
                    stopped += u32::from(matches!(found.status, Status::Stopped(_)) && bound.is_some());
                    let Some(plan) = found.plan else { continue };
                    if row.algorithm == Algorithm::Wastar
                        && heuristic.claims.admissible
                        && kind == CostKind::Real
                    {
                        assert!(bound >= Some(plan.cost.div_ceil(3)), "{what}: {bound:?}, {}", plan.cost);
                        proven += u32::from(bound > Some(0));
                    }
                    unproven += u32::from(bound.is_none());
                }
            }
        }
    }
    assert!(
        cases::is_one() || [proven, unproven, stopped].iter().all(|count| *count > 0),
        "{proven} {unproven} {stopped}"
    );
}

/// The bounds that are told while a search runs, until there are enough.
struct Bounds {
    told: Mutex<Vec<u64>>,
    enough: Arc<AtomicBool>,
}

const ENOUGH: usize = 2;

impl Observer for Bounds {}

impl PlanObserver for Bounds {
    fn bound(&self, least: u64) {
        let mut told = self.told.lock().unwrap();
        told.push(least);
        if told.len() >= ENOUGH {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

/// Long before it has the proof, a run for better and better plans says what it has proven.
#[test]
fn plans_that_get_better_have_a_bound_that_rises() {
    let task = places::task_of("domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl");
    let limits = Limits::none().with_time(Duration::from_mins(2));
    let bounds = Bounds { told: Mutex::default(), enough: limits.cancel_flag() };
    let found = plan(&task, &Request::default().quality(Quality::Anytime), &limits, &bounds).unwrap();
    let bounds = bounds.told.into_inner().unwrap();
    assert!(bounds.len() >= ENOUGH && bounds.is_sorted_by(|one, other| one < other), "{bounds:?}");
    assert!(found.lower_bound() >= bounds.last().copied(), "{bounds:?}");
    assert!(found.lower_bound() <= found.plan.map(|plan| plan.cost), "{bounds:?}");
}

#[test]
fn a_plan_is_within_the_gap_that_was_asked_for() {
    let mut cheapest = 0;
    for (seed, task, answer) in oracle::answered(cases::seeds(400, 8_000)) {
        for (millionths, threads) in [(1, 1), (100_000, 1), (1_000_000, 1), (250_000, 2)] {
            let request =
                Request::default().quality(Quality::Optimal).gap(millionths).turn(4_000).threads(threads);
            let found = plan(&task, &request, &Limits::none(), &()).unwrap();
            let Answer::Cost(least) = answer else {
                assert!(matches!(found.status, Status::Unsolvable(_)), "seed {seed}: {:?}", found.status);
                continue;
            };
            let (cost, bound) = (found.plan.as_ref().unwrap().cost, found.lower_bound().unwrap_or(0));
            assert!(bound <= least && least <= cost, "seed {seed}: {bound} {least} {cost}");
            let within =
                u128::from(cost) * 1_000_000 <= u128::from(bound) * u128::from(1_000_000 + millionths);
            assert!(within, "seed {seed}: {bound} {cost} {millionths}");
            let is_cheapest = found.status == (Status::Solved { optimal: true });
            assert_eq!(is_cheapest, bound == cost, "seed {seed}");
            cheapest += u32::from(is_cheapest);
        }
    }
    assert!(cases::is_one() || cheapest > 5, "{cheapest}");
    // One whose cheapest plan takes long.
    let task = places::task_of("domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl");
    for (millionths, percent) in [(1_000_000, 100.0), (100_000, 10.0)] {
        let request = Request::default().quality(Quality::Optimal).gap(millionths);
        let found = plan(&task, &request, &Limits::none(), &()).unwrap();
        assert_eq!(found.status, Status::Solved { optimal: false });
        assert!(found.gap().unwrap() <= percent, "{:?}", found.gap());
    }
}
