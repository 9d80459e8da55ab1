; Two conditions below when, of which the second may as well be its effect: a guess.
; expect E0006 9:38
(define (domain garden)
  (:requirements :adl :typing)
  (:types bed)
  (:predicates (covered ?b - bed) (dry ?b - bed) (watered ?b - bed))
  (:action sprinkle
    :parameters ()
    :effect (forall (?b - bed) (when (covered ?b) (dry ?b)) (watered ?b))))
)
