; Two conditions below when, and its effect outside of it: what says that something exists is no effect.
; expect E0006 10:21: add the missing (and
(define (domain garden)
  (:requirements :adl :typing)
  (:types bed tank)
  (:predicates (covered ?b - bed) (beside ?b - bed ?t - tank) (watered ?b - bed))
  (:action sprinkle
    :parameters ()
    :effect (forall (?b - bed)
              (when (not (covered ?b))
                    (exists (?t - tank) (beside ?b ?t)))
                  (watered ?b))))
)
