; Operators that do the same: the cheapest one is kept, whatever the order.
; expect 2
(define (domain d)
  (:requirements :strips :action-costs)
  (:predicates (done))
  (:functions (total-cost) (price ?x) - number)
  (:action pay :parameters (?x) :effect (and (done) (increase (total-cost) (price ?x)))))
;; problem
(define (problem p) (:domain d) (:objects a b c)
  (:init (= (price a) 5) (= (price b) 2) (= (price c) 9)) (:goal (done)) (:metric minimize (total-cost)))
