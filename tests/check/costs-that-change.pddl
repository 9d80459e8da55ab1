; What one effect adds, another changes: numbers, although nothing compares them.
; expect E0902 8:60
(define (domain d) (:requirements :strips :fluents)
  (:predicates (p) (q))
  (:functions (rate) (value))
  (:action up :parameters () :precondition (p)
    :effect (and (q) (increase (value) (rate))))
  (:action faster :parameters () :precondition (p) :effect (increase (rate) 1)))
