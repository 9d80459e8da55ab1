//! The judge: plans, mutants of plans, and what is said of each.

use std::fs;
use std::path::Path;

use banto::limits::Limits;
use banto::plan::{self, Plan, Verdict, validate};
use banto::planner::{self, Request, Silent};
use banto::source::SourceText;
use banto::task::Task;
use banto::{pddl, task};

fn resolve(domain: &str, problem: &str) -> Task {
    let (domain, problem) = (SourceText::new("d", domain), SourceText::new("p", problem));
    let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    resolved.task.unwrap_or_else(|| panic!("{:#?}", resolved.diagnostics))
}

fn load(name: &str, problem: &str) -> Task {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: String| fs::read_to_string(root.join(path)).unwrap();
    resolve(&read(format!("domains/{name}.pddl")), &read(format!("problems/{name}/{problem}.pddl")))
}

/// "valid COST", or what is said of the plan, line by line.
fn judge(task: &Task, text: &str) -> String {
    let plan = match plan::read(task, text) {
        Ok(found) => found.plan,
        Err(error) => {
            let help = error.help.map(|help| format!("\n{help}")).unwrap_or_default();
            return format!("{}:{}: {}{help}", error.line, error.column, error.message);
        }
    };
    match validate(task, &plan) {
        Verdict::Valid { cost } => format!("valid {cost}"),
        Verdict::Invalid(fault) => {
            let mut lines = vec![fault.summary(task, &plan)];
            lines.extend(fault.reasons().iter().map(|reason| reason.text.clone()));
            lines.join("\n")
        }
    }
}

const LAMPS: &str = "(define (domain lamps)
  (:requirements :adl :derived-predicates :action-costs)
  (:types lamp room)
  (:predicates (lit ?l - lamp) (broken ?l - lamp) (in ?l - lamp ?r - room) (bright ?r - room) (off))
  (:functions (total-cost) - number (price ?l - lamp) - number)
  (:derived (bright ?r - room) (exists (?l - lamp) (and (in ?l ?r) (lit ?l))))
  (:action press :parameters (?l - lamp)
    :precondition (and (not (broken ?l)) (not (lit ?l)))
    :effect (and (lit ?l) (increase (total-cost) (price ?l))))
  (:action crash :parameters ()
    :effect (and (off) (forall (?l - lamp) (when (lit ?l) (and (not (lit ?l)) (broken ?l))))))
  (:action blink :parameters (?l - lamp)
    :precondition (lit ?l) :effect (and (not (lit ?l)) (lit ?l)))
  (:action swap :parameters (?a ?b - lamp)
    :precondition (and (not (= ?a ?b)) (or (lit ?a) (lit ?b)) (forall (?r - room) (imply (bright ?r) (off))))
    :effect (and)))";

const NIGHT: &str = "(define (problem night) (:domain lamps)
  (:objects one two - lamp hall - room)
  (:init (in one hall) (= (price one) 3) (= (total-cost) 0))
  (:goal (bright hall)) (:metric minimize (total-cost)))";

#[test]
fn each_fault_is_told_with_its_reasons() {
    let task = resolve(LAMPS, NIGHT);
    for (text, said) in [
        ("(press one)", "valid 3"),
        ("; a comment\n0: (PRESS One) [1]\n", "valid 3"),
        ("0.000: (press one) [0.001] 1: (blink one)\r\n; cost = 3 (general cost)", "valid 3"),
        ("", "the goal does not hold in the initial state\n(bright hall) is false: no rule derives it"),
        (
            "(press one) (crash)",
            "all steps can be applied, but the goal does not hold at the end\n(bright hall) is false: no rule derives it",
        ),
        (
            "(press one) (press one)",
            "step 2 (press one) cannot be applied\n(lit one) is true: added by step 1 (press one)",
        ),
        (
            "(press one) (crash) (blink one)",
            "step 3 (blink one) cannot be applied\n(lit one) is false: deleted by step 2 (crash)",
        ),
        ("(blink two)", "step 1 (blink two) cannot be applied\n(lit two) is false: it was never made true"),
        (
            "(press two)",
            "step 1 (press two) cannot be applied: its cost needs (price two), which has no value",
        ),
        ("(press hall)", "step 1 (press hall): hall is a room, but ?l takes a lamp"),
        (
            "(swap one one)",
            "step 1 (swap one one) cannot be applied\none and one are the same object\nnone of 2 alternatives holds:\n\
             (lit one) is false: it was never made true\n(lit one) is false: it was never made true",
        ),
        (
            "(press one) (swap one two)",
            "step 2 (swap one two) cannot be applied\nfor ?r = hall:\nwhat is required whenever another condition holds \
             does not hold:\n(off) is false: it was never made true\n(bright hall) is true: a rule derives it",
        ),
        ("(pres one)", "1:2: unknown action pres\ndid you mean press?"),
        ("(press on)", "1:8: unknown object on\ndid you mean one?"),
        ("(press)", "1:1: press takes 1 arguments, got 0"),
        ("(press one two)", "1:1: press takes 1 arguments, got 2"),
        ("(press one", "1:1: this step is never closed\nwrite ) at its end"),
        ("(press (one))", "1:8: a step within a step\nclose the first one"),
        ("press one)", "1:1: press is no step\na step is (NAME ARGUMENT ...)"),
        (")", "1:1: nothing is open here"),
        ("()", "1:1: an empty step\nwrite (NAME ARGUMENT ...)"),
        ("\n (press one) [1", "2:14: a duration that is never closed\nwrite ] behind it"),
    ] {
        assert_eq!(judge(&task, text), said, "{text}");
    }
}

#[test]
fn a_stated_cost_is_remembered() {
    let task = resolve(LAMPS, NIGHT);
    let found = plan::read(&task, "(press one)\n; cost = 7 (general cost)\n").unwrap();
    assert_eq!(found.cost, Some((7, 2)));
    assert_eq!(plan::read(&task, "; the cost is high\n").unwrap().cost, None);
}

/// A plan as lines, and what may be done to it.
type Mutation = (&'static str, fn(&[String]) -> Vec<String>);

const MUTATIONS: &[Mutation] = &[
    ("first dropped", |plan| plan[1..].to_vec()),
    ("last dropped", |plan| plan[..plan.len() - 1].to_vec()),
    ("middle dropped", |plan| [&plan[..plan.len() / 2], &plan[plan.len() / 2 + 1..]].concat()),
    ("first half only", |plan| plan[..plan.len() / 2].to_vec()),
    ("second half only", |plan| plan[plan.len() / 2..].to_vec()),
    ("empty", |_| Vec::new()),
    ("reversed", |plan| plan.iter().rev().cloned().collect()),
    ("rotated", |plan| [&plan[1..], &plan[..1]].concat()),
    ("first repeated", |plan| [&plan[..1], plan].concat()),
    ("last repeated", |plan| [plan, &plan[plan.len() - 1..]].concat()),
    ("all repeated", |plan| [plan, plan].concat()),
    ("first two swapped", |plan| [&plan[1..2], &plan[..1], &plan[2..]].concat()),
    ("last two swapped", |plan| {
        let end = plan.len();
        [&plan[..end - 2], &plan[end - 1..], &plan[end - 2..end - 1]].concat()
    }),
    ("an action renamed", |plan| changed(plan, |step| step.replacen('(', "(re", 1))),
    ("an unknown object", |plan| changed(plan, |step| step.replace(')', "x)"))),
    ("an argument missing", |plan| changed(plan, |step| format!("{})", &step[..step.rfind(' ').unwrap()]))),
    ("an argument too many", |plan| {
        changed(plan, |step| {
            step.replace(')', &format!("{})", &step[step.rfind(' ').unwrap()..step.len() - 1]))
        })
    }),
    ("arguments swapped", |plan| {
        changed(plan, |step| {
            let mut words: Vec<&str> = step[1..step.len() - 1].split(' ').collect();
            let last = words.len() - 1;
            words.swap(1, last);
            format!("({})", words.join(" "))
        })
    }),
    ("a parenthesis missing", |plan| changed(plan, |step| step.replace(')', ""))),
    ("cut within a step", |plan| {
        let mut cut = plan[..plan.len() - 1].to_vec();
        cut.push(plan[plan.len() - 1][..4].to_owned());
        cut
    }),
];

fn changed(plan: &[String], change: impl Fn(&str) -> String) -> Vec<String> {
    let at = plan.len() / 2;
    plan.iter()
        .enumerate()
        .map(|(index, step)| if index == at { change(step) } else { step.clone() })
        .collect()
}

#[test]
fn twenty_kinds_of_mutants_are_rejected() {
    assert_eq!(MUTATIONS.len(), 20);
    for (name, problem) in
        [("sliding-puzzle", "01-near"), ("hanoi", "02-three-discs"), ("hanoi", "03-six-discs")]
    {
        let task = load(name, problem);
        let answer = planner::plan(&task, &Request::default(), &Limits::none(), &mut Silent).unwrap();
        let plan: Plan = answer.plan.unwrap().plan;
        let lines: Vec<String> = plan.text(&task).lines().map(str::to_owned).collect();
        assert_eq!(judge(&task, &lines.join("\n")), format!("valid {}", lines.len()));
        assert_eq!(judge(&task, &lines.join("\r\n").to_uppercase()), format!("valid {}", lines.len()));
        for (kind, mutate) in MUTATIONS {
            let mutant = mutate(&lines);
            assert_ne!(mutant, lines, "{kind}");
            let said = judge(&task, &mutant.join("\n"));
            assert!(!said.starts_with("valid"), "{name}, {kind}: {said}\n{}", mutant.join("\n"));
        }
    }
}

#[test]
fn a_cost_beyond_all_numbers_is_refused() {
    let problem = NIGHT.replace("(= (price one) 3)", "(= (price one) 18446744073709551615)");
    let task = resolve(
        &LAMPS.replace("(not (lit ?l)))\n    :effect (and (lit ?l)", ")\n    :effect (and (lit ?l)"),
        &problem,
    );
    assert_eq!(judge(&task, "(press one)"), "valid 18446744073709551615");
    assert_eq!(
        judge(&task, "(press one) (press one)"),
        "step 2 (press one) makes the cost greater than 2^64"
    );
}
