; Three layers: what is reached, what is not, and whether nothing is left out.
; expect 3
(define (domain d)
  (:requirements :adl :derived-predicates)
  (:predicates (edge ?x ?y) (wired ?x ?y) (root ?x) (reached ?x) (lost ?x) (complete) (happy))
  (:derived (reached ?x) (or (root ?x) (exists (?y) (and (reached ?y) (wired ?y ?x)))))
  (:derived (lost ?x) (not (reached ?x)))
  (:derived (complete) (forall (?x) (not (lost ?x))))
  (:action wire :parameters (?x ?y) :precondition (and (edge ?x ?y) (lost ?y)) :effect (wired ?x ?y))
  (:action smile :parameters () :precondition (complete) :effect (happy)))
;; problem
(define (problem p) (:domain d) (:objects a b c)
  (:init (root a) (edge a b) (edge b c) (edge c a)) (:goal (happy)))
