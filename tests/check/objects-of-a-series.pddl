; An object that is not declared: one more of a series, or a slip.
; expect E0203 problem 4:39: declare it: (:objects b2 - battery)
; expect E0203 problem 5:12
; expect E0203 problem 5:41: did you mean house?
(define (domain d)
  (:requirements :typing)
  (:types place battery)
  (:predicates (at ?b - battery ?p - place) (spare ?b - battery) (lit ?p - place))
  (:action use :parameters (?b - battery ?p - place) :precondition (and (spare ?b) (at ?b ?p)) :effect (lit ?p)))
;; problem
(define (problem p) (:domain d)
  (:objects b1 - battery house - place)
  (:init
    (spare b1)                 (spare b2)
    (at b1 houses)   (at b1 house) (lit hause))
  (:goal (lit house)))
