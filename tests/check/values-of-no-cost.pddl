; Values that no action adds up may be of any kind; and where all steps cost the same, a metric says nothing.
(define (domain d) (:requirements :strips :action-costs)
  (:predicates (p) (q))
  (:functions (total-cost) (width))
  (:action a :parameters () :precondition (p) :effect (and (q) (increase (total-cost) 3))))
;; problem
(define (problem x) (:domain d) (:init (p) (= (width) 2.5) (= (total-cost) 0)) (:goal (q)))
