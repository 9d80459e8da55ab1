//! What says that there is no plan, held to an enumeration of all states on tiny random tasks, and to tasks of which the answer is
//! known.
//!
//! `BANTO_RANDOM_TASKS=10000 cargo test --release --test deadends` looks at more of them; `BANTO_RANDOM_SEED=17` at one.

#![allow(clippy::print_stderr)] // what was looked at is said

mod oracle;

use banto::deadends::disproof;
use banto::ground::ground;
use banto::limits::Limits;
use banto::planner::{self, Means, Request, Status};
use banto::{strips, task};
use oracle::{Answer, Oracle, random};

fn grounded(task: &task::Task) -> Option<strips::Task> {
    ground(task, &Limits::none(), &mut |_| {}).unwrap().task
}

#[test]
fn random_tasks_with_a_proof_have_no_plan() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("BANTO_RANDOM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("BANTO_RANDOM_TASKS").unwrap_or(400),
    };
    let (mut proven, mut unsolvable, total) = (0, 0, seeds.end - seeds.start);
    for seed in seeds {
        let (domain, problem) = random::task(seed);
        let Ok(task) = task::read(&domain, &problem) else { panic!("seed {seed}") };
        let Some(ground_task) = grounded(&task) else { continue };
        let answer = Oracle::new(&task).solve(2000);
        let reason = disproof(&ground_task, 1 << 24, &Limits::none());
        unsolvable += u32::from(answer == Answer::Unsolvable);
        if let Some(reason) = reason {
            proven += u32::from(answer == Answer::Unsolvable);
            assert!(!matches!(answer, Answer::Cost(_)), "seed {seed}: {reason}\n{domain}\n{problem}");
        }
    }
    eprintln!("{proven} of {unsolvable} unsolvable tasks are proven so");
    assert!(total < 400 || proven > 0);
}

/// Pegs on a line of so many holes that jump over each other; the first `pegs` holes are full, and the hole `goal` is to be.
fn pegs(holes: usize, pegs: usize, goal: usize) -> (String, String) {
    let domain = "(define (domain pegs) (:predicates (in-line ?a ?b ?c) (full ?h) (free ?h))
        (:action jump :parameters (?a ?b ?c)
         :precondition (and (in-line ?a ?b ?c) (full ?a) (full ?b) (free ?c))
         :effect (and (not (full ?a)) (not (full ?b)) (not (free ?c)) (free ?a) (free ?b) (full ?c))))";
    let line = |at: usize| format!("(in-line h{} h{} h{})", at, at + 1, at + 2);
    let back = |at: usize| format!("(in-line h{} h{} h{})", at + 2, at + 1, at);
    let facts: Vec<String> = (0..holes - 2)
        .flat_map(|at| [line(at), back(at)])
        .chain((0..holes).map(|hole| format!("({} h{hole})", if hole < pegs { "full" } else { "free" })))
        .collect();
    let names: Vec<String> = (0..holes).map(|hole| format!("h{hole}")).collect();
    let problem = format!(
        "(define (problem p) (:domain pegs) (:objects {}) (:init {}) (:goal (full h{goal})))",
        names.join(" "),
        facts.join(" ")
    );
    (domain.to_owned(), problem)
}

#[test]
fn a_peg_gets_no_farther_than_weights_allow() {
    // However many pegs stand in a line, none gets farther than one hole beyond it.
    for (goal, solvable) in [(12, true), (13, false), (14, false)] {
        let (domain, problem) = pegs(16, 12, goal);
        let task = task::read(&domain, &problem).unwrap();
        let ground_task = grounded(&task).expect("the goal is in reach without deletes");
        let reason = disproof(&ground_task, 1 << 24, &Limits::none());
        assert_eq!(reason.is_none(), solvable, "{goal}: {reason:?}");
    }
}

/// Pebbles in a corner of a square: one that is taken away leaves one above and one to the right. The corner is to be free.
fn pebbles(side: usize) -> (String, String) {
    let domain = "(define (domain pebbles) (:predicates (up ?a ?b) (right ?a ?b) (full ?c) (free ?c))
        (:action split :parameters (?a ?u ?r)
         :precondition (and (up ?a ?u) (right ?a ?r) (full ?a) (free ?u) (free ?r))
         :effect (and (not (full ?a)) (not (free ?u)) (not (free ?r)) (free ?a) (full ?u) (full ?r))))";
    let name = |x: usize, y: usize| format!("c{x}-{y}");
    let corner = [(0, 0), (0, 1), (1, 0)];
    let (mut objects, mut facts) = (Vec::new(), Vec::new());
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        objects.push(name(x, y));
        facts.push(format!("({} {})", if corner.contains(&(x, y)) { "full" } else { "free" }, name(x, y)));
        if x + 1 < side && y + 1 < side {
            facts.push(format!("(right {0} {1}) (up {0} {2})", name(x, y), name(x + 1, y), name(x, y + 1)));
        }
    }
    let goal = corner.map(|(x, y)| format!("(free {})", name(x, y))).join(" ");
    let (objects, facts) = (objects.join(" "), facts.join(" "));
    let problem = format!(
        "(define (problem p) (:domain pebbles) (:objects {objects}) (:init {facts}) (:goal (and {goal})))"
    );
    (domain.to_owned(), problem)
}

#[test]
fn a_search_ends_with_the_proof() {
    let (domain, problem) = pebbles(8);
    let task = task::read(&domain, &problem).unwrap();
    let answer = planner::plan(&task, &Request::default(), &Limits::none(), &()).unwrap();
    assert!(matches!(answer.status, Status::Unsolvable(Some(_))), "{:?}", answer.status);
    assert!(answer.work.counts.expanded < 2000);
    let plain = Request { means: Means::plain(), ..Request::default() };
    let limits = Limits::none().with_time(std::time::Duration::from_millis(500));
    let answer = planner::plan(&task, &plain, &limits, &()).unwrap();
    assert!(matches!(answer.status, Status::Stopped(_)), "the states are many: {:?}", answer.status);
}
