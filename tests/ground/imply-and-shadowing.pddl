; A quantifier's variable hides a parameter of the same name; an implication with a false left side holds.
; expect 1
(define (domain d)
  (:requirements :adl)
  (:predicates (p ?x) (q ?x) (r ?x))
  (:action a :parameters (?x)
    :precondition (and (p ?x) (exists (?x) (not (p ?x))) (forall (?x) (imply (q ?x) (p ?x))))
    :effect (forall (?y) (when (and (forall (?x) (imply (r ?x) (q ?x))) (not (p ?y))) (r ?y)))))
;; problem
(define (problem p) (:domain d) (:objects a b) (:init (p a)) (:goal (and (r b) (not (r a)))))
