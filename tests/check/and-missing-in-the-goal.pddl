; Several forms where one is taken, and one parenthesis too many at the end: the (and before them is missing.
; expect E0006 problem 4:10: add the missing (and
(define (domain d) (:requirements :strips) (:predicates (on ?x ?y))
  (:action move :parameters (?x ?y ?z) :precondition (on ?x ?y) :effect (and (not (on ?x ?y)) (on ?x ?z))))
;; problem
(define (problem p) (:domain d)
  (:objects a b c)
  (:init (on a b))
  (:goal (on a c) (on b c) (on c a))))
