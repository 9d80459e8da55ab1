//! Claims that are proven for a checker that others have written: on random tasks, each claim of the oracle has a
//! proof, and wrong claims have none.

use std::collections::BTreeSet;
use std::io::{BufRead, Cursor};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use banto::ground::ground;
use banto::heuristics::HEURISTICS;
use banto::internals::deadends::{self, disproof};
use banto::internals::proofs::{Cuts, Proof, ProofError, accepts, claim_of};
use banto::limits::Limits;
use banto::planner::{self, Quality, Reductions, Request, Status};
use banto::search::search_named;
use banto::task::Task;

use crate::cases;
use crate::oracle::{self, Answer, Oracle};
use crate::reductions;

/// VeriPB, if it is installed.
fn checker() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&folders).map(|folder| folder.join("veripb"));
    let own = std::env::var_os("BANTO_VERIPB").map(PathBuf::from);
    own.into_iter().chain(places).find(|place| place.is_file())
}

/// What VeriPB says of two texts, and whether that is a verdict.
fn checked(checker: &Path, folder: &Path, texts: &[Vec<u8>; 2]) -> (bool, String) {
    let paths = ["proof.opb", "proof.pbp"].map(|name| folder.join(name));
    for (path, text) in paths.iter().zip(texts) {
        std::fs::write(path, text).unwrap();
    }
    let output = Command::new(checker).args(&paths).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success() && accepts(&said), said)
}

fn proven(task: &Task, bound: Option<u64>, cuts: Cuts) -> Result<[Vec<u8>; 2], ProofError> {
    let limits = Limits::none();
    let mut proof = Proof::find(task, bound, cuts, &limits, &|_| {})?;
    let mut texts = [Vec::new(), Vec::new()];
    proof.write_formula(&limits, &mut texts[0])?;
    proof.write_proof(&limits, &mut texts[1])?;
    Ok(texts)
}

fn claim(task: &Task, formula: &[u8]) -> Result<Option<u64>, String> {
    let mut open = || Ok(Box::new(Cursor::new(formula.to_vec())) as Box<dyn BufRead>);
    claim_of(task, &mut open, &Limits::none()).unwrap()
}

/// Random tasks with what the oracle says of all their plans; few of them unless all are asked for.
fn claims() -> impl Iterator<Item = (u64, Task, Option<u64>)> {
    let few = if cases::is_whole() { usize::MAX } else { 24 };
    let answered =
        oracle::answered(cases::seeds(2_800, 20_000)).filter(|(_, task, _)| task.axioms.is_empty());
    answered.take(few).map(|(seed, task, answer)| {
        let bound = if let Answer::Cost(cost) = answer { Some(cost) } else { None };
        (seed, task, bound)
    })
}

#[test]
fn every_claim_of_the_oracle_is_proven_and_accepted() {
    let checker = checker();
    if checker.is_none() {
        cases::tell("skipped: VeriPB is not installed, so proofs are written and not checked");
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut unsolvable, mut optimal) = (0, 0);
    for (seed, task, bound) in claims() {
        for cuts in [Cuts::Blind, Cuts::Hmax, Cuts::LmCut] {
            let texts = proven(&task, bound, cuts).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            assert_eq!(claim(&task, &texts[0]), Ok(bound), "seed {seed}");
            if let Some(checker) = &checker {
                let (is_accepted, said) = checked(checker, folder.path(), &texts);
                assert!(is_accepted, "seed {seed}, {cuts:?}: {said}");
            }
        }
        *if bound.is_some() { &mut optimal } else { &mut unsolvable } += 1;
        // A claim that is too strong is refused by the search already.
        if let Some(bound) = bound {
            for wrong in [Some(bound + 1), None] {
                let refused = proven(&task, wrong, Cuts::LmCut).map(|_| ());
                assert!(
                    matches!(refused, Err(ProofError::Refuted(cost)) if cost == bound || wrong.is_none())
                );
            }
        }
    }
    cases::tell(&format!("{optimal} cheapest plans, {unsolvable} tasks without plans"));
    assert!(optimal + unsolvable >= 10);
}

/// The methods that claim that a task has no plan. What knows no dead ends exhausts the states.
fn claimants(task: &Task) -> BTreeSet<&'static str> {
    let limits = Limits::none();
    let Some(ground_task) = ground(task, &limits, &mut |_| {}).unwrap().task else {
        return BTreeSet::from(["reachability"]);
    };
    let name = |proof: &deadends::Proof| match proof {
        deadends::Proof::Potentials => "potentials",
        deadends::Proof::Mutex(_) => "pairs",
        deadends::Proof::Resources(_) => "resources",
    };
    let mut names: BTreeSet<&str> = disproof(&ground_task, 1 << 24, &limits).iter().map(name).collect();
    let plain = Request::default().reductions(Reductions::plain());
    let said = |request: &Request| planner::plan(task, request, &limits, &()).unwrap();
    if let Status::Unsolvable(planner::Proof::Mutex(_)) = said(&plain.clone().h2(true)).status {
        names.insert("h2");
    }
    for row in HEURISTICS {
        let algorithm = search_named("gbfs").unwrap().algorithm;
        let answer = said(&plain.clone().algorithm(algorithm).heuristics(vec![row.clone()]));
        let claims = answer.work.counts.dead_ends > 0 || ["blind", "goalcount"].contains(&&*row.name);
        names.extend(Some(&*row.name).filter(|_| claims && matches!(answer.status, Status::Unsolvable(_))));
    }
    names
}

#[test]
fn each_method_that_claims_dead_ends_has_a_certified_case() {
    let checker = checker();
    let folder = tempfile::tempdir().unwrap();
    let methods = ["reachability", "potentials", "pairs", "resources", "h2"];
    let mut open: BTreeSet<&str> =
        methods.into_iter().chain(HEURISTICS.iter().map(|row| &*row.name)).collect();
    let read = |(domain, problem): (String, String)| banto::task::read(&domain, &problem).unwrap();
    let random = oracle::answered(0..20_000).filter(|(_, task, _)| task.axioms.is_empty());
    let random = random.filter(|(_, _, answer)| *answer == Answer::Unsolvable).map(|(_, task, _)| task);
    let own = (0..20).map(|seed| read(reductions::carts(seed)));
    for task in [read(reductions::pegs(5, 3, 4))].into_iter().chain(own).chain(random) {
        let claimants: BTreeSet<&str> = claimants(&task).intersection(&open).copied().collect();
        if !claimants.is_empty() {
            let texts =
                proven(&task, None, Cuts::LmCut).unwrap_or_else(|error| panic!("{claimants:?}: {error}"));
            let accepted = checker.as_ref().map(|checker| checked(checker, folder.path(), &texts));
            assert!(
                accepted.as_ref().is_none_or(|(is_accepted, _)| *is_accepted),
                "{claimants:?}: {accepted:?}"
            );
            open.retain(|name| !claimants.contains(name));
        }
        if open.is_empty() {
            break;
        }
    }
    if checker.is_none() {
        cases::tell("skipped: VeriPB is not installed, so what each method claims is proven and not checked");
    }
    assert!(open.is_empty(), "without a case: {open:?}");
}

#[test]
fn a_proof_that_is_stopped_says_so() {
    let (_, task, bound) = claims().find(|(_, _, bound)| bound.is_some_and(|bound| bound > 0)).unwrap();
    let (free, stopped) = (Limits::none(), Limits::none());
    stopped.cancel_flag().store(true, Ordering::Relaxed);
    let is_stopped = |result: Result<(), ProofError>| matches!(result, Err(ProofError::Stopped(_)));
    let find = |limits: &Limits| Proof::find(&task, bound, Cuts::Blind, limits, &|_| {});
    assert!(is_stopped(find(&stopped).map(|_| ())));
    let mut proof = find(&free).unwrap();
    assert!(is_stopped(proof.write_formula(&stopped, &mut Vec::new())));
    proof.write_formula(&free, &mut Vec::new()).unwrap();
    assert!(is_stopped(proof.write_proof(&stopped, &mut Vec::new())));
}

/// The text with the first line that fits replaced; `None` if none does.
fn with_line(text: &str, fits: impl Fn(&str) -> bool, other: impl Fn(&str) -> String) -> Option<String> {
    let line = text.lines().find(|line| fits(line))?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    Some(format!("{}{}{}", &text[..start], other(line), &text[start + line.len()..]))
}

/// A pair of texts changed in one of them, each change a wrong claim or a gap in the proof.
fn spoiled([formula, proof]: &[String; 2]) -> Vec<(&'static str, [String; 2])> {
    let mut all = Vec::new();
    let mut add = |what, formula: Option<String>, proof: Option<String>| {
        all.extend(formula.zip(proof).map(|both| (what, both.into())));
    };
    let same = || Some(formula.clone());
    let claim = |line: &str| {
        let bound: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
        format!("* claim: no plan costs less than {}", bound + 1)
    };
    add("bound", with_line(formula, |line| line.starts_with("* claim: no plan"), claim), Some(proof.clone()));
    let stronger = with_line(
        formula,
        |line| line.contains("~goal ") && line.contains("~c"),
        |line| {
            let (sum, least) = line.strip_suffix(" ;").unwrap().rsplit_once(' ').unwrap();
            format!("{sum} {} ;", least.parse::<u64>().unwrap() + 1)
        },
    );
    add("cost", stronger, Some(proof.clone()));
    let operator = |line: &str| line.split(' ').nth(1) == Some("~o0") && !line.starts_with("1 ");
    add("operator", with_line(formula, operator, |_| "1 ~o0 >= 1 ;".to_owned()), Some(proof.clone()));
    let case = |line: &str| line.contains(" ~s1 ");
    add("case", with_line(formula, case, |_| "1 ~s1 >= 0 ;".to_owned()), Some(proof.clone()));
    add("end", Some(format!("{formula}1 init >= 1 ;\n")), Some(proof.clone()));
    // A cut without one of the operators that cross it.
    let landmark = |line: &str| {
        line.starts_with("rup 1 o")
            && line.contains(" 1 ~g")
            && line.contains(" 1 h")
            && line.contains(" >= 1 :")
    };
    let shorter = |line: &str| format!("rup {}", line.splitn(4, ' ').nth(3).unwrap());
    add("landmark", same(), with_line(proof, landmark, shorter));
    let conclusion = |line: &str| line.starts_with("conclusion");
    let shorter = proof.lines().count() * 2 / 3;
    add("cut", same(), Some(proof.split_inclusive('\n').take(shorter).collect()));
    add("empty", same(), Some(String::new()));
    add("conclusion", same(), with_line(proof, conclusion, |_| "conclusion NONE;".to_owned()));
    let assumed = |line: &str| format!("a >= 1;\n{line}");
    add("assumption", same(), with_line(proof, |line| line.starts_with("output"), assumed));
    let step = |line: &str| line.starts_with("rup 1 ~s") && line.contains("~step >= 1 :");
    add("step", same(), with_line(proof, step, |line| format!("{};", line.split_once(" :").unwrap().0)));
    all
}

#[test]
fn wrong_proofs_are_rejected() {
    let checker = checker();
    if checker.is_none() {
        cases::tell("skipped: VeriPB is not installed, so wrong proofs of right formulas are not tried");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut rejected = std::collections::BTreeMap::new();
    for (seed, task, bound) in claims() {
        let texts = proven(&task, bound, Cuts::LmCut).unwrap();
        let texts = texts.map(|text| String::from_utf8(text).unwrap());
        for (what, wrong) in spoiled(&texts) {
            let is_other = wrong[0] != texts[0];
            let wrong = wrong.map(String::into_bytes);
            if is_other {
                let claimed = claim(&task, &wrong[0]);
                assert!(claimed.is_err(), "seed {seed}, {what}: {claimed:?}");
            } else if let Some(checker) = &checker {
                // A step without hints is proven by whatever propagates: it is right, and may be found so.
                let (is_accepted, said) = checked(checker, folder.path(), &wrong);
                assert!(!is_accepted || what == "step", "seed {seed}, {what}: {said}");
            }
            *rejected.entry(what).or_insert(0) += 1;
        }
    }
    cases::tell(&format!("{rejected:?}"));
    assert!(rejected.len() >= 6, "{rejected:?}");
}

/// A weighted sum of OPB under an assignment of all its variables; `None` if it has others.
fn holds(line: &str, value: &dyn Fn(&str) -> Option<bool>) -> Option<bool> {
    let (sum, least) = line.strip_suffix(" ;")?.split_once(">= ")?;
    let words: Vec<&str> = sum.split_ascii_whitespace().collect();
    let mut total = 0u64;
    for pair in words.chunks(2) {
        let name = pair[1].trim_start_matches('~');
        if value(name)? == (name.len() == pair[1].len()) {
            total += pair[0].trim_start_matches('+').parse::<u64>().unwrap();
        }
    }
    Some(total >= least.parse().unwrap())
}

/// A formula that no step satisfies would prove anything: every step of a cheapest plan satisfies the part of it that
/// is the task, with the states that the oracle finds.
#[test]
fn the_steps_of_plans_satisfy_the_formula() {
    let (mut steps, mut constraints) = (0, 0);
    for (seed, task, bound) in claims() {
        let request = Request::default().quality(Quality::Optimal);
        let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap().plan;
        let Some((found, bound)) = found.zip(bound.filter(|bound| *bound > 0)) else { continue };
        let formula = proven(&task, Some(bound), Cuts::Blind).unwrap()[0].clone();
        let formula = String::from_utf8(formula).unwrap();
        let part = formula.split_once("* its start").unwrap().0;
        let named = |letter: &str| -> Vec<String> {
            let prefix = format!("* {letter}");
            let lines = part.lines().filter_map(|line| line.strip_prefix(&prefix)?.split_once(' '));
            lines
                .filter(|(number, _)| number.parse::<u64>().is_ok())
                .map(|(_, name)| name.to_owned())
                .collect()
        };
        let (facts, operators) = (named("x"), named("o"));
        let oracle = Oracle::new(&task);
        let atoms: Vec<String> = (0..oracle.initial().len())
            .map(|number| {
                let atom = oracle.atom_of(number);
                let objects = atom.arguments.iter().map(|term| term.value(&[]));
                task.show_atom(atom.predicate, &objects.collect::<Vec<_>>())
            })
            .collect();
        let place: Vec<usize> =
            facts.iter().map(|fact| atoms.iter().position(|atom| atom == fact).unwrap()).collect();
        let (mut state, mut cost) = (oracle.initial(), 0);
        for step in &found.plan.steps {
            let name = task.show_step(step.schema, &step.arguments);
            let taken = oracle.apply(&state, &state, step.schema.index(), &step.arguments);
            let (next, own_cost) = taken.expect("the plan is valid");
            let next_cost = cost + own_cost;
            // Of operators with one name, the formula has one; those without use are left out.
            if operators.contains(&name) {
                let value = |var: &str| {
                    let (letter, number) = var.split_at(1);
                    let number: usize = number.parse().ok()?;
                    match letter {
                        "x" => Some(state[place[number]]),
                        "y" => Some(next[place[number]]),
                        "c" => Some(cost >> number & 1 == 1),
                        // The last step may reach the bound, which the bits hold.
                        "d" => Some(next_cost >> number & 1 == 1),
                        "o" => Some(operators[number] == name),
                        _ => None,
                    }
                };
                for line in part.lines().filter(|line| !line.starts_with('*')) {
                    if let Some(holds) = holds(line, &value) {
                        assert!(holds, "seed {seed}, {name}: {line}");
                        constraints += 1;
                    }
                }
                steps += 1;
            }
            (state, cost) = (next, next_cost);
        }
    }
    cases::tell(&format!("{constraints} constraints in {steps} steps"));
    assert!(steps > 0);
}
