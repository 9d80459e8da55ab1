//! How long each stage takes: reading, grounding, expanding, and one estimate by each heuristic. `cargo bench --bench
//! stages`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::path::Path;

use banto::ground::ground;
use banto::heuristics::HEURISTICS;
use banto::limits::Limits;
use banto::search::{At, Space};
use banto::source::SourceText;
use banto::strips::{self, CostKind, TaskSpace};
use banto::task::Task;
use banto::{pddl, task};
use criterion::{Criterion, criterion_group, criterion_main};

/// A domain and a problem of this repository.
const TASKS: [(&str, &str); 3] =
    [("blocks", "04-tall"), ("logistics", "03-eight-parcels"), ("sliding-puzzle", "03-eleven")];

/// States along a walk from the initial state, in each the applicable action whose turn it is.
const STATES: usize = 64;

fn text(path: &str) -> SourceText {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    SourceText::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap())
}

fn read(domain: &SourceText, problem: &SourceText) -> Task {
    task::resolve(&pddl::parse_domain(domain), Some(&pddl::parse_problem(problem))).task.unwrap()
}

fn packed(task: &Task) -> strips::Task {
    ground(task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap()
}

fn walk(space: &TaskSpace<'_, u32>) -> Vec<Vec<u64>> {
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut states = Vec::new();
    for step in 0..STATES {
        let mut successors = Vec::new();
        space.expand(&mut scratch, &state, &mut |_, _, row| successors.push(row.to_vec()));
        states.push(std::mem::replace(&mut state, successors.swap_remove(step * 7 % successors.len())));
    }
    states
}

fn stages(criterion: &mut Criterion) {
    for (domain, problem) in TASKS {
        let mut group = criterion.benchmark_group(domain);
        let texts =
            (text(&format!("domains/{domain}.pddl")), text(&format!("problems/{domain}/{problem}.pddl")));
        group.bench_function("read", |bencher| {
            bencher.iter(|| read(black_box(&texts.0), black_box(&texts.1)));
        });
        let task = read(&texts.0, &texts.1);
        group.bench_function("ground", |bencher| bencher.iter(|| packed(black_box(&task))));
        let packed = packed(&task);
        let space = TaskSpace::<u32>::new(&packed, CostKind::Real).unwrap();
        let states = walk(&space);
        group.bench_function("expand 64 states", |bencher| {
            let mut scratch = space.scratch();
            bencher.iter(|| {
                let mut seen = 0;
                for state in &states {
                    space.expand(&mut scratch, state, &mut |action, _, row| {
                        seen ^= row[0] ^ u64::from(action);
                    });
                }
                seen
            });
        });
        for row in HEURISTICS {
            let mut heuristic = row.build::<u32>(&packed, CostKind::Unit);
            let mut preferred = Vec::new();
            group.bench_function(format!("{} of 64 states", row.name), |bencher| {
                bencher.iter(|| {
                    for state in &states {
                        preferred.clear();
                        let at = At { space: &space, id: None, state, g: 0, earlier: &[] };
                        black_box(heuristic.evaluate(&at, &mut preferred));
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(all, stages);
criterion_main!(all);
