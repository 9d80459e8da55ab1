; A field that is nearly right, and an atom that is kept where all others go.
; expect E0106 7:31
(define (domain lamps)
  (:requirements :strips :conditional-effects)
  (:predicates (lit ?l) (near ?l))
  (:action turn-off
    :parameters (?l)          :condition (and (lit ?l) (near ?l))
    :effect (not (lit ?l)))
  (:action only
    :parameters (?l)
    :precondition (and (lit ?l) (near ?l))
    :effect (and (forall (?x) (not (lit ?x))) (lit ?l))))
