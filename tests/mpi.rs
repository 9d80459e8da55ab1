//! One search in processes that `mpirun` has started: the same answers as in one process, one voice, and a clean end
//! whatever happens to one of them. Needs the feature `mpi`, and `mpirun`.
#![cfg(feature = "mpi")]

#[path = "support/cases.rs"]
mod cases;
#[path = "support/command.rs"]
mod command;
#[path = "support/oracle/mod.rs"]
mod oracle;
#[path = "support/slow.rs"]
mod slow;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use banto::internals::transport::{Network, Processes};
use banto::limits::Limits;
use banto::planner::{self, Quality, Reductions, Request};
use banto::search::Algorithm;
use command::{SLACK, text, written};

const GRIPPER: [&str; 2] = ["domains/gripper.pddl", "problems/gripper/02-five-balls.pddl"];

/// Processes of a program; nothing where there is no `mpirun`.
fn mpirun(count: usize, program: &Path) -> Option<Command> {
    if Command::new("mpirun").arg("--version").output().is_err() {
        cases::tell("skipped: there is no mpirun");
        return None;
    }
    let mut command = Command::new("mpirun");
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["--oversubscribe", "-n", &count.to_string()])
        .arg(program)
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .stdin(Stdio::null());
    Some(command)
}

fn banto(count: usize, arguments: &[&str]) -> Option<Output> {
    Some(mpirun(count, Path::new(env!("CARGO_BIN_EXE_banto")))?.args(arguments).output().unwrap())
}

/// What is optimal, and what is unsolvable, does not depend on the number of processes, nor on that of their threads,
/// nor on how late packets come. Started by `mpirun` this test is one of the processes.
#[test]
fn random_tasks_have_the_same_outcome_and_cost_in_several_processes() {
    if std::env::var_os("OMPI_COMM_WORLD_RANK").is_some() {
        return random_tasks();
    }
    for count in 2..=5 {
        let program = std::env::current_exe().unwrap();
        let Some(mut run) = mpirun(count, &program) else { return };
        let name = "random_tasks_have_the_same_outcome_and_cost_in_several_processes";
        let run = run.args(["--exact", name, "--nocapture"]).output().unwrap();
        assert!(run.status.success(), "{count}: {}{}", text(&run.stdout), text(&run.stderr));
        let err = text(&run.stderr);
        assert!(err.contains("seeds were tried"), "{err}");
        cases::tell(&format!("{count} processes: {}", err.trim()));
    }
}

fn random_tasks() {
    let processes = Processes::join(Arc::default(), Arc::default()).unwrap();
    let (is_first, count) = (processes.process() == 0, processes.count());
    let mut tried = 0;
    // Each number of processes has a share of the seeds.
    let seeds = cases::seeds(40, 2000).filter(|seed| seed % 4 == count as u64 % 4);
    for (seed, task, answer) in oracle::answered(seeds) {
        tried += 1;
        let reductions = if seed % 8 < 4 { Reductions::default() } else { Reductions::plain() };
        let fast = processes.network();
        let slow: Arc<dyn Network> =
            Arc::new(slow::SlowNetwork { processes: Some(fast.clone()), seed: seed * count as u64 });
        for (quality, algorithm, threads, network) in [
            (Quality::Optimal, None, 1, &fast),
            (Quality::Optimal, None, 1, &slow),
            (Quality::Optimal, Some(Algorithm::UniformCost), 1, &slow),
            (Quality::Optimal, None, 2, &slow),
            (Quality::First, Some(Algorithm::Gbfs), 1, &fast),
        ] {
            let network = Some(network.clone());
            let request = Request::default()
                .quality(quality)
                .algorithm(algorithm)
                .threads(threads)
                .reductions(reductions)
                .network(network);
            let found = planner::plan(&task, &request, &Limits::none(), &()).unwrap();
            if !is_first {
                assert!(found.plan.is_none());
                continue;
            }
            answer.check(
                quality,
                &found,
                &format!("seed {seed}, {count} processes of {threads}, {algorithm:?}"),
            );
        }
    }
    if is_first {
        cases::tell(&format!("{tried} seeds were tried"));
    }
    processes.leave(&[0]);
}

#[test]
fn one_process_prints_and_has_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan");
    let plan = plan.to_str().unwrap();
    let [domain, problem] = GRIPPER;
    let Some(run) = banto(4, &["plan", "--optimal", "-o", plan, domain, problem]) else { return };
    let (out, err) = (text(&run.stdout), text(&run.stderr));
    assert_eq!(run.status.code(), Some(0), "{out}{err}");
    assert_eq!(out.matches("; cost = 15").count(), 1, "{out}");
    assert_eq!(out.matches("proven cheapest").count(), 1, "{out}");
    let checked = command::banto(&["validate", domain, problem, plan]);
    assert_eq!(checked.status.code(), Some(0));
    let both = ["plan", "--search", "astar", "--heuristic", "blind", "--threads", "2", "-q", domain, problem];
    let run = banto(2, &both).unwrap();
    assert!(text(&run.stdout).ends_with("; cost = 15 (unit cost)\n"), "{}", text(&run.stdout));

    let domain = "(define (domain d) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x ?y)
        :precondition (and (p ?x) (not (p ?y))) :effect (and (p ?y) (not (p ?x)))))";
    let problem = "(define (problem e) (:domain d) (:objects a b c) (:init (p a)) (:goal (and (p b) (p c))))";
    let files = [written(folder.path(), "d.pddl", domain), written(folder.path(), "e.pddl", problem)];
    for (code, words, flags) in [
        (11, "unsolvable", vec!["--plain", "--search", "astar", "--heuristic", "blind"]),
        (11, "unsolvable", vec!["--optimal"]),
        (2, "name it, or ask for an optimal plan", vec![]),
        (2, "runs in one thread; uniform-cost", vec!["--search", "lazy-gbfs"]),
        (2, "unexpected argument", vec!["--optimul"]),
        (31, "there is no such file", vec!["--optimal", "nowhere.pddl"]),
    ] {
        let mut arguments = vec!["plan"];
        arguments.extend(&flags);
        if code != 31 {
            arguments.extend(files.iter().map(String::as_str));
        }
        let run = banto(3, &arguments).unwrap();
        let err = text(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{flags:?} {err}");
        assert_eq!(err.matches(words).count(), 1, "{flags:?}: {err}");
    }
    // Process 1 has a different task, or none.
    let program = env!("CARGO_BIN_EXE_banto");
    for (words, domain, problem) in [
        ("process 1 has a different task", GRIPPER[0], "problems/gripper/01-two-balls.pddl"),
        ("process 1: cannot read nowhere.pddl", GRIPPER[0], "nowhere.pddl"),
        // It searches otherwise.
        ("process 1 has a different task", GRIPPER[0], ""),
    ] {
        let mut arguments = vec!["plan", "--optimal", GRIPPER[0], GRIPPER[1], ":", "-n", "1", program];
        match problem {
            "" => arguments.extend(["plan", "--search", "gbfs", domain, GRIPPER[1], "--no-decoupled"]),
            _ => arguments.extend(["plan", "--optimal", domain, problem]),
        }
        let run = banto(1, &arguments).unwrap();
        let err = text(&run.stderr);
        assert_eq!(run.status.code(), Some(31), "{err}");
        assert_eq!(err.matches(words).count(), 1, "{err}");
    }
    let run = banto(3, &["plan", "--optimal", "--json", &files[0], &files[1]]).unwrap();
    assert_eq!(text(&run.stdout).lines().count(), 1);
}

/// What a launcher has set says little: another one may have started this process, or one with another MPI.
#[test]
fn a_process_that_is_alone_prints_whatever_its_environment_says() {
    for (code, arguments) in [(0, vec!["plan", GRIPPER[0], GRIPPER[1]]), (2, vec!["plan", "--optimul"])] {
        let mut run = Command::new(env!("CARGO_BIN_EXE_banto"));
        let run = run.env("PMI_RANK", "1").current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output();
        let run = run.unwrap();
        assert_eq!(run.status.code(), Some(code), "{}", text(&run.stderr));
        assert!(!run.stderr.is_empty(), "it says how it went");
    }
    let mut run = Command::new(env!("CARGO_BIN_EXE_banto"));
    let run = run.env("PMI_RANK", "1").args(["sokoban", "solve", "--list"]).output().unwrap();
    assert!(text(&run.stdout).contains("direct"));
}

/// A task whose search takes long.
fn long_task(folder: &Path) -> [String; 2] {
    let balls: Vec<String> = (0..18).map(|n| format!("b{n}")).collect();
    let lie = |room| {
        let facts: Vec<String> = balls.iter().map(|ball| format!("(lies-in {ball} {room})")).collect();
        facts.join(" ")
    };
    let problem = format!(
        "(define (problem long) (:domain gripper) (:objects a b - room {} - ball left right - gripper)
            (:init (robot-in a) (free left) (free right) {}) (:goal (and {})))",
        balls.join(" "),
        lie("a"),
        lie("b")
    );
    [GRIPPER[0].to_owned(), written(folder, "long.pddl", &problem)]
}

/// Starts processes that search for long.
fn started(folder: &Path, flags: &[&str]) -> Option<Child> {
    let files = long_task(folder);
    let mut run = mpirun(3, Path::new(env!("CARGO_BIN_EXE_banto")))?;
    run.args(["plan", "--search", "astar", "--heuristic", "blind", "--plain"]).args(flags).args(&files);
    Some(run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// Processes in the midst of a long search, and their numbers in the system.
fn searching(folder: &Path, flags: &[&str]) -> Option<(Child, Vec<u32>)> {
    let run = started(folder, flags)?;
    std::thread::sleep(Duration::from_secs(2));
    let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", run.id())).unwrap();
    let ranks: Vec<u32> = children.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(ranks.len(), 3);
    Some((run, ranks))
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args([name, &process.to_string()]).status().unwrap().success());
}

/// Waits for the end of all processes, then for that of `mpirun`, which looks around once a second.
fn ended(run: Child, ranks: &[u32], what: &str) -> Output {
    let start = Instant::now();
    let lives = |rank: &&u32| Path::new(&format!("/proc/{rank}/exe")).exists();
    while let Some(rank) = ranks.iter().find(lives) {
        assert!(start.elapsed() < 2 * SLACK, "{what}: {rank} lives");
        std::thread::sleep(Duration::from_millis(10));
    }
    cases::tell(&format!("{what}: all processes ended after {:.2?}", start.elapsed()));
    run.wait_with_output().unwrap()
}

#[test]
fn a_killed_process_and_a_signal_end_all() {
    let folder = tempfile::tempdir().unwrap();
    for (name, rank) in
        [("-KILL", Some(0)), ("-KILL", Some(2)), ("-INT", None), ("-TERM", None), ("-TERM", Some(1))]
    {
        let Some((run, ranks)) = searching(folder.path(), &[]) else { return };
        signal(name, rank.map_or(run.id(), |rank: usize| ranks[rank]));
        let what = format!("{name} {rank:?}");
        let output = ended(run, &ranks, &what);
        assert_ne!(output.status.code(), Some(0), "{what}");
        // Once it ends processes, `mpirun` may print no more of what they say.
        if rank == Some(1) {
            let err = text(&output.stderr);
            assert!(err.contains("no plan found: interrupted"), "{what}: {err}");
        }
    }
}

#[test]
fn limits_end_all() {
    let folder = tempfile::tempdir().unwrap();
    let Some((run, ranks)) = searching(folder.path(), &["--time-limit", "3s"]) else { return };
    let output = ended(run, &ranks, "--time-limit");
    assert_eq!(output.status.code(), Some(23), "{}", text(&output.stderr));
    let run = started(folder.path(), &["--memory-limit", "45MiB"]).unwrap();
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(22), "{}", text(&output.stderr));
}
