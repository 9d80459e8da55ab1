; The first word is missing.
; expect E0101 3:1
(domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (tired ?d - dog))
  (:action rest
    :parameters (?d - dog)
    :precondition (tired ?d)
    :effect (not (tired ?d))))
