; Who has no name is where the only fact says, and things happen there.
; expect W0220 7:97: is a (not (robot-at ?a)) missing?
(define (domain rooms)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (robot-at ?p - place) (way ?a ?b - place) (clean ?p - place))
  (:action go :parameters (?a ?b - place) :precondition (and (robot-at ?a) (way ?a ?b)) :effect (robot-at ?b))
  (:action sweep :parameters (?p - place) :precondition (robot-at ?p) :effect (clean ?p)))
;; problem
(define (problem two) (:domain rooms)
  (:objects hall room - place)
  (:init (robot-at hall) (way hall room))
  (:goal (and (clean hall) (clean room))))
