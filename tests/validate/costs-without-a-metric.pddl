; Without a metric each step costs 1, whatever it increases, and a missing value is no matter.
(define (domain toll)
  (:requirements :strips :action-costs)
  (:predicates (at ?x))
  (:functions (total-cost) (toll ?x ?y) - number)
  (:action walk :parameters (?x ?y) :precondition (at ?x)
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)))))
;; problem
(define (problem p) (:domain toll)
  (:objects a b)
  (:init (at a) (= (toll b a) 5))
  (:goal (at b)))
;; plan
(walk a b)
;; says 0
valid, 1 step, cost 1
;; plan
(walk a b)
(walk b a)
(walk a b)
; cost = 7
;; says 0
valid, 3 steps, cost 3
  the file states cost 7, which is wrong
