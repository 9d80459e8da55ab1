//! From text to plan on whole suites: every search with every heuristic that applies, and the presets.

#![allow(clippy::print_stderr)] // a skipped check says so

use std::fs;
use std::path::PathBuf;

use crate::cases;
use crate::places::{files, root, task_of, test_data};
use banto::heuristics::{HEURISTICS, heuristic_named};
use banto::limits::{Limits, Stop};
use banto::planner::{self, Answer, PlanError, Quality, Reductions, Request, Status};
use banto::search::{Algorithm, SEARCHES};
use banto::source::SourceText;
use banto::task::Task;
use banto::{pddl, task};
use serde::Deserialize;

#[derive(Deserialize)]
struct Suite {
    task: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    domain: PathBuf,
    problem: PathBuf,
    cost: Option<u64>,
    #[serde(default)]
    unsolvable: bool,
    #[serde(default)]
    tags: Vec<String>,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for path in files(&root().join("tests/suite"), "toml") {
        let text = fs::read_to_string(path).unwrap();
        rows.extend(toml::from_str::<Suite>(&text).unwrap().task);
    }
    assert!(rows.len() > 30);
    rows
}

/// Plans, and compares the answer with what is known. The planner's own validator has accepted the plan by then.
fn check(row: &Row, task: &Task, request: &Request, what: &str) -> Answer {
    let answer = planner::plan(task, request, &Limits::none(), &());
    let answer = answer.unwrap_or_else(|error| panic!("{what}: {error:?}"));
    if row.unsolvable {
        assert!(
            matches!(answer.status, Status::Unsolvable(_) | Status::Unsolved),
            "{what}: {:?}",
            answer.status
        );
        assert!(answer.plan.is_none());
    } else {
        let found = answer.plan.as_ref().unwrap_or_else(|| panic!("{what}: {:?}", answer.status)).cost;
        let cost = row.cost.expect("a solvable task has a cost");
        assert!(found >= cost, "{what}: {found} is less than the optimum {cost}");
        if answer.status == (Status::Solved { optimal: true }) {
            assert_eq!(found, cost, "{what}: not the optimum");
        }
    }
    answer
}

#[test]
fn every_search_with_every_heuristic() {
    for row in rows().iter().filter(|row| row.tags.iter().any(|tag| tag == "small")) {
        let task = task_of(&row.domain, &row.problem);
        for search in SEARCHES {
            // Depth-first without a memory walks every path: only where paths are few.
            if search.revisits && row.cost.is_none_or(|cost| cost > 5) {
                continue;
            }
            let heuristics: Vec<_> = HEURISTICS.iter().filter(|_| search.uses_heuristic).map(Some).collect();
            for heuristic in if heuristics.is_empty() { vec![None] } else { heuristics } {
                let request = Request::default()
                    .algorithm(search.algorithm)
                    .heuristics(heuristic.into_iter().cloned().collect());
                let name = heuristic.map_or("", |row| &*row.name);
                let what = format!("{} {} {name}", row.problem.display(), search.name);
                let answer = check(row, &task, &request, &what);
                let admissible = heuristic.is_none_or(|row| row.claims.admissible);
                if search.optimal && admissible && !row.unsolvable {
                    assert_eq!(answer.status, Status::Solved { optimal: true }, "{what}");
                }
                if row.unsolvable && search.complete && heuristic.is_none_or(|row| row.claims.safe) {
                    assert!(matches!(answer.status, Status::Unsolvable(_)), "{what}: {:?}", answer.status);
                }
            }
        }
    }
}

#[test]
fn presets_on_every_task() {
    for row in cases::some(&rows()) {
        let task = task_of(&row.domain, &row.problem);
        let small = row.tags.iter().any(|tag| tag == "small");
        for (quality, threads) in [
            (Quality::Good, 1),
            (Quality::First, 1),
            (Quality::Good, 2),
            (Quality::Optimal, 1),
            (Quality::Anytime, 1),
        ] {
            if !small && matches!(quality, Quality::Optimal | Quality::Anytime) {
                continue;
            }
            let request = Request::default().quality(quality).threads(threads);
            let what = format!("{} {quality:?} with {threads}", row.problem.display());
            let answer = check(row, &task, &request, &what);
            if !row.unsolvable && matches!(quality, Quality::Optimal | Quality::Anytime) {
                assert_eq!(answer.status, Status::Solved { optimal: true }, "{what}");
            }
            let looked = check(row, &task, &request.h2(true), &format!("{what} after h2"));
            assert_eq!(
                looked.status == Status::Unsolved,
                answer.status == Status::Unsolved,
                "{what} after h2"
            );
        }
        searches_that_take_turns(row, &task);
    }
}

/// Searches whose turns are so short that each has many of them.
fn searches_that_take_turns(row: &Row, task: &Task) {
    let first = Request::default().quality(Quality::First);
    let what = format!("{} in turns", row.problem.display());
    let in_turns = check(row, task, &first.clone().turn(100_000), &what);
    let alone = check(row, task, &first, &what);
    assert_eq!(in_turns.readings.initial_h, alone.readings.initial_h, "{what}");
    assert_eq!(in_turns.plan.is_some(), alone.plan.is_some(), "{what}");
    let again = check(row, task, &first.clone().turn(100_000), &what);
    let said = |answer: &Answer| {
        let members = answer.members.iter();
        members.map(|member| (member.name, member.counts, member.answered)).collect::<Vec<_>>()
    };
    assert_eq!((said(&in_turns), &in_turns.plan), (said(&again), &again.plan), "{what}");
    let evaluated: u64 = in_turns.members.iter().map(|member| member.counts.evaluated).sum();
    assert_eq!(evaluated, in_turns.work.counts.evaluated, "{what}");
    let answered = in_turns.members.iter().filter(|member| member.answered).count();
    assert!(answered <= 1 && (answered == 1 || in_turns.plan.is_none()), "{what}");
    let listed = planner::plan(task, &first.list_only(true), &Limits::none(), &()).unwrap();
    let is_listed = |name| listed.members.iter().any(|member| member.name == name);
    assert!(in_turns.members.iter().all(|member| is_listed(member.name)), "{what}");
    assert_eq!((listed.work.counts.evaluated, listed.plan), (0, None), "{what}");
}

/// Tiles in a frame of four by two, in an arrangement that cannot be reached.
fn swapped_tiles() -> Task {
    let all = |count: u32, text: fn(u32) -> String| (1..=count).map(text).collect::<String>();
    let (tiles, cells) = (all(7, |tile| format!(" t{tile}")), all(8, |cell| format!(" c{cell}")));
    let across = [1, 2, 3, 5, 6, 7]
        .map(|cell| format!(" (beside c{cell} c{}) (beside c{} c{cell})", cell + 1, cell + 1));
    let down = all(4, |cell| format!(" (beside c{cell} c{}) (beside c{} c{cell})", cell + 4, cell + 4));
    let (across, lies) =
        (across.concat(), [3, 4, 5, 6, 7].map(|tile| format!(" (lies t{tile} c{tile})")).concat());
    let problem = format!(
        "(define (problem swapped) (:domain sliding-puzzle) (:objects{tiles} - tile{cells} - cell)
         (:init (gap c8) (lies t2 c1) (lies t1 c2){lies}{across}{down})
         (:goal (and (lies t1 c1) (lies t2 c2){lies})))"
    );
    let domain = fs::read_to_string(root().join("domains/sliding-puzzle.pddl")).unwrap();
    task::read(&domain, &problem).unwrap()
}

#[test]
fn searches_in_turns_give_up_one_by_one_when_memory_is_short() {
    let task = swapped_tiles();
    let request = Request::default().quality(Quality::First).reductions(Reductions::plain()).turn(100_000);
    let within = |limits: &Limits| planner::plan(&task, &request, limits, &()).unwrap();
    let all = within(&Limits::none());
    assert!(matches!(all.status, Status::Unsolvable(_)) && all.members.len() > 3, "{:?}", all.status);
    // Too little for all of them, and enough for one.
    for budget in [all.work.bytes / 2, all.work.bytes * 2 / 5] {
        let some = within(&Limits::none().with_budget(budget));
        assert!(matches!(some.status, Status::Unsolvable(_)), "{budget}: {:?}", some.status);
        assert_eq!(some.members.len(), all.members.len());
    }
    let none = within(&Limits::none().with_budget(all.work.bytes / 10));
    assert_eq!(none.status, Status::Stopped(Stop::Memory));
}

#[test]
fn semantic_cases_beside_the_project_have_the_right_outcome_and_cost() {
    let Some(place) = test_data("semantics/dev") else { return };
    let mut count = 0;
    for entry in fs::read_dir(place).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(expect) = fs::read_to_string(folder.join("expect")) else { continue };
        let value = |key: &str| {
            expect.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).map(str::to_owned)
        };
        let read = |name: &str| SourceText::from_bytes(name, fs::read(folder.join(name)).unwrap()).0;
        let (domain, problem) = (read("domain.pddl"), read("problem.pddl"));
        let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
        let (outcome, also) = (value("outcome").unwrap(), value("also-accept").unwrap_or_default());
        let Some(task) = resolved.task else {
            assert!(outcome == "error" || also.contains("error"), "{}", folder.display());
            continue;
        };
        for algorithm in [Algorithm::UniformCost, Algorithm::Astar, Algorithm::LazyGbfs, Algorithm::Gbfs] {
            let request = Request::default().algorithm(algorithm);
            let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            let found = if answer.plan.is_some() { "solvable" } else { "unsolvable" };
            let what = format!("{} {algorithm:?}", folder.display());
            assert!(found == outcome || also.starts_with(found), "{what}: {:?}", answer.status);
            if let (Some(plan), Some(cost), true) = (&answer.plan, value("cost"), algorithm.row().optimal) {
                assert_eq!(plan.cost.to_string(), cost, "{what}");
            }
        }
        count += 1;
    }
    assert!(count > 30);
}

#[test]
fn a_good_plan_has_no_step_that_it_can_do_without() {
    let task = task_of("domains/logistics.pddl", "problems/logistics/02-three-parcels.pddl");
    let request = |quality| Request::default().quality(quality);
    let length = |quality| {
        let answer = planner::plan(&task, &request(quality), &Limits::none(), &()).unwrap();
        answer.plan.unwrap().plan.steps.len()
    };
    assert!(length(Quality::Good) <= length(Quality::First));
}

#[test]
fn a_time_limit_ends_grounding_and_search() {
    let task = task_of("domains/logistics.pddl", "problems/logistics/03-eight-parcels.pddl");
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let answer = planner::plan(&task, &Request::default(), &limits, &()).unwrap();
    assert_eq!(answer.status, Status::Stopped(banto::limits::Stop::Time));
}

/// A domain with `(at0) ... (atN)`: each step is an action.
fn chain(steps: &[(String, String, u64)], goal: &str) -> Task {
    let mut text = String::from("(define (domain chain) (:requirements :strips :action-costs)\n(:predicates");
    let mut words: Vec<&str> =
        steps.iter().flat_map(|(needs, gives, _)| needs.split(' ').chain(gives.split(' '))).collect();
    words.sort_unstable();
    words.dedup();
    words.iter().for_each(|word| text.extend([" (", word, ")"]));
    text.push_str(")\n(:functions (total-cost) - number)\n");
    let all = |words: &str| words.split(' ').map(|word| format!("({word})")).collect::<Vec<_>>().join(" ");
    for (index, (needs, gives, cost)) in steps.iter().enumerate() {
        let (needs, gives) = (all(needs), all(gives));
        let action = format!(
            "(:action s{index} :parameters () :precondition (and {needs}) :effect (and {gives} (increase (total-cost) {cost})))\n"
        );
        text.push_str(&action);
    }
    text.push(')');
    let problem = format!(
        "(define (problem p) (:domain chain) (:init (a0) (b0) (= (total-cost) 0)) (:goal ({goal})) (:metric minimize (total-cost)))"
    );
    task::read(&text, &problem).unwrap_or_else(|error| panic!("{error}"))
}

fn named(search: &str, heuristic: &str) -> Request {
    Request::default()
        .algorithm(banto::search::search_named(search).unwrap().algorithm)
        .heuristics(vec![heuristic_named(heuristic).unwrap()])
}

/// Estimates that double at each of seventy steps are beyond all numbers: that is no dead end.
#[test]
fn estimates_beyond_all_numbers_prove_nothing() {
    let step = |index: usize| {
        let (before, after) = (format!("a{index} b{index}"), format!("a{} b{}", index + 1, index + 1));
        (before, after, 1)
    };
    let steps: Vec<_> = (0..70).map(step).collect();
    let task = chain(&steps, "a70");
    let requests =
        [Request::default(), named("gbfs", "hadd"), named("astar", "lmcut"), named("wastar", "hadd")];
    for request in requests {
        let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
        assert_eq!(answer.plan.map(|plan| plan.cost), Some(70), "{:?}", answer.status);
    }
}

/// A plan that costs more than 32 bits can say is found and proven best; one that costs more than 64 bits can say is
/// not called impossible.
#[test]
fn costs_beyond_the_small_numbers() {
    let chained = |count: usize, cost: u64| {
        let steps = (0..count).map(|index| (format!("a{index}"), format!("a{}", index + 1), cost));
        chain(&steps.chain([("b0".to_owned(), "b0".to_owned(), 1)]).collect::<Vec<_>>(), &format!("a{count}"))
    };
    let task = chained(430, 10_000_000);
    for request in [Request::default().quality(Quality::Optimal), named("astar", "hmax")] {
        let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
        assert_eq!(answer.status, Status::Solved { optimal: true });
        assert_eq!(answer.plan.unwrap().cost, 4_300_000_000);
    }
    let task = chained(2, 10_000_000_000_000_000_000);
    for request in [
        Request::default().quality(Quality::Optimal),
        named("astar", "hmax"),
        named("astar", "blind"),
        named("gbfs", "ff"),
    ] {
        let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
        assert!(!matches!(answer.status, Status::Unsolvable(_)), "{:?}", answer.status);
    }
}

/// A library is told what does not go together, as the command line is, and gets no less than it asked for.
#[test]
fn requests_without_a_meaning_are_refused() {
    let plain = Request::default;
    let task =
        task::read("(define (domain d))", "(define (problem p) (:domain d) (:init) (:goal (and)))").unwrap();
    let with = |name| plain().heuristics(vec![heuristic_named(name).unwrap()]);
    for (request, words) in [
        (plain().algorithm(Algorithm::Ida).threads(2), "ida runs in one thread"),
        (plain().algorithm(Algorithm::Bfs).weight(2), "bfs uses no weight"),
        (plain().weight(2), "a weight needs the search wastar or lazy-wastar"),
        (with("ff").algorithm(Algorithm::Bfs), "bfs takes no heuristic"),
        (with("ff").quality(Quality::Optimal), "ff is not admissible"),
        (with("ff").quality(Quality::Optimal).algorithm(Algorithm::Astar), "ff is not admissible"),
        (plain().quality(Quality::Optimal).algorithm(Algorithm::Gbfs), "gbfs does not prove"),
    ] {
        let refused = planner::plan(&task, &request, &Limits::none(), &()).unwrap_err();
        assert!(matches!(&refused, PlanError::Request(why) if why.starts_with(words)), "{refused}");
    }
    assert_eq!(plain().threads(2).check(), Ok(()));
}
