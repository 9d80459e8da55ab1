//! Games that are written for a test: shapes that the games of the project do not have, and what grounding keeps of
//! them.

use std::collections::HashMap;

use banto::games::{Ending, Game, Position, Scoring, Side, WIN};
use banto::ground::{Scope, ground_for};
use banto::internals::AlphaBeta;
use banto::limits::Limits;
use banto::search::Random;
use banto::source::SourceText;
use banto::{pddl, task};

use crate::by_trying::applicable_by_scan;
use crate::minimax::minimax;
use crate::native::perft;
use crate::tasks::{TABLE, inspect, legal, solved, state, table, wander, with_texts};

/// A player who moves again, moves that go back and forth, a win that is stated by an action, and no derived facts at
/// all.
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
        let solved = solved(&mut position, TABLE, &Limits::none()).unwrap();
        assert_eq!(solved.value, Some(Ending::Won(Side::Second)));
        for depth in 1..9 {
            let wanted = minimax(&mut position, depth, Scoring::Distance);
            let mut table = table(position.key_words(), 1 << 16);
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

/// An action whose condition can hold in several ways is one move, with one successor.
#[test]
fn ways_to_satisfy_a_condition_are_not_moves() {
    let domain = SourceText::new(
        "d",
        "(define (domain gate)
          (:requirements :adl)
          (:types player key)
          (:constants first second - player)
          (:predicates (turn ?p - player) (wins ?p - player) (other ?p ?q - player) (near ?k - key) (rusty) (oiled) (count ?k - key))
          (:action open :parameters (?p ?q - player)
            :precondition (and (turn ?p) (other ?p ?q) (or (not (rusty)) (oiled) (exists (?k - key) (near ?k))))
            :effect (and (not (turn ?p)) (turn ?q) (when (oiled) (not (oiled))) (when (rusty) (oiled))))
          (:action look :parameters (?p ?q - player ?k - key)
            :precondition (and (turn ?p) (other ?p ?q) (near ?k))
            :effect (and (not (near ?k)) (count ?k) (not (turn ?p)) (turn ?q)))
          (:action leave :parameters (?p ?q - player)
            :precondition (and (turn ?p) (other ?p ?q) (forall (?k - key) (count ?k)))
            :effect (and (wins ?p) (not (turn ?p)) (turn ?q))))",
    );
    let problem = SourceText::new(
        "p",
        "(define (problem gate) (:domain gate) (:objects a b - key)
          (:init (turn first) (other first second) (other second first) (near a) (near b) (oiled) (rusty))
          (:goal (wins first)))",
    );
    with_texts(&domain, &problem, |rules| {
        let mut random = Random::new(9);
        for _ in 0..50 {
            let mut position = Position::new(rules);
            for _ in 0..20 {
                let list = legal(&position);
                let mut names: Vec<String> = list.iter().map(|one| rules.show_move(*one)).collect();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), list.len(), "{names:?}");
                // Whatever way an operator of the action stands for, the successor is the same.
                let ready: Vec<u32> =
                    applicable_by_scan(rules.task(), &state(&position)).into_iter().map(u32::from).collect();
                let mut after: HashMap<String, Vec<u64>> = HashMap::new();
                for one in ready {
                    position.play(one);
                    let next = state(&position);
                    position.undo();
                    assert_eq!(*after.entry(rules.show_move(one)).or_insert_with(|| next.clone()), next);
                }
                if list.is_empty() {
                    break;
                }
                wander(&mut position, 1, &mut random);
            }
        }
        // Opening changes nothing here, and a key is looked for once.
        let count = |depth| perft(&mut Position::new(rules), depth);
        assert_eq!((count(1), count(2)), (3, 7));
        let mut position = Position::new(rules);
        for depth in 1..7 {
            let wanted = minimax(&mut position, depth, Scoring::Distance);
            let mut table = table(position.key_words(), 1 << 16);
            let mut search = AlphaBeta::new(&mut position, &mut table, Scoring::Distance, &Limits::none());
            assert_eq!(search.search(depth, -WIN, WIN).unwrap().value, wanted, "depth {depth}");
        }
    });
}
