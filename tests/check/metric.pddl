; Metrics.
; expect E0114 problem 1:76
(define (domain d) (:requirements :strips)
  (:predicates  (p) (q))
  (:action a :parameters () :precondition (q) :effect (and (p) (q))))
;; problem
(define (problem x) (:domain d) (:init (q)) (:goal (q))           (:metric minimise (total-cost)))
