; The last names of a list lack their type: it belongs behind the last of them.
; expect E0207 problem 2:32
(define (domain d)
  (:requirements :strips :typing) (:types spot pearl)
  (:predicates (lies ?p - pearl ?s - spot) (seen ?p - pearl))
  (:action a :parameters (?p - pearl ?s - spot) :precondition (lies ?p ?s) :effect (seen ?p)))
;; problem
(define (problem p) (:domain d)
  (:objects deck reef - spot   white black)
  (:init (lies white deck) (lies black reef)) (:goal (and (seen white) (seen black))))
