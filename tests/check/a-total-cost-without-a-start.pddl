; The total cost has no value at the start.
; expect W0214 problem 2:21: write (= (total-cost) 0) in :init
(define (domain walk) (:requirements :action-costs) (:predicates (at ?p) (way ?a ?b)) (:functions (total-cost) - number)
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (way ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) 2))))
;; problem
(define (problem p) (:domain walk) (:objects u v) (:init (at u) (way u v)) (:goal (at v))
  (:metric minimize (total-cost)))
