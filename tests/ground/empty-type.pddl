; A type without objects: `forall` holds, `exists` does not, and an action with such a parameter has no instances.
; expect 1
(define (domain d)
  (:requirements :adl :typing)
  (:types ghost thing)
  (:predicates (seen ?x - ghost) (done) (other))
  (:action easy :parameters () :precondition (forall (?x - ghost) (seen ?x)) :effect (done))
  (:action never :parameters (?x - ghost) :effect (other))
  (:action neither :parameters () :precondition (exists (?x - ghost) (not (seen ?x))) :effect (other)))
;; problem
(define (problem p) (:domain d) (:objects t - thing) (:init)
  (:goal (and (done) (not (other)) (not (exists (?x - ghost) (not (seen ?x)))))))
