//! Where results can go: files of every kind, names of every length, and what waits at the other end.
#![cfg(unix)]

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::command::{interrupt, program, text};

/// Commands with a flag for a result, each followed by the flag.
const RESULTS: &[&str] = &[
    "plan g.pddl -o",
    "ground g.pddl --sas",
    "sokoban convert a.xsb --to sok -o",
    "sokoban solve a.xsb --level 1 --solver astar -o",
    "sokoban generate --boxes 1 --size 6x6 -o",
    "sokoban draw a.xsb --level 1 --svg",
    "sokoban draw a.xsb --level 1 --gif",
    "compare a.xsb --level 1 --solvers astar --csv",
    "compare a.xsb --level 1 --solvers astar --html",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, source) in [
        ("domain.pddl", "domains/gripper.pddl"),
        ("g.pddl", "problems/gripper/01-two-balls.pddl"),
        ("a.xsb", "problems/sokoban/first-steps.xsb"),
    ] {
        fs::copy(root.join(source), folder.path().join(name)).unwrap();
    }
    folder
}

fn command(folder: &Path, words: &str, target: &str) -> Command {
    let mut command = program();
    command.args(words.split(' ')).arg(target).current_dir(folder);
    if words.ends_with("--gif") {
        command.args(["--solution", "R"]);
    }
    command
}

fn run(folder: &Path, words: &str, target: &str) -> Output {
    command(folder, words, target).output().unwrap()
}

/// The names in a folder beside the inputs.
fn left(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| !["domain.pddl", "g.pddl", "a.xsb"].contains(&name.as_str())).collect();
    names.sort();
    names
}

#[test]
fn standard_output_by_any_name_keeps_what_it_holds() {
    for words in RESULTS {
        for target in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out"] {
            let folder = folder();
            let out = folder.path().join("out");
            fs::write(&out, "kept\n").unwrap();
            let file = OpenOptions::new().append(true).open(&out).unwrap();
            let status = command(folder.path(), words, target).stdout(file).status().unwrap();
            assert!(status.success(), "{words} {target}");
            let held = fs::read(&out).unwrap();
            assert!(held.starts_with(b"kept\n") && held.len() > 20, "{words} {target}");
            assert_eq!(left(folder.path()), ["out"], "{words} {target}");
        }
    }
}

#[test]
fn other_descriptors_are_written_in_place() {
    let folder = folder();
    let log = folder.path().join("log");
    let file = File::create(&log).unwrap();
    let run = command(folder.path(), "plan g.pddl -q -o", "/dev/stderr").stderr(file).output().unwrap();
    assert!(run.status.success());
    assert_eq!(fs::read(log).unwrap(), run.stdout);
}

#[test]
fn links_lead_to_their_targets() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("deep")).unwrap();
    symlink("two", path("one")).unwrap();
    symlink("deep/three", path("two")).unwrap();
    for round in ["created", "replaced"] {
        assert!(run(folder.path(), "plan g.pddl -o", "one").status.success(), "{round}");
        assert!(path("one").is_symlink() && path("two").is_symlink(), "{round}");
        assert!(fs::read_to_string(path("deep/three")).unwrap().contains("; cost"), "{round}");
    }
    symlink("loop", path("loop")).unwrap();
    let looped = run(folder.path(), "plan g.pddl -o", "loop");
    assert_eq!((looped.status.code(), text(&looped.stdout)), (Some(31), String::new()));
}

#[test]
fn any_legal_name_will_do() {
    for length in [250, 255] {
        let folder = folder();
        let name = "n".repeat(length);
        assert!(run(folder.path(), "plan g.pddl -o", &name).status.success(), "{length}");
        assert_eq!(left(folder.path()), [name]);
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = folder();
    fs::create_dir(folder.path().join("there")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("socket")).unwrap();
    let long = "n".repeat(256);
    for (target, why) in [
        ("newname/", "this is a folder"),
        ("newname/.", "this is a folder"),
        ("there", "it is a directory, not a file"),
        ("there/", "it is a directory, not a file"),
        ("g.pddl/x", "a part of its path is a file, not a folder"),
        ("none/x", "there is no folder none"),
        ("socket", "it is a socket"),
        (&long, "the name is too long"),
    ] {
        for words in ["plan g.pddl -o", "ground g.pddl --sas", "compare a.xsb --solvers astar --csv"] {
            let run = run(folder.path(), words, target);
            assert_eq!((run.status.code(), text(&run.stdout)), (Some(31), String::new()), "{words} {target}");
            let said = text(&run.stderr);
            assert_eq!(said, format!("error: cannot write {target}: {why}\n"), "{words} {target}");
        }
    }
    assert_eq!(left(folder.path()), ["socket", "there"]);
}

/// Waits for a process, but not for ever.
fn ended(mut child: Child, allowed: Duration) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < allowed {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("the program did not end");
}

fn fifo(folder: &Path) {
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
}

#[test]
fn pipes_and_devices_are_written_in_place() {
    let folder = folder();
    fifo(folder.path());
    let child = command(folder.path(), "plan g.pddl -q -o", "pipe").stdout(Stdio::null()).spawn().unwrap();
    let mut read = String::new();
    File::open(folder.path().join("pipe")).unwrap().read_to_string(&mut read).unwrap();
    assert!(read.contains("; cost"), "{read}");
    assert_eq!(ended(child, Duration::from_secs(5)), Some(0));
    assert!(run(folder.path(), "plan g.pddl -o", "/dev/null").status.success());
    let full = run(folder.path(), "ground g.pddl --sas", "/dev/full");
    assert_eq!(full.status.code(), Some(31));
    assert!(text(&full.stderr).contains("cannot write /dev/full: the disk is full"));
}

/// Whoever waits for the other end of a pipe, to read or to write, ends with a signal; and with time, before there is a
/// result.
#[test]
fn waiting_for_a_pipe_ends_with_signals_and_time() {
    for name in ["-INT", "-TERM", "-HUP"] {
        for (words, target) in
            [("plan g.pddl -o", "pipe"), ("plan domain.pddl", "pipe"), ("plan domain.pddl", "-")]
        {
            let folder = folder();
            fifo(folder.path());
            let mut command = command(folder.path(), words, target);
            let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let child = command.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(500));
            interrupt(&child, name);
            let code = ended(child, Duration::from_secs(2));
            assert!(matches!(code, Some(12 | 31)), "{name} {words} {target}: {code:?}");
        }
    }
    let folder = folder();
    let mut command = command(folder.path(), "plan domain.pddl --time-limit 300ms", "-");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"(define (problem").unwrap();
    assert_eq!(ended(child, Duration::from_secs(2)), Some(23));
}

/// A reader that does not read cannot hold the program when it is told to end.
#[test]
fn printing_to_nobody_ends_with_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    let objects: Vec<String> = (0..90).map(|number| format!("object-{number}")).collect();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let action = "(:action a :parameters (?x ?y) :effect (p ?x ?y))";
    write("domain.pddl", format!("(define (domain d) (:predicates (p ?x ?y)) {action})"));
    let rest = format!("(:objects {}) (:init) (:goal (forall (?x ?y) (p ?x ?y)))", objects.join(" "));
    write("g.pddl", format!("(define (problem p) (:domain d) {rest})"));
    let whole = run(folder.path(), "ground g.pddl --list", "operators");
    assert!(whole.stdout.len() > 1 << 17, "more than a pipe holds");
    let mut command = command(folder.path(), "ground g.pddl --list", "operators");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    interrupt(&child, "-TERM");
    ended(child, Duration::from_secs(2));
}

/// What prints as it goes ends at the next line once its reader is gone, without a message; a file gets what there is.
#[test]
fn results_that_nobody_reads_end_the_work() {
    let folder = folder();
    let level = "######\n#@ $.#\n#    #\n######\n\n";
    fs::write(folder.path().join("many.xsb"), level.repeat(6000)).unwrap();
    let walk = "(move rooma roomb)\n(move roomb rooma)\n".repeat(2000);
    fs::write(folder.path().join("walk.plan"), walk).unwrap();
    for words in [
        "sokoban generate --boxes 1 --size 7x7 --count 10000",
        "sokoban generate --boxes 1 --size 7x7 --count 10000 --json",
        "sokoban solve many.xsb",
        "sokoban solve many.xsb --threads 2 --quiet -o solved.sok",
        "sokoban solve many.xsb --improve 1m --improve-for moves --json",
        "sokoban solve many.xsb --animate",
        "sokoban show many.xsb",
        "sokoban check many.xsb --json",
        "sokoban convert many.xsb --to sok",
        "validate domain.pddl g.pddl walk.plan walk.plan --trace",
        "help plan",
    ] {
        let mut command = program();
        command.args(words.split(' ')).current_dir(folder.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut said = child.stderr.take().unwrap();
        let code = ended(child, Duration::from_secs(10));
        // What is short has arrived as a whole before the reader is gone.
        let is_short = words.starts_with("help") || words.contains("check");
        assert!(code == Some(141) || is_short && code == Some(0), "{words}: {code:?}");
        let mut text = String::new();
        said.read_to_string(&mut text).unwrap();
        // That they are all the same is a warning.
        let is_fine = if words.contains("check") { text.contains("level 1 again") } else { text.is_empty() };
        assert!(is_fine, "{words}: {text}");
    }
    assert_eq!(left(folder.path()), ["many.xsb", "solved.sok", "walk.plan"]);
    let solved = fs::read_to_string(folder.path().join("solved.sok")).unwrap();
    assert!(solved.contains("Solution"), "{}", solved.len());
}

/// A file that outgrows what is allowed is an error, and leaves nothing behind.
#[test]
fn a_file_that_becomes_too_large_leaves_nothing() {
    let folder = folder();
    fs::write(folder.path().join("many.xsb"), "####\n#@$.#\n#####\n\n".repeat(500)).unwrap();
    let limited = "ulimit -f 1; exec \"$0\" sokoban convert many.xsb --to sok -o many.sok";
    let mut shell = Command::new("sh");
    let run = shell.args(["-c", limited, env!("CARGO_BIN_EXE_banto")]).current_dir(folder.path());
    let run = run.output().unwrap();
    assert_eq!(run.status.code(), Some(31), "{}", text(&run.stderr));
    assert!(text(&run.stderr).contains("cannot write many.sok: file too large"), "{}", text(&run.stderr));
    assert_eq!(left(folder.path()), ["many.xsb"]);
}

/// What answers line by line ends once nobody reads the answers, whatever lines are still to come.
#[test]
fn answers_that_nobody_reads_end() {
    let task = "domains/gripper.pddl problems/gripper/01-two-balls.pddl";
    for (words, line) in [
        (format!("step {task}"), "state\n"),
        ("game play problems/games/tic-tac-toe.pddl".to_owned(), "board\n"),
    ] {
        for (device, exit) in [(None, 141), (Some("/dev/full"), 31)] {
            let mut command = program();
            command.args(words.split(' ')).stdin(Stdio::piped()).stderr(Stdio::null());
            let mut child = match device.map(|path| fs::OpenOptions::new().write(true).open(path)) {
                None => command.stdout(Stdio::piped()).spawn().unwrap(),
                Some(Ok(full)) => command.stdout(full).spawn().unwrap(),
                // Not every system has such a device.
                Some(Err(_)) => continue,
            };
            drop(child.stdout.take());
            let mut keys = child.stdin.take().unwrap();
            let typing = std::thread::spawn(move || while keys.write_all(line.as_bytes()).is_ok() {});
            assert_eq!(ended(child, Duration::from_secs(5)), Some(exit), "{words} {device:?}");
            typing.join().unwrap();
        }
    }
}
