; An exists that nearly always holds, and a forall that never does.
; expect W0229 8:83
; expect W0229 9:80: to ask for the rest only where this holds, write (imply A B) in forall
(define (domain garden)
  (:requirements :adl)
  (:types bed tank)
  (:predicates (by ?b - bed ?t - tank) (wet ?t - tank) (happy))
  (:action smile :parameters () :precondition (exists (?b - bed ?t - tank) (imply (by ?b ?t) (wet ?t))) :effect (happy))
  (:action frown :parameters (?b - bed) :precondition (forall (?t - tank) (and (by ?b ?t) (wet ?t))) :effect (not (happy)))
  (:action laugh :parameters (?b - bed) :precondition (forall (?t - tank) (imply (by ?b ?t) (wet ?t))) :effect (happy))
  (:action soak :parameters (?t - tank) :effect (wet ?t)))
;; problem
(define (problem p) (:domain garden) (:objects roses - bed one two - tank)
  (:init (by roses one)) (:goal (happy)))
