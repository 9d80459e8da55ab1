//! `banto plan --html`: a page of a plan.

use std::fmt::Write;
use std::fs;

use crate::command::{assert_page, banto, text, written};

/// The data of a page's script.
fn data(page: &str) -> serde_json::Value {
    let start = page.find("id=\"trace\">").expect("there is data") + 11;
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[test]
fn a_page_tells_what_a_plan_does() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("plan.html").to_str().unwrap().to_owned();
    let run = banto(&["plan", "problems/gripper/01-two-balls.pddl", "--optimal", "--html", &place]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    assert!(text(&run.stdout).contains("; cost = 5"), "the plan is printed, too");
    let page = fs::read_to_string(&place).unwrap();
    assert_page(&page);
    for part in ["5 steps; no plan is shorter", "prefers-color-scheme", "data-from="] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<li><button").count(), 5);
    let data = data(&page);
    assert_eq!(data["steps"].as_array().unwrap().len(), 5);
    assert_eq!(data["scene"].as_array().unwrap().len(), 6, "a picture of each state");
    assert!(page.contains("<div class=\"scene\""), "{page}");
    // The state that the script comes to holds the goal: both balls are in the other room.
    let numbers = |value: &serde_json::Value| -> Vec<u64> {
        value.as_array().unwrap().iter().map(|one| one.as_u64().unwrap()).collect()
    };
    let mut state = numbers(&data["init"]);
    for step in data["steps"].as_array().unwrap() {
        let (adds, deletes) = (numbers(&step["adds"]), numbers(&step["deletes"]));
        assert!(
            deletes.iter().all(|fact| state.contains(fact)) && adds.iter().all(|fact| !state.contains(fact))
        );
        state.retain(|fact| !deletes.contains(fact));
        state.extend(adds);
    }
    for reason in data["goal"].as_array().unwrap() {
        let fact = reason[1].as_str().unwrap().split(" is true").next().unwrap();
        let number = data["facts"].as_array().unwrap().iter().position(|one| one == fact).unwrap();
        assert!(state.contains(&(number as u64)), "{fact}");
        assert!(reason[2].as_u64().is_some_and(|by| by > 0), "{fact} was made true by a step");
    }
}

/// What the picture has no place for is one line below it, in each state.
#[test]
fn what_is_not_drawn_is_below_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d) (:requirements :typing :strips) (:types thing place)
        (:predicates (in ?t - thing ?p - place) (open) (shut))
        (:action unlock :precondition (shut) :effect (and (open) (not (shut))))
        (:action move :parameters (?t - thing ?p ?q - place) :precondition (and (open) (in ?t ?p))
          :effect (and (in ?t ?q) (not (in ?t ?p)))))";
    let problem = "(define (problem x) (:domain d) (:objects a - thing p q - place) (:init (in a p) (shut))
        (:goal (in a q)))";
    let files = [written(folder.path(), "domain.pddl", domain), written(folder.path(), "x.pddl", problem)];
    let place = folder.path().join("plan.html").to_str().unwrap().to_owned();
    let run = banto(&["plan", &files[0], &files[1], "--html", &place]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let page = fs::read_to_string(&place).unwrap();
    assert!(page.contains("<p class=\"where also\">(shut)</p>"), "{page}");
    assert_eq!(data(&page)["also"], serde_json::json!(["(shut)", "(open)", "(open)"]));
}

#[test]
fn a_page_draws_boards_and_derived_facts() {
    let page = text(&banto(&["plan", "problems/games/tic-tac-toe.pddl", "--first", "--html", "-"]).stdout);
    let drawn = data(&page);
    assert_eq!(drawn["scene"].as_array().unwrap().len(), drawn["steps"].as_array().unwrap().len() + 1);
    assert_eq!(page.matches("place cell").count(), 9);
    assert!(drawn["scene"][1].to_string().contains("\"X\""), "{}", drawn["scene"][1]);
    let page = text(&banto(&["plan", "problems/reachability/01-one-bridge.pddl", "--html", "-"]).stdout);
    assert_page(&page);
    assert!(data(&page)["steps"].to_string().contains("as a rule derives it"), "{page}");
}

#[test]
fn a_long_plan_makes_no_large_page_and_none_makes_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let (rooms, long) = (3_000, "x".repeat(300));
    let domain = "(define (domain d) (:predicates (at ?x) (next ?x ?y)) (:action go :parameters (?x ?y)
                  :precondition (and (at ?x) (next ?x ?y)) :effect (and (at ?y) (not (at ?x)))))";
    let mut problem = "(define (problem <p>) (:domain d) (:objects".to_owned();
    (0..rooms).for_each(|room| write!(problem, " r{room}{long}").unwrap());
    write!(problem, ") (:init (at r0{long})").unwrap();
    (1..rooms).for_each(|room| write!(problem, " (next r{}{long} r{room}{long})", room - 1).unwrap());
    write!(problem, ") (:goal (at r{}{long})))", rooms - 1).unwrap();
    let files = [written(folder.path(), "d.pddl", domain), written(folder.path(), "p.pddl", &problem)];
    let place = folder.path().join("plan.html").to_str().unwrap().to_owned();
    let run = banto(&["plan", &files[0], &files[1], "--search", "bfs", "-q", "--html", &place]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    let page = fs::read_to_string(&place).unwrap();
    assert_page(&page);
    assert!(page.len() < 12 << 20, "{}", page.len());
    for part in [
        "more steps, and the goal after them",
        "1999 more facts that never change",
        "pictures of the states: 3000 objects are too many",
        "&lt;p&gt;",
        "are too many",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let none = folder.path().join("none.html").to_str().unwrap().to_owned();
    let run = banto(&["plan", "tests/why/no-road.pddl", "--html", &none]);
    assert_eq!(run.status.code(), Some(11), "{}", text(&run.stderr));
    assert!(!folder.path().join("none.html").exists());
}
