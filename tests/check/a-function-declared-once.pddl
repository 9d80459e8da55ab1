; A function that neither text declares is declared once, with the names of its first use.
; expect E0205 8:64: declare it: (:functions (fare ?a - city ?b - city))
(define (domain trip) (:requirements :typing :action-costs) (:types city)
  (:predicates (at ?c - city) (rail ?a ?b - city))
  (:functions (total-cost) - number)
  (:action ride :parameters (?a ?b - city)
    :precondition (and (at ?a) (rail ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (increase (total-cost) (fare ?a ?b)))))
;; problem
(define (problem p) (:domain trip) (:objects u v w - city)
  (:init (at u) (rail u v) (rail v w) (= (fare u v) 3) (= (fare v w) 4) (= (total-cost) 0))
  (:goal (at w)) (:metric minimize (total-cost)))
