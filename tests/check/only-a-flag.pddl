; A flag of another kind of planning that nothing uses.
; expect E0912 3:43
(define (domain d) (:requirements :strips :contingent) (:predicates (p) (q))
  (:action a :parameters () :precondition (p) :effect (q)))
