//! Games that are written for a test: shapes that the games of the project do not have, and what grounding keeps of them.

use banto::game::{AlphaBeta, Ending, Game, Position, Scoring, Side, Table, WIN, minimax, solve};
use banto::ground::{Scope, ground_for};
use banto::limits::Limits;
use banto::search::Random;
use banto::source::SourceText;
use banto::{pddl, task};

use crate::tasks::{TABLE, inspect, wander, with_texts};

/// A player who moves again, moves that go back and forth, a win that is stated by an action, and no derived facts at all.
#[test]
fn games_of_other_shapes() {
    let domain = SourceText::new(
        "d",
        "(define (domain lane)
          (:requirements :strips :typing)
          (:types player place)
          (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (other ?p ?q - player)
            (at ?p - player ?x - place) (next ?x ?y - place) (end ?x - place) (ready ?p - player) (idle ?p - player))
          (:action wind :parameters (?p - player)
            :precondition (and (turn ?p) (idle ?p)) :effect (and (ready ?p) (not (idle ?p))))
          (:action go :parameters (?p ?q - player ?x ?y - place)
            :precondition (and (turn ?p) (other ?p ?q) (ready ?p) (at ?p ?x) (next ?x ?y))
            :effect (and (not (at ?p ?x)) (at ?p ?y) (not (ready ?p)) (idle ?p) (not (turn ?p)) (turn ?q)))
          (:action claim :parameters (?p ?q - player ?x - place)
            :precondition (and (turn ?p) (other ?p ?q) (at ?p ?x) (end ?x))
            :effect (and (wins ?p) (not (turn ?p)) (turn ?q))))",
    );
    let problem = SourceText::new(
        "p",
        "(define (problem lane) (:domain lane) (:objects a b c - place)
          (:init (turn second) (other first second) (other second first) (at first a) (at second a) (idle first) (idle second)
            (next a b) (next b a) (next b c) (next c b) (end c))
          (:goal (wins first)))",
    );
    with_texts(&domain, &problem, |rules| {
        let mut position = Position::new(rules);
        assert_eq!((position.mover(), position.longest()), (Side::Second, None));
        let mut random = Random::new(8);
        for _ in 0..30 {
            inspect(&position);
            wander(&mut position, 1, &mut random);
        }
        let mut position = Position::new(rules);
        let solved = solve(&mut position, TABLE, &Limits::none()).unwrap();
        assert_eq!(solved.value, Some(Ending::Won(Side::Second)));
        for depth in 1..9 {
            let wanted = minimax(&mut position, depth, Scoring::Distance, &Limits::none()).unwrap();
            let mut table = Table::new(position.key_words(), 1 << 16);
            let mut search = AlphaBeta::new(&mut position, &mut table, Scoring::Distance, &Limits::none());
            assert_eq!(search.search(depth, -WIN, WIN).unwrap().value, wanted, "depth {depth}");
        }
    });
}

/// For plans one of two equal actions is enough, and what always holds needs no fact. For games neither is dropped.
#[test]
fn grounding_for_everything_keeps_what_plans_do_not_need() {
    let domain = SourceText::new(
        "d",
        "(define (domain doors)
          (:requirements :adl :derived-predicates)
          (:predicates (open) (painted) (wins))
          (:derived (wins) (forall (?x) (= ?x ?x)))
          (:action push :parameters () :precondition (not (open)) :effect (open))
          (:action pull :parameters () :precondition (not (open)) :effect (open))
          (:action paint :parameters () :precondition (not (painted)) :effect (painted)))",
    );
    let problem =
        SourceText::new("p", "(define (problem p) (:domain doors) (:objects a) (:init) (:goal (open)))");
    let task =
        task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).task.unwrap();
    let count = |scope: &Scope| {
        let grounded = ground_for(&task, scope, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
        (grounded.operator_count(), grounded.axioms().len(), grounded.goal().len())
    };
    assert_eq!(count(&Scope::Goal), (1, 0, 1));
    let wins = task.predicates.find("wins").unwrap();
    assert_eq!(count(&Scope::Everything(vec![wins])), (3, 1, 0));
}
