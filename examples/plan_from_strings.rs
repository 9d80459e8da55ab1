//! From two strings to a plan: a ferry that carries one car at a time.
//!
//! Run it with `cargo run --example plan_from_strings`. In: PDDL as strings, as a program would make them. Out: the
//! best plan, a proof that there is none, and what a mistake looks like.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use banto::limits::Limits;
use banto::planner::{Quality, Request, Status, TextsError, plan_texts};
use banto::why;

const DOMAIN: &str = "
(define (domain ferry)
  (:requirements :strips :typing)
  (:types place car)
  (:predicates (ferry-at ?p - place) (at ?c - car ?p - place) (on ?c - car) (empty))
  (:action sail
    :parameters (?from ?to - place)
    :precondition (ferry-at ?from)
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))
  (:action board
    :parameters (?c - car ?p - place)
    :precondition (and (ferry-at ?p) (at ?c ?p) (empty))
    :effect (and (not (at ?c ?p)) (not (empty)) (on ?c)))
  (:action debark
    :parameters (?c - car ?p - place)
    :precondition (and (ferry-at ?p) (on ?c))
    :effect (and (not (on ?c)) (empty) (at ?c ?p))))";

/// Writes a problem: so many cars on the left bank, which belong on the right one.
fn problem(cars: usize, ferry: &str) -> String {
    let names: Vec<String> = (1..=cars).map(|car| format!("car{car}")).collect();
    let all = |bank: &str| names.iter().map(|car| format!("(at {car} {bank})")).collect::<Vec<_>>().join(" ");
    format!(
        "(define (problem crossing) (:domain ferry)
           (:objects left right - place {} - car)
           (:init {ferry} {})
           (:goal (and {})))",
        names.join(" "),
        all("left"),
        all("right"),
    )
}

fn main() -> Result<(), TextsError> {
    // Quality::Good, the default, would give a good plan sooner; Quality::Optimal proves that no plan costs less.
    let request = Request::default().quality(Quality::Optimal);
    let limits = Limits::none().with_time(std::time::Duration::from_mins(1));

    let planned = plan_texts(DOMAIN, &problem(2, "(ferry-at left) (empty)"), &request, &limits)?;
    if let Some(text) = planned.plan_text() {
        print!("{text}");
    }
    println!("optimal: {}", planned.answer.status == Status::Solved { optimal: true });

    // A ferry that is never empty takes no car on board. That is an answer, not an error.
    let planned = plan_texts(DOMAIN, &problem(2, "(ferry-at left)"), &request, &limits)?;
    match planned.answer.status {
        Status::Unsolvable(proof) => {
            let reason = why::reason(&planned.task, &proof, &limits);
            println!("unsolvable: {}", reason.unwrap_or_default());
        }
        status => println!("{status:?}"),
    }

    // What is wrong with a text is said with its place.
    let wrong = problem(1, "(ferry-at left) (emtpy)");
    if let Err(error) = plan_texts(DOMAIN, &wrong, &request, &limits) {
        println!("{error}");
    }
    Ok(())
}
