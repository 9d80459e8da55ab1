; A parenthesis too many ends the definition early.
; expect E0006 4:20
(define (domain d)
  (:predicates (p)))
  (:action a :parameters () :effect (p)))
