; A hyphen is missing before a type: no object is named as the type.
; fixed problem 2: (:objects oak elm - tree   mill - place)
(define (domain wood)
  (:requirements :typing)
  (:types tree place)
  (:predicates (cut ?t - tree) (open ?p - place) (tall ?t - tree))
  (:action fell :parameters (?t - tree ?p - place) :precondition (and (open ?p) (tall ?t)) :effect (cut ?t)))
;; problem
(define (problem p) (:domain wood)
  (:objects oak elm tree   mill - place)
  (:init (tall oak) (open mill))
  (:goal (cut oak)))
