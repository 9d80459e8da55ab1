; Two ) are missing before :effect, and stand at the end of the action.
; expect E0005 9:19
(define (domain farm)
  (:requirements :adl)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (tired ?d
    :effect (and (at ?d ?b) (not (at ?d ?a))))))
  (:action rest
    :parameters (?d - dog)
    :precondition (tired ?d)
    :effect (not (tired ?d))))
