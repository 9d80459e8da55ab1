; Both parameters may be the same object: the fact is deleted and added, and stays.
; expect 2
(define (domain d)
  (:requirements :strips)
  (:predicates (at ?x) (visited ?x ?y))
  (:action move :parameters (?x ?y) :precondition (at ?x)
    :effect (and (not (at ?x)) (at ?y) (visited ?x ?y))))
;; problem
(define (problem p) (:domain d) (:objects a b) (:init (at a)) (:goal (and (visited a a) (visited a b))))
