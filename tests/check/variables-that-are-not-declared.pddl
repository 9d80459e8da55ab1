; A variable that stands below when alone, and one whose type only another has.
; expect E0204 9:43: for each, write (forall (?s - sample) (when ...))
; (of a list with an unknown variable nothing is said to be unused)
; expect E0207 10:76: did you mean ?o?
; expect E0204 10:109: did you mean ?o?
(define (domain lab) (:requirements :strips :typing :conditional-effects :universal-preconditions) (:types robot sample - object oven)
  (:predicates (hold ?r - robot ?s - sample) (done ?s - sample) (hot ?o - oven) (free ?r - robot))
  (:action drop :parameters (?r - robot) :precondition (free ?r)
    :effect (and (free ?r) (when (hold ?r ?s) (done ?s))))
  (:action bake :parameters (?r - robot ?o - oven) :precondition (and (hot ?r) (free ?r)) :effect (and (hot ?dough) (free ?r)))
)
