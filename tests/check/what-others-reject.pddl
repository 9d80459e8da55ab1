; Other planners know numbers only as values, no flags but those of classical planning, and no number in front of a name.
; expect W0103 6:43: write :action-costs for costs, else leave it out
; expect W0107 7:11
; expect W0107 problem 1:18
; expect W0103 problem 3:18
(define (domain d) (:requirements :typing :fluents)
  (:types number - object)
  (:predicates (free ?n - number) (done))
  (:functions (total-cost) - number)
  (:action a :parameters (?n - number) :precondition (free ?n)
    :effect (and (done) (not (free ?n)) (increase (total-cost) 1))))
;; problem
(define (problem 3numbers)
  (:domain d)
  (:requirements :time)
  (:objects one - number)
  (:init (free one) (= (total-cost) 0))
  (:goal (done))
  (:metric minimize (total-cost)))
