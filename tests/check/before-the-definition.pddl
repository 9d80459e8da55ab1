; A section that belongs into the definition stands before it.
; expect E0006 3:1
(:requirements :strips)
(define (domain d)
  (:predicates (p))
  (:action a :parameters () :effect (p)))
