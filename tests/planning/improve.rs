//! Better plans from a plan, held to the oracle on tiny random tasks: every plan is valid, none costs less than the
//! optimum, no plan is worse than the one before, and what is left of a padded plan is the cheapest part of it.
//!
//! `BANTO_RANDOM_TASKS=10000 cargo test --release --test planning improve` looks at more of them;
//! `BANTO_RANDOM_SEED=17` at one.

#![allow(clippy::print_stderr)] // the number of cases is reported

use crate::oracle::{Answer, Oracle, random};
use banto::ground::ground;
use banto::internals::improve::{Improver, Proven, Restarted};
use banto::limits::Limits;
use banto::plan::{Plan, Step, Verdict, validate};
use banto::planner::{OnPlan, Quality, Request, ValidatedPlan, plan};
use banto::search::{Random, Space};
use banto::strips::{self, CostKind, OpId, TaskSpace};
use banto::task;

/// A plan by a random walk, with all detours that the walk takes.
fn walk(space: &TaskSpace<'_, u64>, seed: u64, longest: usize) -> Option<Vec<OpId>> {
    let mut random = Random::new(seed);
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut steps = Vec::new();
    while !space.is_goal(&state) {
        let mut successors: Vec<(u32, Vec<u64>)> = Vec::new();
        space.expand(&mut scratch, &state, &mut |action, _, row| successors.push((action, row.to_vec())));
        if successors.is_empty() || steps.len() == longest {
            return None;
        }
        let chosen = random.below_index(successors.len());
        steps.push(OpId::from(successors[chosen].0));
        state.clone_from(&successors[chosen].1);
    }
    Some(steps)
}

fn cost_of(task: &task::Task, ground_task: &strips::Task, steps: &[OpId]) -> u64 {
    let step = |operator: &OpId| {
        let (schema, arguments) = ground_task.step(*operator);
        Step { schema, arguments: arguments.to_vec() }
    };
    let plan = Plan { steps: steps.iter().map(step).collect() };
    match validate(task, &plan) {
        Verdict::Valid { cost } => cost,
        Verdict::Invalid(fault) => panic!("{}", fault.message),
    }
}

#[test]
fn plans_only_become_better() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("BANTO_RANDOM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("BANTO_RANDOM_TASKS").unwrap_or(1000),
    };
    let limits = Limits::none();
    let (mut plans, mut reduced, mut optimal) = (0, 0, 0);
    for seed in seeds.clone() {
        let (domain, problem) = random::task(seed);
        let task = task::read(&domain, &problem).unwrap_or_else(|_| panic!("seed {seed}"));
        let Some(ground_task) = ground(&task, &limits, &mut |_| {}).unwrap().task else { continue };
        let Some(space) = TaskSpace::<u64>::new(&ground_task, CostKind::Real) else { continue };
        let Some(steps) = walk(&space, seed, 60) else { continue };
        let Answer::Cost(least) = Oracle::new(&task).solve(2000) else { continue };
        plans += 1;
        let first = cost_of(&task, &ground_task, &steps);
        let mut improver = Improver::within(&space, steps, &limits).unwrap().unwrap();
        improver.remove_superfluous(1 << 34);
        let shorter = cost_of(&task, &ground_task, improver.plan());
        assert!(least <= shorter && shorter <= first, "seed {seed}: {first} {shorter}");
        assert_eq!(shorter, improver.cost(), "seed {seed}");
        reduced += u32::from(shorter < first);
        let mut previous = shorter;
        // Restarts find what they find: cheaper plans or dearer ones.
        let mut walks = seed;
        let mut restart = |_, _| {
            walks += 1000;
            Restarted { plan: walk(&space, walks, 60), work: 1_000_000, proven: false }
        };
        let proven =
            improver.improve(1 << 28, &mut restart, &mut |_, _| Proven::default(), &mut |plan, _| {
                let cost = cost_of(&task, &ground_task, plan);
                assert!(cost <= previous, "seed {seed}: {cost} after {previous}");
                previous = cost;
            });
        assert!(least <= improver.cost() && improver.cost() <= previous, "seed {seed}");
        assert!(!proven || improver.cost() == least, "seed {seed}: {} is not {least}", improver.cost());
        optimal += u32::from(improver.cost() == least);
    }
    eprintln!("{plans} plans: {reduced} had steps to spare, {optimal} became optimal");
    assert!(seeds.end - seeds.start < 1000 || reduced > 0 && optimal > plans / 2);
}

/// The costs of all plans that a request finds, with the plans, until there are as many as wanted.
fn plans_of(task: &task::Task, quality: Quality, wanted: usize) -> Vec<(u64, Plan)> {
    let limits = Limits::none();
    let mut plans: Vec<(u64, Plan)> = Vec::new();
    let observer = OnPlan::new(&(), |_: &task::Task, found: &ValidatedPlan| {
        plans.push((found.cost, found.plan.clone()));
        if plans.len() >= wanted {
            limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    let request = Request::default().quality(quality);
    plan(task, &request, &limits, &observer).unwrap();
    plans
}

#[test]
fn anytime_goes_the_way_of_the_default() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    for (domain, problem) in [
        ("domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl"),
        ("domains/blocks.pddl", "problems/blocks/04-tall.pddl"),
        ("domains/workshop.pddl", "problems/workshop/01-one-piece.pddl"),
    ] {
        let task = task::read(&read(domain), &read(problem)).unwrap();
        let by_default = plans_of(&task, Quality::Good, usize::MAX);
        assert_eq!(
            by_default,
            plans_of(&task, Quality::Good, usize::MAX),
            "{problem}: the same plans every time"
        );
        assert_eq!(by_default, plans_of(&task, Quality::Anytime, by_default.len()), "{problem}");
    }
}
