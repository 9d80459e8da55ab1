//! The work of searches is counted and recorded: a change that increases a count, finds another cost, or loses a plan
//! fails here.
//!
//! Counts have no noise. What searches do on the tasks of the project fails if a count is more than 1 % above its
//! record, or if there is a plan and was none, or the reverse, or its cost differs. The first plans of generated tasks
//! are found while searches take turns, which are short here, so that small tasks see several: each task fails if it
//! has no plan within twice the states that it took when it was recorded: a first plan is partly a matter of luck.
//! If a change is for the better, `BANTO_BLESS=1 cargo test --test planning counts` records what there is now, and the
//! diff of `tests/counts/recorded.toml` and `tests/counts/first_plans.toml` shows the gain.

mod generated;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::places::{root, task_of};
use banto::ground::ground;
use banto::heuristics::heuristic_named;
use banto::limits::Limits;
use banto::planner::{self, Quality, Request};
use banto::search::search_named;
use banto::strips;
use banto::task;
use generated::Generated;
use serde::Deserialize;

#[derive(Deserialize)]
struct Records {
    run: Vec<Record>,
}

#[derive(Deserialize, Clone)]
struct Record {
    domain: PathBuf,
    problem: PathBuf,
    /// A preset (`default`, `optimal`), or a search and its heuristics.
    how: String,
    #[serde(default)]
    counts: Counts,
}

#[derive(Deserialize, Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counts {
    variables: u64,
    operators: u64,
    expanded: u64,
    evaluated: u64,
    generated: u64,
    /// The cost of the plan; none if there is no plan.
    cost: Option<u64>,
}

impl Counts {
    fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("variables", self.variables),
            ("operators", self.operators),
            ("expanded", self.expanded),
            ("evaluated", self.evaluated),
            ("generated", self.generated),
        ]
    }
}

fn request(how: &str) -> Request {
    let mut words = how.split_whitespace();
    let first = words.next().expect("a preset or a search");
    match first {
        "default" => return Request::default().quality(Quality::Reduced),
        "optimal" => return Request::default().quality(Quality::Optimal),
        _ => {}
    }
    let algorithm = search_named(first).unwrap_or_else(|| panic!("{first} is no search")).algorithm;
    let heuristics = words.map(|name| heuristic_named(name).unwrap_or_else(|| panic!("{name}?"))).collect();
    Request::default().algorithm(algorithm).heuristics(heuristics)
}

fn measure(record: &Record) -> Counts {
    let task = task_of(&record.domain, &record.problem);
    let grounded = ground(&task, &Limits::none(), &mut |_| {}).unwrap();
    let sizes = |packed: strips::Task| (packed.variables().len() as u64, packed.operator_count() as u64);
    let (variables, operators) = grounded.task.map_or((0, 0), sizes);
    let answer = planner::plan(&task, &request(&record.how), &Limits::none(), &()).unwrap();
    Counts {
        variables,
        operators,
        expanded: answer.work.counts.expanded,
        evaluated: answer.work.counts.evaluated,
        generated: answer.work.counts.generated,
        cost: answer.plan.map(|plan| plan.cost),
    }
}

/// Whether the records are to be replaced.
fn blesses() -> bool {
    std::env::var_os("BANTO_BLESS").is_some()
}

/// What differs from the record.
fn differences(before: &Counts, now: &Counts) -> String {
    let mut all = String::new();
    for ((name, before), (_, now)) in before.named().into_iter().zip(now.named()) {
        if now * 100 > before * 101 {
            let _ = write!(all, ", {name} {before} -> {now}");
        }
    }
    if before.cost != now.cost {
        let shown = |cost: Option<u64>| cost.map_or("no plan".to_owned(), |cost| format!("cost {cost}"));
        let _ = write!(all, ", {} -> {}", shown(before.cost), shown(now.cost));
    }
    all
}

#[test]
fn a_lost_plan_another_cost_and_a_risen_count_differ() {
    let before = Counts { expanded: 200, cost: Some(7), ..Counts::default() };
    assert_eq!(differences(&before, &Counts { expanded: 202, ..before }), "");
    assert_eq!(differences(&before, &Counts { expanded: 100, ..before }), "");
    assert_eq!(differences(&before, &Counts { expanded: 203, ..before }), ", expanded 200 -> 203");
    assert_eq!(differences(&before, &Counts { cost: Some(6), ..before }), ", cost 7 -> cost 6");
    assert_eq!(differences(&before, &Counts { cost: None, ..before }), ", cost 7 -> no plan");
}

#[test]
fn no_count_has_risen_and_no_plan_is_lost() {
    let path = root().join("tests/counts/recorded.toml");
    let mut records = toml::from_str::<Records>(&fs::read_to_string(&path).unwrap()).unwrap().run;
    assert!(records.len() >= 20);
    let mut changed = String::new();
    let mut text = String::from(
        "# What searches do on fixed tasks. `tests/planning/counts.rs` says how to record anew.\n",
    );
    for record in &mut records {
        let now = measure(record);
        let differences = differences(&record.counts, &now);
        if !differences.is_empty() {
            let _ = writeln!(changed, "{} {}{differences}", record.problem.display(), record.how);
        }
        record.counts = now;
        let path = |path: &Path| path.display().to_string();
        let (domain, problem) = (path(&record.domain), path(&record.problem));
        let how = &record.how;
        let _ = writeln!(text, "\n[[run]]\ndomain = \"{domain}\"\nproblem = \"{problem}\"\nhow = \"{how}\"");
        let mut counts: Vec<String> =
            now.named().iter().map(|(name, count)| format!("{name} = {count}")).collect();
        counts.extend(now.cost.map(|cost| format!("cost = {cost}")));
        let _ = writeln!(text, "counts = {{ {} }}", counts.join(", "));
    }
    if blesses() {
        fs::write(&path, text).unwrap();
        return;
    }
    assert!(changed.is_empty(), "counts have changed:\n{changed}");
}

#[derive(Deserialize)]
struct FirstPlans {
    /// For each task, the states that were evaluated until its first plan; none if it had no plan.
    evaluated: BTreeMap<String, u64>,
}

/// The work of a turn, in counted nanoseconds: about a thousandth of a second.
const TURN: u64 = 3_000_000;
/// No task takes as long as this; a search that is lost must not hold the tests up for ever.
const HANG: Duration = Duration::from_mins(1);

#[test]
fn no_first_plan_is_lost() {
    let path = root().join("tests/counts/first_plans.toml");
    let recorded = fs::read_to_string(&path).unwrap();
    let before = toml::from_str::<FirstPlans>(&recorded).unwrap().evaluated;
    let mut lost = String::new();
    let mut text = String::from(
        "# The states evaluated until a first plan of generated tasks. `tests/planning/counts.rs` says how to record anew.\n\
         [evaluated]\n",
    );
    let tasks = generated::tasks();
    assert_eq!(tasks.len(), 40);
    for Generated { name, domain, problem } in tasks {
        let task = task::read(&domain, &problem).unwrap_or_else(|error| panic!("{name}: {error}"));
        let request = Request::default().quality(Quality::First).turn(TURN);
        let answer = planner::plan(&task, &request, &Limits::none().with_time(HANG), &()).unwrap();
        let evaluated = answer.work.counts.evaluated;
        let _ = writeln!(text, "{name} = {evaluated}");
        let most = before.get(&name).map_or(0, |before| 2 * before);
        if answer.plan.is_none() || evaluated > most {
            let _ = writeln!(lost, "{name}: {:?} after {evaluated} states, not {most}", answer.status);
        }
    }
    if blesses() {
        fs::write(&path, text).unwrap();
        return;
    }
    assert!(lost.is_empty(), "first plans are lost:\n{lost}");
}
