; A name that says "not", asked for in one place.
; fixed 7: :precondition (not (wet ?l))
(define (domain lawn)
  (:requirements :negative-preconditions)
  (:predicates (wet ?l) (mown ?l))
  (:action mow :parameters (?l)
    :precondition (not-wet ?l)
    :effect (mown ?l)))
