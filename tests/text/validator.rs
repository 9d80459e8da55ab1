//! The validator against the oracle: random walks through random tasks, most of their steps applicable, and what each
//! says of them: the verdict, the cost, the first step that is wrong, and what last made each atom so that an
//! explanation names.

use crate::cases;
use crate::oracle;

use std::collections::HashMap;

use crate::oracle::{Oracle, State};
use banto::internals::validate_joining;
use banto::plan::{FaultKind, Plan, Reason, Step, Verdict, validate};
use banto::search::Random;
use banto::task::{self, ObjectId, Term};

/// Why the oracle rejects a plan: the step and what is wrong with it.
type Rejected = (Option<usize>, FaultKind);

/// A plan as the oracle has replayed it.
struct Replayed {
    plan: Plan,
    /// The states before each step and at the end, as far as steps could be taken.
    states: Vec<State>,
    verdict: Result<u64, Rejected>,
}

/// A random plan of at most so many steps. The walk ends at the first step that cannot be taken.
fn walk(oracle: &Oracle<'_>, random: &mut Random, most: usize) -> Replayed {
    let mut found = Replayed { plan: Plan::default(), states: vec![oracle.initial()], verdict: Ok(0) };
    let mut cost = 0;
    for index in 0..random.below_index(most + 1) {
        let state = found.states[index].clone();
        let complete = oracle.complete(&state);
        let all = |wanted: bool| {
            let mut all = Vec::new();
            for (schema, bindings) in oracle.bindings.iter().enumerate() {
                let precondition = &oracle.task.schemas[schema].precondition;
                let fits =
                    |binding: &&Vec<ObjectId>| !wanted || oracle.holds(&complete, precondition, binding);
                all.extend(bindings.iter().filter(fits).map(|binding| (schema, binding.clone())));
            }
            all
        };
        let choices = all(random.below_index(8) > 0);
        if choices.is_empty() {
            break;
        }
        let (schema, arguments) = choices[random.below_index(choices.len())].clone();
        let precondition = &oracle.task.schemas[schema].precondition;
        found.plan.steps.push(Step { schema: schema.into(), arguments: arguments.clone() });
        match oracle.apply(&state, &complete, schema, &arguments) {
            Some((next, price)) => {
                cost += price;
                found.states.push(next);
            }
            None => {
                let holds = oracle.holds(&complete, precondition, &arguments);
                let kind = if holds { FaultKind::Cost } else { FaultKind::Precondition };
                found.verdict = Err((Some(index), kind));
                return found;
            }
        }
    }
    let goal = oracle.is_goal(found.states.last().unwrap());
    found.verdict = if goal { Ok(cost) } else { Err((None, FaultKind::Goal)) };
    found
}

/// A verdict without its reasons.
fn in_short(verdict: &Verdict) -> Result<u64, Rejected> {
    match verdict {
        Verdict::Valid { cost } => Ok(*cost),
        Verdict::Invalid(fault) => Err((fault.step, fault.kind)),
    }
}

/// What an explanation says of atoms, by their names: `is false: nothing has made it true` and so on.
fn told<'a>(reasons: &'a [Reason], out: &mut Vec<(&'a str, &'a str)>) {
    for reason in reasons {
        if reason.inner.is_empty()
            && let Some((name, rest)) = reason.text.split_once(") is ")
        {
            out.push((name, rest));
        }
        told(&reason.inner, out);
    }
}

/// Holds what is told of atoms against the states.
fn check_reasons(oracle: &Oracle<'_>, found: &Replayed, reasons: &[Reason]) -> usize {
    let task = oracle.task;
    let last = found.states.last().unwrap();
    let complete = oracle.complete(last);
    let mut numbers = HashMap::new();
    for number in 0..last.len() {
        let atom = oracle.atom_of(number);
        let object = |term: &Term| match term {
            Term::Object(object) => *object,
            Term::Variable(_) => unreachable!("the oracle's atoms are ground"),
        };
        let objects: Vec<ObjectId> = atom.arguments.iter().map(object).collect();
        numbers.insert(task.show_atom(atom.predicate, &objects), (number, atom.predicate));
    }
    let mut all = Vec::new();
    told(reasons, &mut all);
    let mut checked = 0;
    for (name, rest) in all {
        let Some((number, predicate)) = numbers.get(&format!("{name})")) else { continue };
        assert_eq!(rest.starts_with("true"), complete[*number], "{name}) is {rest}");
        if task.predicate_info[predicate.index()].layer.is_some() {
            continue;
        }
        let changed = (1..found.states.len())
            .rev()
            .find(|at| found.states[*at][*number] != found.states[*at - 1][*number]);
        let wanted = match (changed, complete[*number]) {
            (None, false) => "false: nothing has made it true".to_owned(),
            (None, true) => "true from the start".to_owned(),
            (Some(at), holds) => {
                let step = &found.plan.steps[at - 1];
                let shown = task.show_step(step.schema, &step.arguments);
                let what = if holds { "true: added" } else { "false: deleted" };
                format!("{what} by step {at} {shown}")
            }
        };
        assert_eq!(rest, wanted, "of {name})");
        checked += 1;
    }
    checked
}

#[test]
fn the_judge_and_the_oracle_agree_on_random_plans() {
    let (mut valid, mut kinds, mut checked) = (0, HashMap::<&str, usize>::new(), 0);
    for seed in cases::seeds(800, 20_000) {
        let (domain, problem) = oracle::random::task(seed);
        let Ok(task) = task::read(&domain, &problem) else { continue };
        let oracle = Oracle::new(&task);
        let mut random = Random::new(seed);
        for _ in 0..6 {
            let found = walk(&oracle, &mut random, 8);
            let shown = || format!("seed {seed}\n{domain}\n{problem}\n{}", found.plan.text(&task));
            let verdict = validate(&task, &found.plan);
            for few in [0, usize::MAX] {
                let other = validate_joining(&task, &found.plan, few);
                assert_eq!(in_short(&other), in_short(&verdict), "{few}, {}", shown());
            }
            match (verdict, found.verdict) {
                (Verdict::Valid { cost }, wanted) => {
                    assert_eq!(Ok(cost), wanted, "{}", shown());
                    valid += 1;
                }
                (Verdict::Invalid(fault), wanted) => {
                    assert_eq!(Err((fault.step, fault.kind)), wanted, "{fault:?}\n{}", shown());
                    assert!(!fault.reasons.is_empty(), "{}", shown());
                    *kinds.entry(fault.kind.name()).or_default() += 1;
                    checked += check_reasons(&oracle, &found, &fault.reasons);
                }
            }
        }
    }
    cases::tell(&format!("{valid} valid plans, {kinds:?} others, {checked} reasons"));
    assert!(valid > cases::least(200), "only {valid} valid");
    for kind in ["precondition", "cost", "goal"] {
        assert!(kinds.get(kind).is_some_and(|count| *count > cases::least(5)), "{kinds:?}");
    }
    assert!(checked > cases::least(1000), "only {checked} reasons");
}

/// A disjunction of one operand beside another disjunction, inside each form that looks for values.
#[test]
fn a_disjunction_of_one_operand_takes_nothing_from_another() {
    let domain = |predicates: &str, action: &str| {
        format!(
            "(define (domain odd) (:requirements :adl) (:predicates {predicates}) (:action act {action}))"
        )
    };
    let valid = |domain: &str, init: &str, goal: &str| {
        let problem =
            format!("(define (problem odd-1) (:domain odd) (:objects a b) (:init {init}) (:goal {goal}))");
        let task = task::read(domain, &problem).expect("a sound task");
        validate(&task, &Plan { steps: vec![Step { schema: 0usize.into(), arguments: Vec::new() }] })
            .is_valid()
    };
    let either = "(and (or (z) (q)) (or (p ?y)))";
    let exists = domain("(z) (q) (r) (p ?y)", &format!(":precondition (exists (?y) {either}) :effect (r)"));
    assert!(!valid(&exists, "(p a) (p b)", "(r)"));
    assert!(valid(&exists, "(p b) (q)", "(r)"));
    let forall = domain(
        "(z) (q) (r) (p ?y)",
        ":precondition (forall (?y) (or (and (not (z)) (not (q))) (and (p ?y)))) :effect (r)",
    );
    assert!(valid(&forall, "(p a)", "(r)"));
    assert!(!valid(&forall, "(p a) (q)", "(r)"));
    let when = domain("(a) (b) (c) (q) (r)", ":effect (and (r) (when (and (or (a) (b)) (or (c))) (q)))");
    assert!(!valid(&when, "(c)", "(q)"));
    assert!(valid(&when, "(c)", "(and (r) (not (q)))"));
    assert!(valid(&when, "(b) (c)", "(q)"));
}
