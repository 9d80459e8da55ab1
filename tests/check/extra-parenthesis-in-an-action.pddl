; The same inside an action: it closes the action before its effect.
; expect E0006 7:22
(define (domain d)
  (:predicates (p) (q))
  (:action a
    :parameters ()
    :precondition (p))
    :effect (q))
  (:action b :effect (p)))
