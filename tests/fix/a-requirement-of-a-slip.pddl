; An `or` in a single place may be a slip for `and`: its requirement is not declared. Another word that is used has no other reading.
; fixed 6: (:requirements :strips :typing :conditional-effects)
; said: this needs :disjunctive-preconditions
; said: this needs :negative-preconditions
(define (domain walks)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (path ?a ?b - place) (wet ?p - place))
  (:action walk :parameters (?a ?b - place)
    :precondition (or (at ?a) (path ?a ?b))
    :effect (and (at ?b) (when (wet ?a) (wet ?b))))
  (:action dry :parameters (?a - place)
    :precondition (and (wet ?a) (not (at ?a)))
    :effect (not (wet ?a))))
