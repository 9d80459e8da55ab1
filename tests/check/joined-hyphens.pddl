; A hyphen without a blank on one side can only begin a type: nothing else is wrong.
; expect W0105 9:32
; expect W0105 10:30
; expect W0105 10:35
; expect W0223 problem 2:15
; expect W0105 problem 2:17
(define (domain d) (:requirements :strips :typing)
  (:types dia plat)
  (:predicates (assigned-at ?d -dia ?p - plat) (made ?d - dia))
  (:action a :parameters (?d -dia ?p- plat) :precondition (made ?d) :effect (assigned-at ?d ?p)))
;; problem
(define (problem x) (:domain d)
  (:objects l m -dia a b - plat) (:init (made l)) (:goal (assigned-at l b)))
