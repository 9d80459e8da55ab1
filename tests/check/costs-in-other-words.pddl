; Sums, an assignment of the cost, and the cost without its parentheses.
; expect E0902 14:30
; expect E0111 18:18
; expect W0103 21:28
; expect W0103 problem 4:21
(define (domain roads)
  (:requirements :typing :action-costs)
  (:types place)
  (:predicates (here ?p - place) (road ?a ?b - place))
  (:functions (total-cost) - number (toll ?a ?b - place) - number)
  (:action go
    :parameters (?a ?b - place) :precondition (and (here ?a) (road ?a ?b))
    :effect (and (not (here ?a)) (here ?b)
      (increase (total-cost) (+ (toll ?a ?b) 1))))
  (:action fly
    :parameters (?a ?b - place) :precondition (here ?a)
    :effect (and (not (here ?a)) (here ?b)
                 (= (total-cost) 9)))
  (:action walk
    :parameters (?a ?b - place) :precondition (and (here ?a) (road ?a ?b))
    :effect (and (increase total-cost 2) (not (here ?a)) (here ?b))))
;; problem
(define (problem p) (:domain roads) (:objects home town - place)
  (:init (here home) (road home town) (= (total-cost) 0) (= (toll home town) 2))
  (:goal (here town))
  (:metric minimize total-cost))
