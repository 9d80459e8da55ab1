; Mutex: one thing at two places is out of reach, though each place can be reached.
; expect unsolvable
(define (domain d)
  (:requirements :strips)
  (:predicates (at ?x) (road ?x ?y))
  (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))
;; problem
(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road b c)) (:goal (and (at b) (at c))))
