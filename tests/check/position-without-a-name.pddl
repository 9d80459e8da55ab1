; Who walks has no name: the only fact says where. The condition that the goal be empty is one of places.
; expect W0220 6:13
(define (domain d) (:requirements :typing :negative-preconditions) (:types place)
  (:predicates (at ?p - place) (path ?a ?b - place))
  (:action walk :parameters (?a ?b - place) :precondition (and (at ?a) (not (at ?b)) (path ?a ?b))
    :effect (at ?b)))
;; problem
(define (problem x) (:domain d) (:objects u v - place) (:init (at u) (path u v)) (:goal (at v)))
