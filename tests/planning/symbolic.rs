//! Symbolic search against the oracle, over random tiny tasks: conditional effects, negative conditions, derived facts,
//! steps that cost nothing, and tasks without a plan among them.

use crate::cases;
use crate::oracle::{self, Answer};
use crate::places;

use banto::ground::ground;
use banto::internals::symbolic::Symbolic;
use banto::limits::{Limits, Stop};
use banto::plan::{Plan, Step, Verdict, validate};
use banto::planner::{Quality, Request, Status, plan};
use banto::search::{Algorithm, Exhaustion, Outcome, Random, Report, Sliced};
use banto::strips::{self, CostKind, TaskSpace};
use banto::task::Task;

/// Searches for plans cheaper than the bound, in slices of random lengths.
fn searched(task: &strips::Task, bound: Option<u64>, random: &mut Random) -> Report<u64> {
    let space = TaskSpace::<u64>::new(task, CostKind::Real).unwrap();
    let mut search = Symbolic::within(&space, bound, &Limits::none(), None).unwrap().expect("it is small");
    loop {
        let report: Option<Report<u64>> = search.go_on(1 + u64::from(random.below(50)));
        if let Some(report) = report {
            return report;
        }
    }
}

/// The cost of a report's path, which the validator has accepted.
fn cost(names: &Task, task: &strips::Task, report: &Report<u64>, what: &str) -> Option<u64> {
    let path = match &report.outcome {
        Outcome::Solved { path, optimal: true } => path,
        Outcome::Exhausted(Exhaustion::Proven) => return None,
        other => panic!("{what}: {other:?}"),
    };
    let step = |action: &u32| {
        let (schema, arguments) = task.step((*action).into());
        Step { schema, arguments: arguments.to_vec() }
    };
    let plan = Plan { steps: path.actions.iter().map(step).collect() };
    match validate(names, &plan) {
        Verdict::Valid { cost } => assert_eq!(cost, path.cost, "{what}"),
        Verdict::Invalid(fault) => panic!("{what}: {}", fault.message),
    }
    assert_eq!(report.readings.lower_bound, Some(path.cost), "{what}");
    Some(path.cost)
}

#[test]
fn costs_are_those_of_the_oracle() {
    let (mut plans, mut none, mut derived, mut free, mut conditional) = (0, 0, 0, 0, 0);
    for (seed, names, answer) in oracle::answered(cases::seeds(2_000, 20_000)) {
        let what = format!("seed {seed}");
        let Some(task) = ground(&names, &Limits::none(), &mut |_| {}).unwrap().task else { continue };
        let mut random = Random::new(seed);
        let found = cost(&names, &task, &searched(&task, None, &mut random), &what);
        assert_eq!(found.map_or(Answer::Unsolvable, Answer::Cost), answer, "{what}");
        if let Some(least) = found {
            let [cheaper, not_dearer] =
                [least, least + 1].map(|bound| searched(&task, Some(bound), &mut random));
            assert_eq!(cheaper.outcome, Outcome::Exhausted(Exhaustion::Proven), "{what}");
            assert_eq!(cost(&names, &task, &not_dearer, &what), found, "{what}");
        }
        plans += usize::from(found.is_some_and(|cost| cost > 1));
        none += usize::from(found.is_none());
        derived += usize::from(!task.axioms().is_empty());
        free += usize::from(task.operators().any(|operator| task.cost(operator) == 0));
        let has_condition = |operator| task.effects(operator).any(|effect| !effect.condition.is_empty());
        conditional += usize::from(task.operators().any(has_condition));
    }
    if !cases::is_one() {
        let few = [plans, derived, free, conditional].into_iter().min();
        assert!(
            few > Some(5),
            "{plans} plans, {none} without, {derived} derived, {free} free, {conditional} conditional"
        );
    }
    assert!(none > 0 || !cases::is_whole());
}

/// A* and symbolic search in turns that are so short that both have many.
#[test]
fn the_first_proof_ends_both_searches_for_a_cheapest_plan() {
    let (mut first, mut second) = (0, 0);
    for (seed, names, answer) in oracle::answered(cases::seeds(800, 8_000)) {
        let request = Request::default().quality(Quality::Optimal).turn(4_000);
        let found = plan(&names, &request, &Limits::none(), &()).unwrap();
        answer.check(Quality::Optimal, &found, &format!("seed {seed}"));
        if let Answer::Cost(cost) = answer {
            assert_eq!(found.lower_bound(), Some(cost), "seed {seed}");
        }
        let answered = found.members.iter().find(|member| member.answered);
        first += usize::from(answered.is_none_or(|member| member.name == "astar"));
        second += usize::from(answered.is_some_and(|member| member.name == "symbolic"));
    }
    assert!(cases::is_one() || first > 0 && second > 0, "{first} proofs by A*, {second} by symbolic search");
}

#[test]
fn a_diagram_that_grows_too_large_ends_the_search_and_not_the_process() {
    let names = places::task_of("domains/sliding-puzzle.pddl", "problems/sliding-puzzle/03-eleven.pddl");
    let request = Request::default().algorithm(Algorithm::Symbolic);
    let limits = Limits::none().with_budget(4 << 20);
    assert_eq!(plan(&names, &request, &limits, &()).unwrap().status, Status::Stopped(Stop::Memory));
}
