; A function without its parentheses is a number that changes, and no fact.
; fixed 9: :effect (decrease (fuel) 1))
; fixed 11: :effect (and (assign (fuel) 9) (scale-up (fuel) 2))))
; said: numeric effects
(define (domain trucks)
  (:requirements :fluents)
  (:predicates (moved)) (:functions (fuel))
  (:action move :parameters ()
    :effect (decrease fuel 1))
  (:action fill :parameters ()
    :effect (and (assign fuel 9) (scale-up fuel 2))))
