; Equality decides which of the effects happen.
; expect 2
(define (domain d)
  (:requirements :adl)
  (:constants c)
  (:predicates (lit ?x) (sum))
  (:action press :parameters (?x)
    :effect (and (forall (?y) (when (not (= ?x ?y)) (lit ?y))) (when (lit ?x) (not (lit ?x))) (when (= ?x c) (sum))))
  (:action none :parameters (?x ?y) :precondition (and (= ?x ?y) (not (= ?x ?x))) :effect (sum)))
;; problem
(define (problem p) (:domain d) (:objects a b) (:init) (:goal (and (not (lit a)) (lit b) (lit c) (sum))))
