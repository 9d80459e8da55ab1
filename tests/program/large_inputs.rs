//! Large inputs of each kind, read by every command under limits, and signals at several moments of every stage: each
//! run ends in time, within its memory, and without a fault.
//!
//! `BANTO_LONG=1` reads inputs of 1, 10 and 100 MB and sends more signals. Large levels have a test of their own.

use crate::cases;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::command::{SLACK, interrupt, program, watch};

const DOMAIN: &str = "(define (domain small) (:predicates (p ?a ?b) (q ?a))
    (:action go :parameters (?x ?y) :precondition (and (q ?x) (p ?x ?y)) :effect (and (q ?y))))";

/// Writes an input of each kind; `N` is the number of the piece.
fn write_inputs(folder: &Path, megabytes: usize) {
    let whole = |name: &str, head: &str, piece: &str, tail: &str| {
        let mut text = head.to_owned();
        let mut number = 0;
        while text.len() < megabytes * 1_000_000 {
            let _ = text.write_str(&piece.replace('N', &number.to_string()));
            number += 1;
        }
        fs::write(folder.join(name), text + tail).unwrap();
    };
    let action =
        "(:action a-N :parameters (?x ?y) :precondition (p ?x ?y) :effect (and (q ?x) (not (p ?x ?y))))\n";
    whole("domain.pddl", "(define (domain small) (:predicates (p ?a ?b) (q ?a))\n", action, ")");
    fs::write(folder.join("small.pddl"), DOMAIN).unwrap();
    let few = "(define (problem few) (:domain small) (:objects a b) (:init (p a b) (q a)) (:goal (q b)))";
    fs::write(folder.join("few.pddl"), few).unwrap();
    let objects: String = (0..2000).fold(String::new(), |list, object| list + " o" + &object.to_string());
    let head = format!("(define (problem many) (:domain small) (:objects{objects}) (:init (q o0)");
    whole("problem.pddl", &head, "(p oN oN) (p o1 o2)\n", ") (:goal (q o1)))");
    let facts = "(p o5 o6) (p o6 o5) (p o1 o2)\n";
    whole("facts.pddl", &head, facts, ") (:goal (q o1)))");
    whole("many.plan", "", "(move roomb rooma)\n(move rooma roomb)\n", "");
    whole("levels.xsb", "", "; N\n\n######\n#@ $.#\n#    #\n######\n\n", "");
    fs::write(folder.join("one.xsb"), "######\n#@ $.#\n#    #\n######\n").unwrap();
    whole("moves.txt", "", "rlrlrlrlrlrlrlrlrlrlrlrlrlrlrl\n", "");
    let game = fs::read_to_string("problems/games/tic-tac-toe.pddl").unwrap();
    let (before, after) = game.split_once("(:init").unwrap();
    let fact = &after[after.find('(').unwrap()..=after.find(')').unwrap()];
    whole("game.pddl", &format!("{before}(:init"), &format!("{fact}\n"), after);
}

/// Every command that reads, on what is large for it. What begins with `@` is a file of the folder.
const READING: &[&str] = &[
    "check @domain.pddl @few.pddl",
    "check @small.pddl @problem.pddl",
    "check @small.pddl @facts.pddl",
    "check --game domains/games/tic-tac-toe.pddl @game.pddl",
    "fmt --check @domain.pddl",
    "fmt --stdout @problem.pddl",
    "plan @domain.pddl @few.pddl -q",
    "plan @small.pddl @facts.pddl -q --optimal",
    "why @domain.pddl @few.pddl",
    "why @small.pddl @facts.pddl",
    "why @small.pddl @problem.pddl",
    "ground @domain.pddl @few.pddl",
    "ground @small.pddl @facts.pddl --sas /dev/null",
    "validate @small.pddl @problem.pddl @many.plan",
    "validate domains/gripper.pddl problems/gripper/01-two-balls.pddl @many.plan",
    "sokoban check @levels.xsb",
    "sokoban show @levels.xsb",
    "sokoban convert @levels.xsb --to slc",
    "sokoban draw @levels.xsb",
    "sokoban draw @levels.xsb --level 3 --svg -",
    "sokoban draw @one.xsb --gif /dev/null --solution @moves.txt",
    "sokoban encode @levels.xsb --level 3",
    "sokoban decode @one.xsb @many.plan",
    "sokoban validate @one.xsb @moves.txt",
    "sokoban solve @levels.xsb -q",
    "sokoban solve @levels.xsb -q --level 7 --solver strips:filtered",
    "sokoban play @levels.xsb --plain",
    "compare @levels.xsb --level 2 --solvers direct --progress never",
    "game best domains/games/tic-tac-toe.pddl @game.pddl --time 100ms",
    "game play domains/games/tic-tac-toe.pddl @game.pddl --human none --time 10ms",
    "game solve domains/games/tic-tac-toe.pddl @game.pddl",
];

/// What takes long once it is read.
const WORKING: &[&str] = &[
    "ground @wide.pddl @wide-problem.pddl",
    "plan @wide.pddl @wide-problem.pddl -q --optimal",
    "plan @wide.pddl @wide-problem.pddl -q --h2",
    "plan @wide.pddl @wide-problem.pddl -q --heuristic landmarks --search astar",
    "plan @wide.pddl @wide-problem.pddl -q --anytime",
    "sokoban encode @hall.xsb",
    "sokoban solve @hall.xsb -q --solver strips:pushes",
    "sokoban solve @hall.xsb -q --solver pushes",
    "sokoban generate --size 30x30 --boxes 20 --count 100",
    "compare @hall.xsb --solvers direct,greedy --progress never",
    "game best domains/games/connect-four.pddl problems/games/connect-four-7x6.pddl --time 60s",
    "game play domains/games/connect-four.pddl problems/games/connect-four-7x6.pddl --human none --time 60s",
    "game solve domains/games/connect-four.pddl problems/games/connect-four-7x6.pddl",
];

/// Tasks and levels that keep searches busy.
fn write_work(folder: &Path) {
    let domain = "(define (domain wide) (:predicates (at ?t ?p) (free ?p) (seen ?t ?p) (thing ?t))
        (:action move :parameters (?t ?from ?to) :precondition (and (thing ?t) (at ?t ?from) (free ?to))
            :effect (and (at ?t ?to) (free ?from) (seen ?t ?to) (not (at ?t ?from)) (not (free ?to)))))";
    let list = |range: std::ops::Range<usize>, of: &dyn Fn(usize) -> String| -> String {
        range.map(of).collect::<Vec<_>>().join(" ")
    };
    let things = list(0..12, &|n| format!("t{n}"));
    let places = list(0..40, &|n| format!("p{n}"));
    let at = list(0..12, &|n| format!("(thing t{n}) (at t{n} p{n})"));
    let free = list(12..40, &|n| format!("(free p{n})"));
    let seen = list(0..12, &|t| list(12..40, &|p| format!("(seen t{t} p{p})")));
    let problem = format!(
        "(define (problem w) (:domain wide) (:objects {things} {places}) (:init {at} {free}) (:goal (and {seen})))"
    );
    fs::write(folder.join("wide.pddl"), domain).unwrap();
    fs::write(folder.join("wide-problem.pddl"), problem).unwrap();
    let (wall, floor) = ("#".repeat(200), format!("#{}#\n", " ".repeat(198)));
    let boxes = format!("# {}{}#\n", "$. ".repeat(20), " ".repeat(137));
    let hall = format!(
        "{wall}\n#@{}#\n{}{}{wall}\n",
        " ".repeat(197),
        floor.repeat(98),
        (boxes + &floor).repeat(50)
    );
    fs::write(folder.join("hall.xsb"), hall).unwrap();
}

fn start(command: &str, folder: &Path, limits: &[&str]) -> Child {
    let words = command.split(' ').map(|word| match word.strip_prefix('@') {
        Some(file) => folder.join(file).to_str().unwrap().to_owned(),
        None => word.to_owned(),
    });
    program().args(words).args(limits).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Whether a run that ended in this way is nobody's fault. Without a code, a signal ended it.
fn is_sound(code: Option<i32>) -> bool {
    matches!(code, None | Some(0 | 1 | 11 | 12 | 22 | 23 | 31))
}

#[test]
fn large_inputs_keep_the_limits() {
    let (sizes, time, memory): (&[usize], u64, u64) =
        if cases::is_long() { (&[1, 10, 100], 2000, 100) } else { (&[1], 300, 40) };
    let (mut count, mut slowest, mut largest) = (0, Duration::ZERO, 0);
    for &megabytes in sizes {
        let folder = tempfile::tempdir().unwrap();
        write_inputs(folder.path(), megabytes);
        write_work(folder.path());
        let working = if megabytes == 1 { WORKING } else { &[] };
        for command in READING.iter().chain(working) {
            let limits = [format!("--time-limit={time}ms"), format!("--memory-limit={memory}MiB")];
            let (code, peak, took) =
                watch(start(command, folder.path(), &limits.each_ref().map(String::as_str)));
            let told = format!("{command} ({megabytes} MB): {code:?}, {} KiB, {took:?}", peak >> 10);
            assert!(code.is_some() && is_sound(code), "{told}");
            // Each of two solvers has the time of the limit, of the processor: on a busy machine, that takes longer by
            // the clock. So does each hint of a game.
            let share = if command.contains("direct,greedy") { 20 } else { 1 };
            let in_time = took < Duration::from_millis(time) * share + SLACK;
            assert!(in_time || command.contains("sokoban play"), "{told}");
            assert!(peak <= (memory << 20) / 100 * 105, "{told}");
            count += 1;
            slowest = slowest.max(took);
            largest = largest.max(peak);
        }
    }
    cases::tell(&format!("{count} runs under limits, at most {slowest:?} and {} KiB", largest >> 10));
}

#[test]
fn every_stage_ends_soon_after_a_signal() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path(), if cases::is_long() { 20 } else { 1 });
    write_work(folder.path());
    let delays: &[u64] = if cases::is_long() { &[20, 100, 400, 1000, 2500] } else { &[150] };
    let (mut count, mut slowest) = (0, (Duration::ZERO, ""));
    for (at, command) in READING.iter().chain(WORKING).enumerate() {
        for (number, delay) in delays.iter().enumerate() {
            let mut child = start(command, folder.path(), &["--memory-limit=2GiB"]);
            std::thread::sleep(Duration::from_millis(*delay));
            if child.try_wait().unwrap().is_some() {
                break;
            }
            interrupt(&child, if (at + number) % 2 == 0 { "-INT" } else { "-TERM" });
            let (code, _, took) = watch(child);
            assert!(is_sound(code), "{command} after {delay} ms: {code:?}");
            assert!(took < SLACK, "{command} after {delay} ms: {took:?}");
            count += 1;
            slowest = slowest.max((took, command));
        }
    }
    cases::tell(&format!("{count} signals, the slowest end after {:?}: {}", slowest.0, slowest.1));
}
