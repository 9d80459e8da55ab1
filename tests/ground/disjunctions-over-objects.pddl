; `forall` over a product of disjunctions: written out for each object, beyond what an operator is split for.
; expect 7
(define (domain d)
  (:requirements :adl)
  (:predicates (l0 ?x - object) (k0 ?x - object) (l1 ?x - object) (k1 ?x - object) (l2 ?x - object) (k2 ?x - object) (done))
  (:action left :parameters (?x) :precondition (not (k0 ?x)) :effect (and (l0 ?x) (k1 ?x)))
  (:action right :parameters (?x) :precondition (l0 ?x) :effect (and (l2 ?x) (not (l0 ?x)) (k0 ?x)))
  (:action finish :parameters () :precondition (forall (?x) (and (or (l0 ?x) (k0 ?x)) (or (l1 ?x) (k1 ?x)) (or (l2 ?x) (k2 ?x)))) :effect (done)))
;; problem
(define (problem p) (:domain d) (:objects a b c) (:init) (:goal (done)))
