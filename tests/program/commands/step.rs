//! `banto step`: by scripts through a pipe, and on a terminal.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::command::{banto_with, text};
use crate::terminal;

const CIRCUIT: [&str; 2] = ["tests/validate/trace/domain.pddl", "tests/validate/trace/problem.pddl"];

const PATIENCE: Duration = Duration::from_secs(30);

/// What a script prints, its messages, and its exit code.
fn script(files: &[&str], lines: &str) -> (String, String, Option<i32>) {
    let run = banto_with(&[&["step"], files].concat(), lines);
    (text(&run.stdout), text(&run.stderr), run.status.code())
}

/// A file in a folder; its path.
fn written(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// What is said, on both streams, to lines that are typed at a task.
fn typed(domain: &str, problem: &str, lines: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let files = [("domain.pddl", domain), ("problem.pddl", problem)];
    let [domain, problem] = files.map(|(name, text)| written(&folder, name, text));
    let (out, talk, _) = script(&[&domain, &problem], lines);
    out + &talk
}

/// An action that adds such facts of things of another type is no cure.
#[test]
fn only_an_action_that_could_add_the_very_fact_is_named() {
    let domain =
        "(define (domain d) (:requirements :typing) (:types cat dog) (:predicates (fed ?x) (glad ?x))
           (:action feed-cat :parameters (?c - cat) :effect (fed ?c))
           (:action feed-dog :parameters (?d - dog) :effect (fed ?d))
           (:action pet :parameters (?d - dog) :precondition (fed ?d) :effect (glad ?d)))";
    let problem =
        "(define (problem p) (:domain d) (:objects rex - dog tom - cat) (:init) (:goal (glad rex)))";
    let out = typed(domain, problem, "why-not pet rex\n");
    assert!(out.contains("(fed rex) could be made true by feed-dog\n"), "{out}");
}

/// Where pipes lead both ways, each end is wet because of the other: that is no reason for the first.
#[test]
fn a_derived_fact_is_no_reason_for_itself() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
           (:predicates (source ?t) (on) (pipe ?a ?b) (wet ?t))
           (:derived (wet ?t) (or (and (source ?t) (on)) (exists (?u) (and (wet ?u) (pipe ?u ?t)))))
           (:action start :parameters () :effect (on)))";
    let problem = "(define (problem p) (:domain d) (:objects main north)
           (:init (source main) (pipe main north) (pipe north main)) (:goal (and (wet main) (wet north))))";
    let out = typed(domain, problem, "start\ngoals\n");
    let main = out.split("(wet main) is true").nth(1).unwrap().split("(wet north) is true").next().unwrap();
    assert!(main.contains("(source main)") && main.contains("(on)") && !main.contains("north"), "{out}");
}

/// What never changes tells which action could add a fact.
#[test]
fn an_action_whose_fixed_conditions_do_not_hold_is_no_cure() {
    let domain = "(define (domain d) (:requirements :typing) (:types boat level)
           (:predicates (fuel ?b - boat ?l - level) (next ?l ?m - level) (full ?l - level))
           (:action sail :parameters (?b - boat ?l ?m - level) :precondition (and (fuel ?b ?l) (next ?m ?l))
             :effect (and (not (fuel ?b ?l)) (fuel ?b ?m)))
           (:action refuel :parameters (?b - boat ?l ?m - level) :precondition (and (fuel ?b ?l) (full ?m))
             :effect (and (not (fuel ?b ?l)) (fuel ?b ?m))))";
    let problem = "(define (problem p) (:domain d) (:objects tug - boat f0 f1 f2 f3 - level)
           (:init (fuel tug f2) (next f0 f1) (next f1 f2) (full f2)) (:goal (fuel tug f0)))";
    let out = typed(domain, problem, "why-not sail tug f1 f0\nwhy-not sail tug f3 f2\n");
    assert!(out.contains("(fuel tug f1) could be made true by sail\n"), "{out}");
    let never = "nothing can make (fuel tug f3) true: no action adds it under conditions that can hold\n";
    assert!(out.contains(never), "{out}");
    for (line, told) in [
        ("sial tug f2 f1\n", "there is no command sial; did you mean sail?"),
        ("back\n", "there is no command back; did you mean undo?"),
        ("actions\n99\n", "there is no action 99: `actions` has listed 1 to 2"),
    ] {
        let talk = typed(domain, problem, line);
        assert!(talk.contains(told), "{talk}");
    }
}

#[test]
fn a_script_goes_through_a_task() {
    let (out, talk, code) = script(
        &CIRCUIT,
        "help\nstate\nactions ; a comment\ndo 2\nwhy-not read study\nwhy-not walk hall study\nwander\n",
    );
    assert_eq!(code, Some(31), "{out}{talk}");
    assert!(talk.contains("error: there is no command wander"), "{talk}");
    for part in [
        "apply, do ACTION",
        "(at hall)\n(lit ceiling)\n(bright hall)\n",
        "walk: 1\n   1 (walk hall study)\nswitch: 1\n   2 (switch)\nread: 1\n   3 (read hall)\n",
        "1 (switch)\n    deletes (lit ceiling)\n    adds    (lit desk)\nafter 1 step, cost 1\n",
        "(read study) cannot be applied\n  (at study) is false: nothing has made it true [tests",
        "  (at study) could be made true by walk\n",
        "(walk hall study) can be applied\n",
    ] {
        assert!(out.contains(part), "{part}\nis not in\n{out}");
    }
    // An action by itself is applied; what no command takes is refused.
    let (out, ..) = script(&CIRCUIT, "(walk hall study)\n");
    assert!(out.contains("1 (walk hall study)\n"), "{out}");
    for (line, words) in [
        ("goals now", "unexpected now: the command is `goals`"),
        ("state al", "unexpected al: the command is `state [all]`"),
        ("quit 3", "unexpected 3: the command is `quit`"),
        ("(walk hall)", "(walk hall) does not fit its action"),
        ("walk hall", "(walk hall) does not fit its action"),
    ] {
        let (_, talk, code) = script(&CIRCUIT, &format!("{line}\n"));
        assert!(code == Some(31) && talk.contains(words), "{line}: {talk}");
    }
    let (out, talk, code) = script(
        &CIRCUIT,
        "g\nh hmax ff\nplan\nrun 1\nrun until (at study)\nundo\nrun until (not (at hall))\nrun\ng\nt\nquit\nno longer read\n",
    );
    assert_eq!((code, talk.as_str()), (Some(0), ""), "{out}");
    for part in [
        "does not hold\n  (lit desk) is false: nothing has made it true",
        "hmax                 7",
        "the relaxed plan of ff:\n",
        "a plan of 2 steps from here",
        "after 2 steps, cost 8: the goal holds\n",
        "holds\n  (lit desk) is true: added by step ",
        "    cost    8 so far\n",
    ] {
        assert!(out.contains(part), "{part}\nis not in\n{out}");
    }
}

/// An action whose conditional effects need others comes after these.
#[test]
fn the_relaxed_plan_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let domain = "(define (domain d) (:requirements :adl) (:types basin)
        (:predicates (wet ?b - basin) (watered ?b - basin))
        (:action irrigate :effect (forall (?b - basin) (when (wet ?b) (watered ?b))))
        (:action fill :parameters (?b - basin) :precondition (not (wet ?b)) :effect (wet ?b)))";
    let problem = "(define (problem p) (:domain d) (:objects a b - basin) (:init (wet a))
        (:goal (and (watered a) (watered b))))";
    let files = [file("d.pddl", domain), file("p.pddl", problem)];
    let (out, ..) = script(&[&files[0], &files[1]], "h ff\n");
    assert!(out.contains("the relaxed plan of ff:\n  (fill b)\n  (irrigate)\n"), "{out}");
}

#[test]
fn a_script_follows_a_plan_and_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.plan");
    let plan = "tests/validate/trace/plan";
    let lines = format!("run 2\nsave {}\nsave {}\n", saved.display(), CIRCUIT[0]);
    let (out, talk, code) = script(&[CIRCUIT[1], plan], &lines);
    assert_eq!(code, Some(31), "{out}{talk}");
    assert!(talk.contains("is read by this command") && !talk.contains("was not written"), "{talk}");
    let end = format!("the script ends at line 3: save {}\n", CIRCUIT[0]);
    assert!(talk.ends_with(&end), "{talk}");
    assert_eq!(
        std::fs::read_to_string(saved).unwrap(),
        "(switch)\n(walk hall study)\n; cost = 8 (general cost)\n"
    );
    let other = folder.path().join("other.pddl");
    std::fs::write(&other, "").unwrap();
    let (_, talk, code) = script(&CIRCUIT, &format!("\nsave {}\n", other.display()));
    assert!(
        code == Some(31) && talk.contains("is PDDL") && talk.contains(" ends at line 2: save "),
        "{talk}"
    );
    for (lines, code, message) in [
        ("apply read study\n", 1, "step 1 (read study) cannot be applied"),
        ("apply read nowhere\n", 31, "nowhere"),
        ("apply 3\n", 31, "there is no action 3"),
        ("undo\n", 31, "there is no step to take back"),
        ("undo -1\n", 31, "a whole number is expected, not -1"),
        ("exit\nundo\n", 0, ""),
        ("apply read study\n", 1, "is false"),
        ("run until (lit lamp)\n", 31, "there is no object lamp"),
        ("run until (not (lit lamp))\n", 31, "there is no object lamp"),
        ("do walk hall study\nrun\n", 31, "not those of the plan"),
        ("h landmark\n", 31, "there is no heuristic landmark"),
    ] {
        let (out, talk, exit) = script(&[CIRCUIT[0], CIRCUIT[1], plan], lines);
        assert_eq!(exit, Some(code), "{lines}{out}{talk}");
        assert!(talk.contains(message), "{lines}{talk}");
    }
}

/// A plan without steps is followed, too, and what an object of another type lacks is its type alone.
#[test]
fn nothing_impossible_is_offered() {
    let gripper = ["problems/gripper/01-two-balls.pddl"];
    let (out, ..) = script(&gripper, "why-not walk ball1 hall\n");
    assert!(out.contains("ball1 is of type ball") && !out.contains("could be made true"), "{out}");
    let text = std::fs::read_to_string(gripper[0]).unwrap();
    let start = text.find("(:goal").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let problem = directory.path().join("done.pddl");
    std::fs::write(&problem, format!("{}(:goal (robot-in kitchen)))", &text[..start])).unwrap();
    let (out, talk, code) = script(&["domains/gripper.pddl", problem.to_str().unwrap()], "plan\nrun\n");
    assert_eq!(code, Some(0), "{out}{talk}");
    assert!(
        out.contains("a plan of 0 steps") && out.ends_with("after 0 steps, cost 0: the goal holds\n"),
        "{out}"
    );
}

/// Why no plan leads from a state is said of that state, with the step that made it so; an action may stand alone.
#[test]
fn a_dead_end_is_told_as_it_is_here() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| written(&folder, name, text);
    let domain =
        "(define (domain mopping) (:requirements :adl) (:predicates (wet ?r) (dried ?r) (hurt) (power))
        (:action mop :parameters (?r) :precondition (wet ?r)
            :effect (and (not (wet ?r)) (dried ?r) (when (power) (hurt)))))";
    let problem = "(define (problem p) (:domain mopping) (:objects cellar) (:init (power) (wet cellar))
        (:goal (and (dried cellar) (not (hurt)))))";
    let files = [&*write("d.pddl", domain), &*write("p.pddl", problem)];
    let (out, talk, code) = script(&files, "mop cellar\nplan\n");
    assert_eq!(code, Some(11), "{out}{talk}");
    let told = "(hurt) holds here since step 1 (mop cellar), and no action deletes it: the goal needs it to be false";
    assert!(talk.contains(told) && !talk.contains("initially"), "{talk}");
    let (out, ..) = script(&files, "mop cellar\nh\n");
    assert!(out.contains("a dead end: (hurt) holds here since step 1"), "{out}");
    let (_, talk, _) = script(&files, "mop attic\n");
    assert!(talk.contains("attic") && !talk.contains("no command"), "{talk}");
}

#[test]
fn boards_are_drawn() {
    let files = ["domains/games/tic-tac-toe.pddl", "problems/games/tic-tac-toe.pddl"];
    let (out, talk, code) = script(&files, "state\n");
    assert_eq!((code, talk.as_str()), (Some(0), ""));
    assert!(out.starts_with(". . .\n. . .\n. . .\n"), "{out}");
}

#[test]
fn a_terminal_completes_and_remembers() {
    let Some((master, mut child)) = terminal::start(80, 24, &[], &[&["step"], &CIRCUIT[..]].concat()) else {
        return;
    };
    let mut source = master.try_clone_reader().unwrap();
    let mut keys = master.take_writer().unwrap();
    let shown = Arc::new(Mutex::new(String::new()));
    let screen = Arc::clone(&shown);
    let reader = std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        // The end of a terminal is an error on some systems.
        while let Ok(count @ 1..) = source.read(&mut bytes) {
            screen.lock().unwrap().push_str(&text(&bytes[..count]));
        }
    });
    // Waits for an answer, and for the prompt behind it: what is typed before that may be lost.
    let wait = |answer: &str, times: usize| {
        let start = Instant::now();
        loop {
            let shown = shown.lock().unwrap().clone();
            let is_ready = shown.rfind(answer).is_some_and(|at| shown[at..].contains("> "));
            if is_ready && shown.matches(answer).count() >= times {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{answer} not seen {times} times: {shown}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait("after 0 steps", 1);
    // Completion of commands, actions and objects; then the line again from the history.
    for (line, answer, times) in [
        ("app\twa\tha\tst\t\r", "after 1 step, cost 7", 1),
        ("nonsense\r", "there is no command nonsense", 1),
        ("undo\r", "after 0 steps, cost 0", 2),
        ("\x1b[A\x1b[A\x1b[A\r", "after 1 step, cost 7", 2),
        ("undo\r", "after 0 steps, cost 0", 3),
        ("(wa\tha\tst\t)\r", "after 1 step, cost 7", 3),
    ] {
        keys.write_all(line.as_bytes()).unwrap();
        wait(answer, times);
    }
    keys.write_all(b"quit\r").unwrap();
    assert_eq!(child.wait().unwrap().exit_code(), 0);
    drop((keys, master));
    reader.join().unwrap();
}
