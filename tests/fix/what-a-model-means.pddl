; A legal model keeps its meaning: no metric is added, no type is narrowed. What changes nothing is done.
; fixed 8: (:types kind - object lamp - kind room)
; said: ?x ranges over all objects, but dark takes lamp
; said: ?y ranges over all objects, but dark takes lamp
; said: actions increase total-cost, and no metric minimizes it
(define (domain lamps)
  (:requirements :strips :typing :action-costs)
  (:types lamp - kind room)
  (:predicates (lit ?l - lamp) (dark ?l - lamp))
  (:functions (total-cost) - number)
  (:action light :parameters (?x - object)
    :precondition (dark ?x)
    :effect (and (lit ?x) (increase (total-cost) 2)))
  (:action strike :parameters (?y)
    :precondition (dark ?y)
    :effect (and (lit ?y) (increase (total-cost) 3))))
;; problem
(define (problem p)
  (:domain lamps)
  (:objects l - lamp r - room)
  (:init (dark l) (= (total-cost) 0))
  (:goal (lit l)))
