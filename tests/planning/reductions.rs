//! Reductions, compared with an enumeration of all states of tiny random tasks, and tried on tasks whose answer is
//! known: proofs that there is no plan, symmetry, stubborn sets.
//!
//! `BANTO_LONG=1 cargo test --release --test planning reductions` looks at more of them; `BANTO_SEED=17` at one.

#![allow(clippy::print_stderr)] // what was looked at is said

use crate::cases;
use crate::oracle;
use crate::places;
use crate::slow;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::oracle::{Answer, Oracle, random};
use banto::ground::ground;
use banto::heuristics::heuristic_named;
use banto::internals::deadends::{Proof, disproof};
use banto::internals::symmetry::{Canonical, Classes, Fold};
use banto::internals::transport::Network;
use banto::limits::{Limits, Stop};
use banto::planner::{self, Quality, Reductions, Request, Status};
use banto::search::Random;
use banto::search::{Algorithm, Space};
use banto::strips::{CostKind, TaskSpace, VarId};
use banto::{strips, task};

fn grounded(task: &task::Task) -> Option<strips::Task> {
    ground(task, &Limits::none(), &mut |_| {}).unwrap().task
}

fn seeds() -> std::ops::Range<u64> {
    cases::seeds(400, 10_000)
}

/// Each reduction alone, and all together as the presets have them.
fn each_reduction() -> [Reductions; 4] {
    let none = Reductions::plain().at_once(true);
    [none.dead_ends(true), none.symmetry(true), none.stubborn(true), Reductions::default().at_once(true)]
}

#[test]
fn random_tasks_have_the_same_outcome_and_cost_with_every_reduction() {
    for (seed, task, answer) in oracle::answered(seeds()) {
        for reductions in each_reduction() {
            for quality in [Quality::Optimal, Quality::First] {
                let request = Request::default().quality(quality).reductions(reductions);
                let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
                answer.check(quality, &found, &format!("seed {seed} {quality:?} {reductions:?}"));
            }
        }
    }
}

/// What is optimal, and what is unsolvable, does not depend on the number of threads, nor on how late packets come.
/// Every other task is searched in the plain space, where more is to be done.
/// Two ways to a goal, both through interchangeable things: first to one that a symmetric one was kept for, later and
/// cheaper to the one that was dropped. A counter, up to 2 to the power of `bits`, is passed between the two.
fn late_shortcut(bits: usize) -> (String, String) {
    let list = |count: usize, text: fn(usize) -> String| (0..count).map(text).collect::<Vec<_>>().concat();
    let set = |count| list(count, |bit| format!(" (b{bit})"));
    let clear = |count| list(count, |bit| format!(" (not (b{bit}))"));
    let (zero, flags) = (clear(bits), set(bits));
    let mut actions = String::new();
    let mut act = |name: &str, condition: &str, effect: &str, cost: usize| {
        let effect = format!("(and {effect} (increase (total-cost) {cost}))");
        writeln!(actions, "(:action {name} :precondition (and {condition}) :effect {effect})").unwrap();
    };
    for bit in 0..bits {
        let (below, cleared) = (set(bit), clear(bit));
        act(
            &format!("count{bit}"),
            &format!("(idle) (not (b{bit})){below}"),
            &format!("(b{bit}){cleared}"),
            1,
        );
    }
    let much = 4 << bits;
    let go = |effect: &str| format!("(not (idle)) {effect}");
    act("direct :parameters (?x)", &format!("(idle){zero}"), &go("(done ?x)"), 2 * much);
    act("prepare :parameters (?x ?y)", &format!("(idle) (not (= ?x ?y)){zero}"), &go("(half ?y)"), much);
    act("finish :parameters (?y)", "(half ?y)", "(not (half ?y)) (done ?y)", 1);
    act("win :parameters (?x)", "(done ?x)", "(not (done ?x)) (won)", 3 * much);
    let domain = format!(
        "(define (domain shortcut) (:requirements :adl :action-costs)\n\
         (:predicates (idle) (half ?x) (done ?x) (won){flags}) (:functions (total-cost))\n{actions})"
    );
    let problem = "(define (problem p) (:domain shortcut) (:objects a b) (:init (idle)) (:goal (won)) \
                   (:metric minimize (total-cost)))";
    (domain, problem.to_owned())
}

#[test]
fn a_state_dropped_for_a_symmetric_one_comes_back_on_a_cheaper_path() {
    let symmetry = Reductions::plain().symmetry(true).at_once(true);
    let searches = [Algorithm::Astar, Algorithm::Wastar, Algorithm::UniformCost];
    let blind = heuristic_named("blind").unwrap();
    // With many states that are symmetric to none, symmetry is given up before the cheaper path is found.
    for bits in [0, 11] {
        let (domain, problem) = late_shortcut(bits);
        let task = task::read(&domain, &problem).unwrap();
        let mut symmetric = 0;
        for algorithm in searches {
            for reductions in [Reductions::plain(), symmetry] {
                let heuristics =
                    if algorithm == Algorithm::UniformCost { Vec::new() } else { vec![blind.clone()] };
                let is_weighted = algorithm == Algorithm::Wastar;
                let weight = is_weighted.then_some(1);
                let request = Request::default()
                    .quality(if is_weighted { Quality::First } else { Quality::Optimal })
                    .algorithm(algorithm)
                    .heuristics(heuristics)
                    .weight(weight)
                    .reductions(reductions);
                let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
                let what = format!("{bits} bits, {algorithm:?} {reductions:?}");
                let cost = (4 << bits) * 4 + 1;
                assert_eq!(found.plan.as_ref().map(|plan| plan.cost), Some(cost), "{what}");
                assert_eq!(found.status, Status::Solved { optimal: true }, "{what}");
                symmetric += found.pruned.symmetric;
            }
        }
        assert!(symmetric > 0, "{bits} bits");
    }
}

#[test]
fn random_tasks_have_the_same_outcome_and_cost_in_several_threads() {
    for (seed, task, answer) in oracle::answered(cases::seeds(60, 2000)) {
        let threads = 2 + usize::try_from(seed % 6).unwrap();
        let reductions = if seed % 2 == 0 { Reductions::default() } else { Reductions::plain() };
        let slow: Arc<dyn Network> = Arc::new(slow::SlowNetwork { processes: None, seed });
        for (quality, algorithm, network) in [
            (Quality::Optimal, None, None),
            (Quality::Optimal, None, Some(&slow)),
            (Quality::Optimal, Some(Algorithm::UniformCost), Some(&slow)),
            (Quality::First, Some(Algorithm::Wastar), Some(&slow)),
            (Quality::First, Some(Algorithm::Gbfs), None),
            (Quality::First, None, None),
        ] {
            let network = network.cloned();
            let request = Request::default()
                .quality(quality)
                .algorithm(algorithm)
                .threads(threads)
                .reductions(reductions)
                .network(network);
            let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            answer.check(
                quality,
                &found,
                &format!("seed {seed}, {threads} threads, {quality:?} {algorithm:?}"),
            );
        }
    }
}

/// The states of a ground task, if they are few, and which of them are goals.
struct Explored {
    states: Vec<Vec<u64>>,
    goals: Vec<bool>,
}

fn explore(space: &TaskSpace<'_, u64>, most: usize) -> Option<Explored> {
    let mut start = vec![0; space.words()];
    space.initial(&mut start);
    let mut known = BTreeSet::from([start.clone()]);
    let (mut states, mut expanded) = (vec![start], 0);
    let mut scratch = space.scratch();
    while expanded < states.len() {
        space.expand(&mut scratch, &states[expanded].clone(), &mut |_, _, row| {
            if known.insert(row.to_vec()) {
                states.push(row.to_vec());
            }
        });
        expanded += 1;
        if states.len() > most {
            return None;
        }
    }
    let goals = states.iter().map(|state| space.is_goal(state)).collect();
    Some(Explored { states, goals })
}

/// Tiny random tasks, and the smallest two problems of each domain.
fn tiny_tasks() -> Vec<(String, strips::Task)> {
    let texts = seeds().map(|seed| (format!("seed {seed}"), random::task(seed)));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).unwrap();
    let own = places::files(&places::root().join("domains"), "pddl").into_iter().flat_map(|domain| {
        let folder = places::root().join("problems").join(domain.file_stem().unwrap());
        let problems = places::files(&folder, "pddl").into_iter().take(2);
        problems
            .map(|problem| (problem.display().to_string(), (read(&domain), read(&problem))))
            .collect::<Vec<_>>()
    });
    let ground = |(name, (domain, problem)): (String, (String, String))| {
        let task = task::read(&domain, &problem).unwrap_or_else(|_| panic!("{name}"));
        Some((name, grounded(&task)?))
    };
    texts.chain(own).filter_map(ground).collect()
}

#[test]
fn a_canonical_form_has_the_steps_of_its_state() {
    let mut used = 0;
    for (name, task) in tiny_tasks() {
        let Some(classes) = Classes::within(&task, 1 << 24, &Limits::none()).unwrap() else { continue };
        let space = TaskSpace::<u64>::new(&task, CostKind::Real).unwrap();
        let Some(explored) = explore(&space, 1000) else { continue };
        let mut canonical = Canonical::new(&task, classes);
        let mut form = |state: &[u64]| {
            let mut row = state.to_vec();
            canonical.apply(&mut row);
            row
        };
        // Where classes name each other, forms of one orbit may differ: those of successors are compared by turns of
        // sorting.
        let mut scratch = space.scratch();
        let mut after = |state: &[u64], form: &mut dyn FnMut(&[u64]) -> Vec<u64>| {
            let mut found = BTreeSet::new();
            space.expand(&mut scratch, state, &mut |_, cost, row| {
                found.insert((cost, form(row)));
            });
            found
        };
        for (state, goal) in explored.states.iter().zip(&explored.goals) {
            let row = form(state);
            used += u32::from(row != *state);
            assert_eq!(space.is_goal(&row), *goal, "{name}");
            let (one, other) = (after(state, &mut form), after(&row, &mut form));
            assert_eq!(one.len(), other.len(), "{name}");
            assert_eq!(one, other, "{name}");
        }
    }
    assert!(used > 0);
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer =
        |order: Vec<usize>| (0..count).map(move |at| [&order[..at], &[count - 1], &order[at..]].concat());
    orders(count - 1).into_iter().flat_map(longer).collect()
}

#[test]
fn states_have_one_form_exactly_where_some_order_of_objects_makes_them_equal() {
    let domain = std::fs::read_to_string(places::root().join("domains/gripper.pddl")).unwrap();
    let problem = "(define (problem p) (:domain gripper) (:objects hall kitchen - room b1 b2 b3 - ball left right - gripper)
        (:init (robot-in hall) (lies-in b1 hall) (lies-in b2 kitchen) (lies-in b3 hall) (free left) (free right))
        (:goal (and (lies-in b1 kitchen) (lies-in b2 kitchen) (lies-in b3 kitchen))))";
    let task = task::read(&domain, problem).unwrap_or_else(|_| panic!("{domain}"));
    let ground_task = grounded(&task).unwrap();
    let classes = Classes::within(&ground_task, 1 << 24, &Limits::none()).unwrap().expect("balls are alike");
    let mut canonical = Canonical::new(&ground_task, classes);
    let space = TaskSpace::<u64>::new(&ground_task, CostKind::Real).unwrap();
    let explored = explore(&space, 5000).unwrap();
    let facts = |state: &[u64]| -> BTreeSet<String> {
        let variables = 0..ground_task.variables().len();
        let held = variables.map(|variable| ground_task.packing().get(state, VarId::from(variable)));
        held.map(|fact| ground_task.show_fact(&task, fact)).filter(|name| name.starts_with('(')).collect()
    };
    let turned = |names: &BTreeSet<String>, balls: &[usize], hands: &[usize]| -> BTreeSet<String> {
        let turn = |word: &str| match word {
            "b1" | "b2" | "b3" => format!("b{}", balls[word[1..].parse::<usize>().unwrap() - 1] + 1),
            "left" => ["left", "right"][hands[0]].to_owned(),
            "right" => ["left", "right"][hands[1]].to_owned(),
            other => other.to_owned(),
        };
        let one =
            |name: &String| name.trim_matches(['(', ')']).split(' ').map(turn).collect::<Vec<_>>().join(" ");
        names.iter().map(one).collect()
    };
    let mut forms: BTreeMap<Vec<u64>, BTreeSet<String>> = BTreeMap::new();
    let mut orbits: BTreeMap<BTreeSet<String>, Vec<u64>> = BTreeMap::new();
    for state in &explored.states {
        let mut form = state.clone();
        canonical.apply(&mut form);
        let names = facts(state);
        let hands = orders(2);
        let all =
            orders(3).into_iter().flat_map(|balls| hands.iter().map(move |hands| (balls.clone(), hands)));
        let least = all.map(|(balls, hands)| turned(&names, &balls, hands)).min().unwrap();
        assert_eq!(forms.entry(form.clone()).or_insert_with(|| least.clone()), &least);
        assert_eq!(orbits.entry(least).or_insert_with(|| form.clone()), &form);
    }
    assert!(forms.len() * 4 < explored.states.len(), "{} of {}", forms.len(), explored.states.len());
}

#[test]
fn random_tasks_with_a_proof_have_no_plan() {
    let seeds = seeds();
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
            assert!(!matches!(answer, Answer::Cost(_)), "seed {seed}: {reason:?}\n{domain}\n{problem}");
        }
    }
    eprintln!("{proven} of {unsolvable} unsolvable tasks are proven so");
    assert!(total < 400 || proven > 0);
}

/// A cart that brings two things over roads of several lengths, and has so much fuel. In every other task some roads
/// take more of it now and then, or it is poured away; in some of these it has to light a flare with the last of it.
pub(crate) fn carts(seed: u64) -> (String, String) {
    let domain = "(define (domain carts)
        (:predicates (at ?p) (road ?a ?b ?l) (less ?f ?l ?g) (fuel ?f) (lies ?t ?p) (on ?t) (lower ?f ?g)
            (spark ?f ?g) (lit ?p))
        (:action drive :parameters (?a ?b ?l ?f ?g)
         :precondition (and (at ?a) (road ?a ?b ?l) (fuel ?f) (less ?f ?l ?g))
         :effect (and (not (at ?a)) (at ?b) (not (fuel ?f)) (fuel ?g)))
        (:action pour :parameters (?f ?g) :precondition (and (fuel ?f) (lower ?f ?g))
         :effect (and (not (fuel ?f)) (fuel ?g)))
        (:action flare :parameters (?p ?f ?g) :precondition (and (at ?p) (fuel ?f) (spark ?f ?g))
         :effect (and (lit ?p) (not (fuel ?f)) (fuel ?g)))
        (:action load :parameters (?t ?p) :precondition (and (at ?p) (lies ?t ?p))
         :effect (and (not (lies ?t ?p)) (on ?t)))
        (:action unload :parameters (?t ?p) :precondition (and (at ?p) (on ?t))
         :effect (and (not (on ?t)) (lies ?t ?p))))";
    let mut random = Random::new(seed);
    let mut below = |end: u32| random.below(end);
    let (places, lengths, is_even) = (4, 4, seed.is_multiple_of(2));
    let has_flare = seed % 4 == 1;
    let floor = u32::from(has_flare);
    let tank = 4 + below(12);
    let mut facts = vec![format!("(at p{})", below(places)), format!("(fuel f{tank})")];
    for end in 1..places {
        // A tree of roads, and some more of them.
        for start in [below(end), below(end)] {
            let length = 1 + below(lengths);
            facts.push(format!("(road p{start} p{end} l{length}) (road p{end} p{start} l{length})"));
        }
    }
    for (from, length) in
        (floor + 1..=tank).flat_map(|from| (1..=lengths.min(from - floor)).map(move |length| (from, length)))
    {
        facts.push(format!("(less f{from} l{length} f{})", from - length));
        if !is_even && below(3) == 0 {
            facts.push(format!("(less f{from} l{length} f{})", below(from).max(floor)));
        }
        if !is_even && below(9) == 0 {
            facts.push(format!("(lower f{from} f{})", below(from).max(floor)));
        }
    }
    let mut goals = vec![format!("(at p{})", below(places))];
    if has_flare {
        facts.push(format!("(spark f{} f0)", 1 + below(2)));
        goals.push(format!("(lit p{})", below(places)));
    }
    for thing in ["a", "b"] {
        facts.push(format!("(lies {thing} p{})", below(places)));
        goals.push(format!("(lies {thing} p{})", below(places)));
    }
    let names = |letter: char, count: u32| (0..count).map(move |number| format!("{letter}{number}"));
    let objects: Vec<String> =
        names('p', places).chain(names('l', lengths + 1)).chain(names('f', tank + 1)).collect();
    let problem = format!(
        "(define (problem p) (:domain carts) (:objects {} a b) (:init {}) (:goal (and {})))",
        objects.join(" "),
        facts.join(" "),
        goals.join(" ")
    );
    (domain.to_owned(), problem)
}

#[test]
fn a_resource_that_is_said_not_to_last_does_not() {
    // Where levels are even, the search is exact but for rounding.
    let (mut by_resources, mut even, mut missed) = (0, 0, 0);
    for seed in cases::seeds(200, 5000) {
        let (domain, problem) = carts(seed);
        let task = task::read(&domain, &problem).unwrap_or_else(|_| panic!("seed {seed}"));
        let Some(ground_task) = grounded(&task) else { continue };
        let space = TaskSpace::<u64>::new(&ground_task, CostKind::Real).unwrap();
        let explored = explore(&space, 100_000).expect("few states");
        let is_solvable = explored.goals.contains(&true);
        let reason = disproof(&ground_task, 1 << 24, &Limits::none());
        assert!(!is_solvable || reason.is_none(), "seed {seed}: {reason:?}\n{problem}");
        if !is_solvable && seed % 2 == 0 {
            even += 1;
            missed += u32::from(reason.is_none());
        }
        by_resources += u32::from(matches!(reason, Some(Proof::Resources(_))));
    }
    eprintln!("resources prove {by_resources}; with even levels, {missed} of {even} are missed");
    assert!(
        by_resources > 0 && (missed * 10 <= even || !cases::is_whole()),
        "{by_resources}, {missed} of {even}"
    );
}

/// Two resources, a place and flags, with actions at random: some take of both resources, fall by any amount or only
/// ask for a value, move for nothing, set and unset flags, under conditions too. Some are the same for all values.
fn supplies(seed: u64) -> (String, String) {
    let mut random = Random::new(seed);
    let mut below = |end: usize| random.below_index(end);
    let sizes = [3 + below(5), 2 + below(4)];
    let (places, flags) = (2 + below(3), 3);
    let mut actions = Vec::new();
    for _ in 0..4 + below(6) {
        let (mut needs, mut gives) = (Vec::new(), Vec::new());
        if below(2) == 0 {
            let (from, to) = (below(places), below(places));
            needs.push(format!("(at p{from})"));
            gives.push(format!("(not (at p{from})) (at p{to})"));
        }
        for flag in 0..flags {
            let fact = format!("(flag g{flag})");
            let other = format!("(flag g{})", below(flags));
            match below(10) {
                0 => needs.push(fact),
                1 => needs.push(format!("(not {fact})")),
                2 | 3 => gives.push(fact),
                4 => gives.push(format!("(not {fact})")),
                5 => gives.push(format!("(when {other} {fact})")),
                6 => gives.push(format!("(when {other} (not {fact}))")),
                _ => {}
            }
        }
        let mut variants = vec![(needs, gives)];
        for (name, size) in ["a", "b"].into_iter().zip(sizes) {
            let (kind, by) = (below(5), 1 + below(2));
            let from = 1 + below(size - 1);
            let falls: Vec<(usize, usize)> = match kind {
                0 => (by..size).map(|from| (from, from - by)).collect(),
                1 => vec![(from, below(from))],
                2 => vec![(from, from)],
                _ => continue,
            };
            let with = |(from, to): &(usize, usize), (needs, gives): &(Vec<String>, Vec<String>)| {
                let change = format!("(not (has {name}{from})) (has {name}{to})");
                let need = format!("(has {name}{from})");
                let change = if from == to { String::new() } else { change };
                ([&needs[..], &[need]].concat(), [&gives[..], &[change]].concat())
            };
            variants =
                falls.iter().flat_map(|fall| variants.iter().map(move |one| with(fall, one))).collect();
        }
        actions.extend(variants);
    }
    let mut domain =
        "(define (domain supplies) (:requirements :adl) (:predicates (at ?p) (has ?v) (flag ?g))".to_owned();
    let names = |name: &str, count: usize| {
        (0..count).map(|value| format!(" {name}{value}")).collect::<Vec<_>>().concat()
    };
    let values = names("a", sizes[0]) + &names("b", sizes[1]);
    let _ = write!(domain, " (:constants{values}{}{})", names("p", places), names("g", flags));
    for (number, (needs, gives)) in actions.iter().enumerate() {
        let (needs, gives) = (needs.join(" "), gives.join(" "));
        let _ = write!(
            domain,
            "\n(:action do{number} :parameters () :precondition (and {needs}) :effect (and {gives}))"
        );
    }
    let mut goals = vec![format!("(at p{})", below(places))];
    goals.extend((0..flags).filter(|_| below(2) == 0).map(|flag| format!("(flag g{flag})")));
    if below(4) == 0 {
        goals.push(format!("(has a{})", below(sizes[0])));
    }
    let start =
        [format!("(has a{})", sizes[0] - 1), format!("(has b{})", sizes[1] - 1), "(at p0)".to_owned()];
    let problem = format!(
        "(define (problem p) (:domain supplies) (:init {}) (:goal (and {})))",
        start.join(" "),
        goals.join(" ")
    );
    (domain + ")", problem)
}

#[test]
fn no_resource_is_called_too_little_that_is_enough() {
    let (mut solvable, mut proven) = (0, 0);
    for seed in cases::seeds(500, 100_000) {
        let (domain, problem) = supplies(seed);
        let task = task::read(&domain, &problem).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let Some(ground_task) = grounded(&task) else { continue };
        let space = TaskSpace::<u64>::new(&ground_task, CostKind::Real).unwrap();
        let is_solvable = explore(&space, 100_000).expect("few states").goals.contains(&true);
        let reason = disproof(&ground_task, 1 << 24, &Limits::none());
        assert!(!is_solvable || reason.is_none(), "seed {seed}: {reason:?}\n{domain}\n{problem}");
        solvable += u32::from(is_solvable);
        proven += u32::from(reason.is_some());
    }
    eprintln!("{solvable} have a plan; {proven} are proven to have none");
    assert!(solvable > 0 && proven > 0, "{solvable} {proven}");
}

/// Pegs on a line of so many holes that jump over each other; the first `pegs` holes are full, and the hole `goal` is
/// to be.
pub(crate) fn pegs(holes: usize, pegs: usize, goal: usize) -> (String, String) {
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

/// Pebbles in a corner of a square: one that is taken away leaves one above and one to the right. The corner is to be
/// free.
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
    let is_proven = matches!(answer.status, Status::Unsolvable(planner::Proof::Abstraction(_)));
    assert!(is_proven, "{:?}", answer.status);
    assert!(answer.work.counts.expanded < 2000);
    let plain = Request::default().reductions(Reductions::plain());
    let limits = Limits::none().with_time(std::time::Duration::from_millis(500));
    let answer = planner::plan(&task, &plain, &limits, &()).unwrap();
    assert!(matches!(answer.status, Status::Stopped(_)), "the states are many: {:?}", answer.status);
}

/// Tokens on a random graph, which a cart takes from place to place, one on a place; some places mark the token that
/// comes there, and off the graph a token is lost. All are to be marked.
fn tokens(seed: u64, fault: &str) -> (String, String) {
    let mut random = Random::new(seed);
    let places = 3 + random.below_index(3);
    let tokens = 2 + random.below_index(2);
    // Who is told apart, and where two may meet, cannot be folded.
    let asked = if fault == "named" { "(light ?t)" } else { "" };
    let guard = if fault == "meeting" { "" } else { "(clear ?to)" };
    let domain = format!(
        "(define (domain tokens) (:requirements :typing :action-costs) (:types token place)
        (:predicates (at ?t - token ?p - place) (cart ?p - place) (clear ?p - place) (way ?a ?b - place)
            (pit ?p - place) (good ?p - place) (bad ?p - place) (marked ?t - token) (light ?t - token))
        (:functions (total-cost) - number)
        (:action walk :parameters (?a ?b - place) :precondition (and (cart ?a) (way ?a ?b))
         :effect (and (not (cart ?a)) (cart ?b)))
        (:action mark :parameters (?t - token ?from ?to - place)
         :precondition (and (at ?t ?from) (cart ?from) {guard} (way ?from ?to) (good ?to))
         :effect (and (not (at ?t ?from)) (at ?t ?to) (clear ?from) (not (clear ?to)) (marked ?t)
            (increase (total-cost) 2)))
        (:action move :parameters (?t - token ?from ?to - place)
         :precondition (and (at ?t ?from) (cart ?from) {guard} (way ?from ?to) (bad ?to) {asked})
         :effect (and (not (at ?t ?from)) (at ?t ?to) (clear ?from) (not (clear ?to)) (not (marked ?t))
            (increase (total-cost) 1)))
        (:action drop :parameters (?t - token ?from - place)
         :precondition (and (at ?t ?from) (cart ?from) (pit ?from))
         :effect (and (not (at ?t ?from)) (clear ?from) (not (marked ?t)) (increase (total-cost) 1))))"
    );
    let mut facts = vec!["(cart p0) (light t0)".to_owned()];
    let good: Vec<bool> = (0..places).map(|place| place < tokens || random.below_index(4) == 0).collect();
    let shift = random.below_index(places);
    for (place, &is_good) in good.iter().enumerate() {
        let kind = if is_good { "good" } else { "bad" };
        facts.push(format!("({kind} p{place})"));
        let token = (place + places - shift) % places;
        if token < tokens {
            facts.push(format!("(at t{token} p{place})"));
            facts.extend(is_good.then(|| format!("(marked t{token})")));
        } else {
            facts.push(format!("(clear p{place})"));
        }
        facts.extend((random.below_index(4) == 0).then(|| format!("(pit p{place})")));
        for other in 0..places {
            if other + 1 == place || place + 1 == other || random.below_index(4) == 0 {
                facts.push(format!("(way p{place} p{other})"));
            }
        }
    }
    let listed =
        |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(" ");
    let goal = listed(tokens, &|token| format!("(marked t{token})"));
    let problem = format!(
        "(define (problem p) (:domain tokens) (:objects {} - token {} - place) (:init {}) (:goal (and {goal}))
        (:metric minimize (total-cost)))",
        listed(tokens, &|token| format!("t{token}")),
        listed(places, &|place| format!("p{place}")),
        facts.join(" ")
    );
    (domain, problem)
}

#[test]
fn tokens_that_are_alike_are_folded_and_all_plans_stay() {
    let (mut folded, mut solved, mut fewer, mut alike) = (0, 0, 0, 0);
    for seed in cases::seeds(150, 3000) {
        let (domain, problem) = tokens(seed, "");
        let task = task::read(&domain, &problem).unwrap_or_else(|_| panic!("{domain}{problem}"));
        let Some(ground_task) = grounded(&task) else { continue };
        let states = |task: &strips::Task| {
            let space = TaskSpace::<u64>::new(task, CostKind::Real).unwrap();
            explore(&space, 20_000).expect("it is small").states
        };
        if let Some(fold) = Fold::find(&ground_task, &Limits::none()).unwrap() {
            folded += 1;
            let (all, without_names) = (states(&ground_task), states(&fold.task).len());
            assert!(without_names <= all.len(), "seed {seed}");
            fewer += usize::from(without_names < all.len());
            // Where the same objects can change places, one state is left of each orbit, or none if a token is lost.
            let classes = Classes::within(&ground_task, u64::MAX, &Limits::none()).unwrap();
            if let Some(classes) =
                classes.filter(|classes| classes.objects().map(<[_]>::len).eq([fold.objects]))
            {
                let mut canonical = Canonical::new(&ground_task, classes);
                let mut forms = all.clone();
                forms.iter_mut().for_each(|state| canonical.apply(state));
                assert!(without_names <= forms.iter().collect::<BTreeSet<_>>().len(), "seed {seed}");
                alike += 1;
            }
        }
        let answer = |symmetry: bool, quality: Quality| {
            let reductions = Reductions::plain().fold(symmetry).symmetry(symmetry);
            let request = Request::default().quality(quality).reductions(reductions);
            let answer = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            answer.plan.map(|plan| plan.cost)
        };
        let (least, other) = (answer(true, Quality::Optimal), answer(false, Quality::Optimal));
        assert_eq!(least, other, "seed {seed}");
        assert_eq!(answer(true, Quality::First).is_some(), least.is_some(), "seed {seed}");
        solved += usize::from(least.is_some());
    }
    eprintln!("{folded} folded, {fewer} of them with fewer states, {alike} by orbits; {solved} solved");
    assert!(
        folded > cases::least(20)
            && fewer > cases::least(10)
            && alike > cases::least(10)
            && solved > cases::least(20)
    );
}

#[test]
fn what_is_told_apart_or_meets_keeps_its_names() {
    for fault in ["named", "meeting"] {
        let mut kept = 0;
        for seed in cases::seeds(50, 500) {
            let (domain, problem) = tokens(seed, fault);
            let task = task::read(&domain, &problem).unwrap();
            let Some(ground_task) = grounded(&task) else { continue };
            let Some(fold) = Fold::find(&ground_task, &Limits::none()).unwrap() else {
                kept += 1;
                continue;
            };
            // Where the fault is out of reach it does no harm: the states are those of the orbits.
            let costs = [true, false].map(|symmetry| {
                let reductions = Reductions::plain().fold(symmetry).symmetry(symmetry);
                let request = Request::default().quality(Quality::Optimal).reductions(reductions);
                planner::plan(&task, &request, &Limits::none(), &()).unwrap().plan.map(|plan| plan.cost)
            });
            assert_eq!(costs[0], costs[1], "{fault}, seed {seed}, {} objects", fold.objects);
        }
        eprintln!("{kept} of {fault} keep their names");
        assert!(kept > cases::least(20), "{kept} of {fault}");
    }
}

/// The search for objects without names ends when it is told to, also where it would find nothing.
#[test]
fn folding_asks_the_limits() {
    let (domain, problem) = tokens(3000, "named");
    let task = task::read(&domain, &problem).unwrap();
    let ground_task = grounded(&task).unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = Fold::find(&ground_task, &Limits::none().with_cancel_flag(flag));
    assert_eq!(stopped.err(), Some(Stop::Canceled));
}
