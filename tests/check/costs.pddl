; Costs that are no costs.
; expect E0215 9:39
; expect E0113 problem 2:22
; expect E0213 problem 2:44
; expect E0217 problem 2:58
; expect E0214 problem 3:18
(define (domain d)
  (:requirements :action-costs) (:predicates (p)) (:functions (total-cost) (fee) (toll) (tax))
  (:action a :parameters () :effect   (increase (fee) 2))
  (:action b :parameters () :precondition (p) :effect (and (p) (increase (total-cost) (fee)) (increase (total-cost) (toll)))))
;; problem
(define (problem x) (:domain d) (:init (p)
  (= (total-cost) 0) (= -1 (fee)) (= (fee) -1) (= (toll) 1.5)
  (= (tax) 1) (= (tax) 2)) (:goal (p)) (:metric minimize (total-cost)))
