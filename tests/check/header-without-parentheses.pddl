; The header lacks its parentheses.
; expect E0101 3:9: write (define (domain garden) ...)
(define domain garden
  (:requirements :strips)
  (:predicates (wet))
  (:action rain :parameters () :effect (wet)))
