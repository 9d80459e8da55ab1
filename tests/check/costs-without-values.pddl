; Costs that are not defined in the initial state: for no arguments, and for a constant.
; expect W0214 13:124
; expect W0214 14:126
(define (domain d)
  (:requirements :strips :typing :action-costs)
  (:types place)
  (:constants home - place)
  (:predicates (at ?p - place))
  (:functions (toll ?p - place) - number (fee) - number (total-cost) - number)
  (:action walk :parameters (?p ?q - place)
    :precondition (at ?p)
    :effect (and (not (at ?p)) (at ?q) (increase (total-cost) (toll ?q))))
  (:action ride :parameters (?p - place) :precondition (at ?p) :effect (and (not (at ?p)) (at home) (increase (total-cost) (fee))))
  (:action return :parameters (?p - place) :precondition (at ?p) :effect (and (not (at ?p)) (at home) (increase (total-cost) (toll home))))
)
;; problem
(define (problem x) (:domain d) (:objects away - place)
  (:init (at home) (= (total-cost) 0) (= (toll away) 2))
  (:goal (at away))
  (:metric minimize (total-cost)))
