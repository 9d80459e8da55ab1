; Functions without their parentheses, in effects that change numbers.
; expect W0103 10:23
; expect E0902 11:27
; expect W0103 11:37
; expect W0103 11:53
; expect W0201 10:13
(define (domain d)
  (:predicates (p)) (:functions (fuel) (total-cost))
  (:action a :parameters () :precondition (p)
    :effect (increase total-cost 2))
  (:action b :effect (and (decrease fuel 1) (assign fuel 3)) :parameters ()))
