//! The work of searches is counted and recorded: a change that increases a count fails here.
//!
//! Counts have no noise. The test fails if one is more than 1 % above its record. If a change makes counts smaller,
//! `BANTO_BLESS=1 cargo test --test counts` records the new ones, and the diff of `tests/counts/recorded.toml` shows
//! the gain.

mod places;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use banto::ground::ground;
use banto::heuristics::heuristic_named;
use banto::limits::Limits;
use banto::planner::{self, Quality, Request};
use banto::search::search_named;
use banto::strips;
use places::{root, task_of};
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
    cost: u64,
}

impl Counts {
    fn named(&self) -> [(&'static str, u64); 6] {
        [
            ("variables", self.variables),
            ("operators", self.operators),
            ("expanded", self.expanded),
            ("evaluated", self.evaluated),
            ("generated", self.generated),
            ("cost", self.cost),
        ]
    }
}

fn request(how: &str) -> Request {
    let mut words = how.split_whitespace();
    let first = words.next().expect("a preset or a search");
    match first {
        "default" => return Request { quality: Quality::Reduced, ..Request::default() },
        "optimal" => return Request { quality: Quality::Optimal, ..Request::default() },
        _ => {}
    }
    Request {
        algorithm: Some(search_named(first).unwrap_or_else(|| panic!("{first} is no search")).algorithm),
        heuristics: words.map(|name| heuristic_named(name).unwrap_or_else(|| panic!("{name}?"))).collect(),
        ..Request::default()
    }
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
        cost: answer.plan.map_or(0, |plan| plan.cost),
    }
}

#[test]
fn no_count_has_risen() {
    let path = root().join("tests/counts/recorded.toml");
    let mut records = toml::from_str::<Records>(&fs::read_to_string(&path).unwrap()).unwrap().run;
    assert!(records.len() >= 20);
    let mut risen = String::new();
    let mut text =
        String::from("# What searches do on fixed tasks. `tests/counts.rs` says how to record anew.\n");
    for record in &mut records {
        let now = measure(record);
        for ((name, before), (_, now)) in record.counts.named().into_iter().zip(now.named()) {
            if now * 100 > before * 101 {
                let _ =
                    writeln!(risen, "{} {}: {name} {before} -> {now}", record.problem.display(), record.how);
            }
        }
        record.counts = now;
        let path = |path: &Path| path.display().to_string();
        let (domain, problem) = (path(&record.domain), path(&record.problem));
        let how = &record.how;
        let _ = writeln!(text, "\n[[run]]\ndomain = \"{domain}\"\nproblem = \"{problem}\"\nhow = \"{how}\"");
        let counts: Vec<String> =
            now.named().iter().map(|(name, count)| format!("{name} = {count}")).collect();
        let _ = writeln!(text, "counts = {{ {} }}", counts.join(", "));
    }
    if std::env::var_os("BANTO_BLESS").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    assert!(risen.is_empty(), "counts have risen:\n{risen}");
}
