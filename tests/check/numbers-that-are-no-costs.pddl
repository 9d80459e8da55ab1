; Numbers that actions read and change are no costs, so nothing is said of costs.
; expect E0902 8:25
(define (domain d) (:requirements :strips :fluents)
  (:predicates (p) (q))
  (:functions (fuel) (rate) (value))
  (:action a :parameters ()
    :precondition (and (p)
                        (>= (fuel) 1))
    :effect (and (q) (decrease (fuel) 1.5) (increase (value) (rate))))
  (:action faster :parameters () :precondition (p) :effect (increase (rate) 1)))
;; problem
(define (problem x) (:domain d) (:init (p) (= (fuel) 2.5) (= (rate) -0.5)) (:goal (>= (value) 5)))
