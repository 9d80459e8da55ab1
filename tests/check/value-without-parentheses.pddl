; The function of a value stands in parentheses of its own.
; expect E0113 problem 2:42: write (= (far base tower) 3)
(define (domain d) (:requirements :strips :typing :action-costs) (:types spot)
  (:predicates (at ?s - spot))
  (:functions (total-cost) - number (far ?a ?b - spot) - number)
  (:action fly :parameters (?a ?b - spot) :precondition (at ?a)
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (far ?a ?b)))))
;; problem
(define (problem p) (:domain d) (:objects base tower - spot)
  (:init (at base) (= (total-cost) 0) (= far base tower 3))
  (:goal (at tower)) (:metric minimize (total-cost)))
