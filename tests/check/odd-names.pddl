; Names that banto reads and the standard does not have.
; expect W0107 6:17
(define (domain farm)
  (:requirements :strips :typing)
  (:types dog)
  (:predicates (tired+ ?$d - dog))
  (:action 2rest
    :parameters (?1d - dog)
    :precondition (tired+ ?1d)
    :effect (not (tired+ ?1d))))
