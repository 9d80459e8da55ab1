; Walking is free; only the toll counts, and the way around has none.
; expect 0
(define (domain d)
  (:requirements :strips :action-costs)
  (:predicates (at ?x) (road ?x ?y) (bridge ?x ?y))
  (:functions (total-cost) - number)
  (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y)))
  (:action cross :parameters (?x ?y) :precondition (and (at ?x) (bridge ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 3))))
;; problem
(define (problem p) (:domain d) (:objects a b c)
  (:init (at a) (bridge a c) (road a b) (road b c) (= (total-cost) 0)) (:goal (at c)) (:metric minimize (total-cost)))
