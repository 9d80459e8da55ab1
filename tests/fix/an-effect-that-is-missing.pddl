; Nothing follows the field: what was to follow is not known.
; said: a form is missing after :effect
; said: yours to decide: 
(define (domain fire)
  (:predicates (dry ?x) (burning ?x))
  (:action light
    :parameters (?x)
    :precondition (dry ?x)
    :effect))
