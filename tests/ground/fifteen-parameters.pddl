; An action with fifteen parameters: 32,768 bindings for the oracle, two for a join.
; expect 2
(define (domain d)
  (:requirements :strips)
  (:predicates (next ?x ?y) (seen ?x ?y))
  (:action walk :parameters (?x0 ?x1 ?x2 ?x3 ?x4 ?x5 ?x6 ?x7 ?x8 ?x9 ?x10 ?x11 ?x12 ?x13 ?x14) :precondition (and (next ?x0 ?x1) (next ?x1 ?x2) (next ?x2 ?x3) (next ?x3 ?x4) (next ?x4 ?x5) (next ?x5 ?x6) (next ?x6 ?x7) (next ?x7 ?x8) (next ?x8 ?x9) (next ?x9 ?x10) (next ?x10 ?x11) (next ?x11 ?x12) (next ?x12 ?x13) (next ?x13 ?x14)) :effect (seen ?x0 ?x14)))
;; problem
(define (problem p) (:domain d) (:objects a b) (:init (next a b) (next b a)) (:goal (and (seen a a) (seen b b))))
