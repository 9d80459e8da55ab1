; The only road has no length, so that no step along it has a cost and none can be taken.
; expect unsolvable
(define (domain d)
  (:requirements :strips :action-costs)
  (:predicates (at ?x) (road ?x ?y))
  (:functions (total-cost) (length ?x ?y) - number)
  (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (length ?x ?y)))))
;; problem
(define (problem p) (:domain d) (:objects a b)
  (:init (at a) (road a b) (= (length b a) 4))
  (:goal (at b)) (:metric minimize (total-cost)))
