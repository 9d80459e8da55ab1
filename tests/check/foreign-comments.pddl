; Comments of other languages, told once.
; expect E0002 4:3
(define (domain farm)
  # the types
  (:requirements :adl)
  (:types dog field - object) // two of them
  /* the predicates
     of the farm */ (:predicates (at ?d - dog ?f - field) (tired ?d - dog))
  (:action rest
    :parameters (?d - dog) # one
    :precondition (tired ?d)
    :effect (not (tired ?d))))
