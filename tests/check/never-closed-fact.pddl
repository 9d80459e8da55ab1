; As above, at the end of the file: a fact holds no fact.
; expect E0005 problem 3:10: add the missing )
(define (domain d) (:requirements :strips) (:predicates (on ?x ?y) (free ?x)))
;; problem
(define (problem p) (:domain d)
  (:objects a b)
  (:init (on a b (free a))
  (:goal (free a)))
