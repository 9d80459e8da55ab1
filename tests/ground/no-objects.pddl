; Without any object: facts without arguments are all there is.
; expect 2
(define (domain d)
  (:requirements :adl)
  (:predicates (p) (q ?x) (r))
  (:action one :parameters () :precondition (forall (?x) (q ?x)) :effect (p))
  (:action two :parameters () :precondition (and (p) (not (exists (?x) (q ?x)))) :effect (and (r) (not (p)))))
;; problem
(define (problem p) (:domain d) (:init) (:goal (and (r) (not (p)))))
