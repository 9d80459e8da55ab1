; The short way has no cost, so that it cannot be taken; two increases add up.
; expect 11
(define (domain d)
  (:requirements :strips :action-costs)
  (:predicates (at ?x) (road ?x ?y))
  (:functions (total-cost) (length ?x ?y) - number)
  (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (length ?x ?y)) (increase (total-cost) 3))))
;; problem
(define (problem p) (:domain d) (:objects a b c)
  (:init (at a) (road a c) (road a b) (road b c) (= (length a b) 4) (= (length b c) 1))
  (:goal (at c)) (:metric minimize (total-cost)))
