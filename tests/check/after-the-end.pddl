; A parenthesis too many ends the definition early.
; expect E0006 5:3
(define (domain d)
  (:predicates (p)))
  (:action a :parameters () :effect (p)))
