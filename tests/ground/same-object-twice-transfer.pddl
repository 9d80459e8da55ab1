; A swap of one object with itself must not lose it: adds win over deletes.
; expect 1
(define (domain d)
  (:requirements :strips)
  (:predicates (has ?x) (lucky ?x))
  (:action swap :parameters (?x ?y) :precondition (and (has ?x) (has ?y))
    :effect (and (not (has ?x)) (not (has ?y)) (has ?x) (lucky ?y))))
;; problem
(define (problem p) (:domain d) (:objects a b) (:init (has a) (has b)) (:goal (and (has a) (lucky a) (has b))))
