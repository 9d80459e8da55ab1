//! Limits on memory and time hold for the whole program: on a task that is large enough to reach them during grounding,
//! while heuristics are built, and while they are evaluated. The process itself reports its peak memory, as the system
//! counts it.

use crate::cases;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use banto::internals::compare::{Ending, SolverName, solve};
use banto::limits::{Limits, Stop};
use banto::pddl;
use banto::sokoban::{Level, level};
use banto::source::SourceText;

/// Things that move from place to place: as many operators as things times places times places.
fn write_task(folder: &Path, things: usize, places: usize) {
    let domain = "(define (domain moving) (:requirements :typing) (:types thing place)
        (:predicates (at ?t - thing ?p - place) (free ?p - place) (seen ?t - thing ?p - place))
        (:action move :parameters (?t - thing ?from ?to - place)
            :precondition (and (at ?t ?from) (free ?to))
            :effect (and (at ?t ?to) (free ?from) (seen ?t ?to) (not (at ?t ?from)) (not (free ?to)))))";
    let list = |write: &dyn Fn(usize) -> String, range: std::ops::Range<usize>| -> String {
        range.map(write).collect::<Vec<_>>().join(" ")
    };
    let seen = |thing: usize| list(&|place| format!("(seen t{thing} p{place})"), things..places);
    let problem = format!(
        "(define (problem many) (:domain moving) (:objects {} - thing {} - place) (:init {} {}) (:goal (and {})))",
        list(&|thing| format!("t{thing}"), 0..things),
        list(&|place| format!("p{place}"), 0..places),
        list(&|thing| format!("(at t{thing} p{thing})"), 0..things),
        list(&|place| format!("(free p{place})"), things..places),
        list(&seen, 0..things),
    );
    fs::write(folder.join("domain.pddl"), domain).unwrap();
    fs::write(folder.join("problem.pddl"), problem).unwrap();
}

/// Plans, and gives the exit code, the most memory that was held, and how long it took.
fn plan(folder: &Path, arguments: &[&str]) -> (Option<i32>, Option<u64>, Duration) {
    let start = Instant::now();
    let run = Command::new(env!("CARGO_BIN_EXE_banto"))
        .current_dir(folder)
        .args(["plan", "domain.pddl", "problem.pddl", "--json", "--progress", "never"])
        .args(arguments)
        .output()
        .unwrap();
    let result: serde_json::Value = serde_json::from_slice(&run.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&run.stderr)));
    let peak = result["peak_memory_bytes"].as_u64();
    let is_told = peak.is_some() || banto::limits::peak_memory_bytes().is_none();
    assert!(is_told, "{arguments:?}: {result} {}", String::from_utf8_lossy(&run.stderr));
    (run.status.code(), peak, start.elapsed())
}

const KINDS: &[&[&str]] = &[
    &[],
    &["--anytime"],
    &["--optimal"],
    &["--optimal", "--threads", "4"],
    &["--search", "astar", "--heuristic", "blind", "--threads", "3"],
    &["--search", "symbolic"],
    &["--h2"],
    &["--heuristic", "landmarks"],
];

#[test]
fn memory_is_never_more_than_a_twentieth_above_its_limit() {
    if banto::limits::peak_memory_bytes().is_none() {
        crate::cases::tell("skipped: the system does not say how much memory a process holds");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), 14, 44);
    for kind in KINDS {
        let limits = ["--memory-limit", "40MiB", "--time-limit", "6s"];
        let (code, peak, _) = plan(folder.path(), &[&limits, *kind].concat());
        let allowed = (40 << 20) * 105 / 100;
        assert!(peak.unwrap() <= allowed, "{kind:?}: {} KiB", peak.unwrap() >> 10);
        assert!(matches!(code, Some(0 | 22 | 23)), "{kind:?}: {code:?}");
    }
}

/// A counter that counts up while something may walk along a line: a long path of the one, and a large leaf. Tables of
/// the steps of the leaf along the whole path would take more than the limit.
#[test]
fn steps_of_leaves_are_put_back_within_the_memory_limit() {
    if banto::limits::peak_memory_bytes().is_none() {
        crate::cases::tell("skipped: the system does not say how much memory a process holds");
        return;
    }
    let (bits, places) = (9, 1500);
    let folder = tempfile::tempdir().unwrap();
    let list = |count: usize, write: &dyn Fn(usize) -> String| (0..count).map(write).collect::<String>();
    let ones = |count: usize| list(count, &|bit| format!("(one b{bit}) "));
    let increments = list(bits, &|bit| {
        let carry = list(bit, &|lower| format!("(zero b{lower}) (not (one b{lower})) "));
        let lower = ones(bit);
        format!(
            "(:action inc{bit} :parameters () :precondition (and (zero b{bit}) {lower})
              :effect (and (one b{bit}) (not (zero b{bit})) {carry}))"
        )
    });
    let domain = format!(
        "(define (domain counter) (:requirements :typing) (:types place bit) (:constants {} - bit)
          (:predicates (at ?l - place) (road ?a ?b - place) (one ?b - bit) (zero ?b - bit) (done))
          {increments}
          (:action move :parameters (?a ?b - place) :precondition (and (at ?a) (road ?a ?b))
            :effect (and (at ?b) (not (at ?a))))
          (:action end :parameters (?l - place) :precondition (and (at ?l) {}) :effect (done)))",
        list(bits, &|bit| format!("b{bit} ")),
        ones(bits),
    );
    let problem = format!(
        "(define (problem p) (:domain counter) (:objects {} - place) (:init (at l0) {} {})
          (:goal (and (done) (at l{}))))",
        list(places, &|place| format!("l{place} ")),
        list(places - 1, &|place| format!("(road l{0} l{1}) (road l{1} l{0}) ", place, place + 1)),
        list(bits, &|bit| format!("(zero b{bit}) ")),
        places / 2,
    );
    fs::write(folder.path().join("domain.pddl"), domain).unwrap();
    fs::write(folder.path().join("problem.pddl"), problem).unwrap();
    let search = ["--search", "bfs", "--reduce-at-once"];
    let (code, free, _) = plan(folder.path(), &search);
    assert_eq!(code, Some(0));
    // Half of the tables.
    let limit = (free.unwrap() - (places << bits) as u64 * 8 / 2) >> 10;
    let within = ["--memory-limit", &format!("{limit}KiB")];
    let (code, peak, _) = plan(folder.path(), &[&search[..], &within].concat());
    let peak = peak.unwrap() >> 10;
    assert_eq!(code, Some(0));
    assert!(peak <= limit * 105 / 100, "{peak} of {limit} KiB, and {free:?} bytes without a limit");
}

#[test]
fn time_is_never_more_than_a_second_above_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    write_task(folder.path(), 14, 44);
    for kind in KINDS {
        let (code, _, time) = plan(folder.path(), &[&["--time-limit", "1500ms"], *kind].concat());
        assert!(matches!(code, Some(0 | 23)), "{kind:?}: {code:?}");
        // A second, and one more for a machine that does other things, too.
        assert!(time < Duration::from_millis(3500), "{kind:?}: {time:?}");
    }
}

/// A problem of many facts, written piece by piece: other tests here measure the memory of this process.
fn many_facts(count: usize, out: &mut dyn Write) {
    writeln!(out, "(define (problem many) (:domain d) (:objects a b) (:init").unwrap();
    for fact in 0..count {
        writeln!(out, "(p{} a{fact} b)", fact % 2).unwrap();
    }
    writeln!(out, "(p0 a b)) (:goal (and (p0 a b) (not (p1 a b)))))").unwrap();
}

#[test]
fn reading_a_task_takes_no_longer_than_its_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d) (:predicates (p0 ?x ?y) (p1 ?x ?y)))";
    fs::write(folder.path().join("domain.pddl"), domain).unwrap();
    let mut file = BufWriter::new(File::create(folder.path().join("problem.pddl")).unwrap());
    many_facts(400_000, &mut file);
    file.into_inner().unwrap();
    for command in [&["plan"][..], &["ground"]] {
        let start = Instant::now();
        let run = Command::new(env!("CARGO_BIN_EXE_banto"))
            .current_dir(folder.path())
            .args(command)
            .args(["domain.pddl", "problem.pddl", "--time-limit", "300ms"])
            .output()
            .unwrap();
        let time = start.elapsed();
        assert_eq!(run.status.code(), Some(23), "{command:?}");
        // A second, and one more for a machine that does other things, too.
        assert!(time < Duration::from_millis(2500), "{command:?}: {time:?}");
    }
}

/// Texts are read, and levels encoded, within the limit, in a process that runs this test alone: what other tests have
/// given back would be used again, and not seen.
#[test]
fn texts_are_read_and_levels_encoded_within_the_memory_limit() {
    const ALONE: &str = "BANTO_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let name = "memory::texts_are_read_and_levels_encoded_within_the_memory_limit";
        let mut alone = Command::new(std::env::current_exe().unwrap());
        let ended = alone.args(["--exact", name, "--nocapture"]).env(ALONE, "1").output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        return;
    }
    let Some(now) = banto::limits::resident_memory_bytes() else {
        crate::cases::tell("skipped: the system does not say how much memory a process holds");
        return;
    };
    let mut problem = Vec::new();
    many_facts(400_000, &mut problem);
    let (problem, _) = SourceText::from_bytes("many.pddl", problem);
    let limit = now + (40 << 20);
    let limits = || Limits::none().with_memory(limit);
    let peak = || banto::limits::peak_memory_bytes().unwrap();
    assert_eq!(pddl::parse_problem_within(&problem, &limits()).unwrap_err(), Stop::Memory);
    assert!(peak() <= limit * 105 / 100, "reading a problem: {} KiB above", (peak() - limit) >> 10);
    let tight = Limits::none().with_memory(banto::limits::resident_memory_bytes().unwrap() + (5 << 20));
    assert_eq!(pddl::format_within(&problem, &tight).unwrap_err(), Stop::Memory);
    drop(problem);
    let many = SourceText::new("many.xsb", "#####\n#@$.#\n#####\n\n".repeat(200_000));
    assert_eq!(level::read_within(&many, None, &limits()).unwrap_err(), Stop::Memory);
    assert!(peak() <= limit * 105 / 100, "reading: {} KiB above", (peak() - limit) >> 10);
    drop(many);
    let (wall, floor) = ("#".repeat(400), format!("#{}#\n", " ".repeat(398)));
    let drawing = format!("{wall}\n#@$.{}#\n{}{wall}\n", " ".repeat(395), floor.repeat(397));
    let level: Level = drawing.parse().unwrap();
    for encoding in ["basic", "filtered", "typed", "pushes"] {
        let solver = SolverName::read(&format!("strips:{encoding}")).unwrap();
        let outcome = solve(&level, &solver, &limits(), &()).unwrap();
        assert_eq!(outcome.ending, Ending::Stopped(Stop::Memory), "{encoding}");
        assert!(peak() <= limit * 105 / 100, "{encoding}: {} KiB above", (peak() - limit) >> 10);
    }
}

/// What a shell allows by `ulimit -v` is never asked for in vain: the allocator would abort.
#[test]
#[cfg(target_os = "linux")]
fn address_space_is_never_exceeded() {
    let folder = tempfile::tempdir().unwrap();
    let action =
        "(:action a-N :parameters (?x ?y) :precondition (p ?x ?y) :effect (and (q ?x) (not (p ?x ?y))))\n";
    let actions: String = (0..16_000).map(|n| action.replace('N', &n.to_string())).collect();
    let domain = format!("(define (domain d) (:predicates (p ?a ?b) (q ?a))\n{actions})");
    fs::write(folder.path().join("domain.pddl"), domain).unwrap();
    let side = 700;
    let (wall, floor) = ("#".repeat(side), format!("#{}#\n", " ".repeat(side - 2)));
    let level = format!("{wall}\n#@$.{}#\n{}{wall}\n", " ".repeat(side - 5), floor.repeat(side - 3));
    fs::write(folder.path().join("level.xsb"), level).unwrap();
    let within = |megabytes: u32, command: &str| {
        let words = format!("ulimit -v {}; exec {} {command}", megabytes * 1000, env!("CARGO_BIN_EXE_banto"));
        Command::new("sh").current_dir(folder.path()).args(["-c", &words]).output().unwrap()
    };
    // What the program itself takes to begin differs from build to build.
    let least = (20..200).find(|megabytes| within(*megabytes, "--version").status.success()).unwrap();
    for command in ["check domain.pddl", "sokoban draw level.xsb --gif /dev/null --solution R"] {
        for megabytes in [2, 10, 15, 30].map(|more| least + more) {
            let run = within(megabytes, command);
            let told = String::from_utf8_lossy(&run.stderr);
            assert!(matches!(run.status.code(), Some(0 | 22)), "{command} in {megabytes} MB: {told}");
        }
    }
}

/// Where the system has fewer threads to give than are asked for, the work is done with those that there are, or a
/// limit ends it: nobody panics, and nobody waits for those that never began.
#[test]
#[cfg(target_os = "linux")]
fn threads_that_cannot_be_had_are_done_without() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let commands = [
        "plan problems/logistics/03-eight-parcels.pddl --optimal --threads 4 -q",
        "plan problems/logistics/03-eight-parcels.pddl --search gbfs --threads 64 -q",
        "plan problems/logistics/03-eight-parcels.pddl --optimal --threads 16 -q",
        "sokoban solve problems/sokoban/patterns.xsb --threads 16 -q",
        "sokoban solve problems/sokoban/patterns.xsb --solver astar --threads 16 -q",
        "compare problems/ferry/*.pddl --solvers lazy-gbfs,astar:hmax --threads 16",
        "sokoban solve problems/sokoban/patterns.xsb -q",
    ];
    for command in cases::some(&commands) {
        for megabytes in [150, 300, 600] {
            let program = env!("CARGO_BIN_EXE_banto");
            let limit = format!("ulimit -v {}; exec timeout 60", megabytes * 1000);
            let words = format!("{limit} {program} {command} --time-limit 1s");
            let run = Command::new("sh").current_dir(root).args(["-c", &words]).output().unwrap();
            let told = String::from_utf8_lossy(&run.stderr);
            let code = run.status.code();
            assert!(matches!(code, Some(0 | 12 | 22 | 23)), "{command} in {megabytes} MB: {code:?} {told}");
            // Who did not ask for threads misses none, and a limit that ends the reading comes before all threads.
            let is_read = !["the task", "levels"]
                .iter()
                .any(|what| told.contains(&format!("stopped while reading {what}: memory limit")));
            let asks = command.contains("--threads") && is_read;
            assert_eq!(told.contains("has fewer threads"), asks, "{command} in {megabytes} MB: {told}");
        }
    }
}
