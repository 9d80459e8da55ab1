; The head of a rule without its parentheses.
; expect E0110 6:13
(define (domain d)
  (:requirements :strips :typing :derived-predicates) (:types lamp)
  (:predicates (lit ?l - lamp) (live ?l - lamp))
  (:derived lit ?l - lamp (live ?l))
  (:action a :parameters (?l - lamp) :precondition (lit ?l) :effect (live ?l)))
;; problem
(define (problem p) (:domain d) (:objects a - lamp) (:init (live a)) (:goal (lit a)))
