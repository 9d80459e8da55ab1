; The supertype comes last.
; expect W0106 5:11
(define (domain farm)
  (:requirements :strips :typing)
  (:types object - dog field)
  (:predicates (at ?d - dog ?f - field))
  (:action rest
    :parameters (?d - dog ?f - field)
    :precondition (at ?d ?f)
    :effect (not (at ?d ?f))))
