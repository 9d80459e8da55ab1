; A problem without :objects says so once.
; expect E0105 problem 2:14: write a section (:objects NAME - TYPE ...)
(define (domain toads)
  (:requirements :strips :typing)
  (:types toad cell)
  (:predicates (on ?t - toad ?c - cell))
  (:action slide :parameters (?t - toad ?a ?b - cell) :precondition (on ?t ?a) :effect (and (not (on ?t ?a)) (on ?t ?b))))
;; problem
(define (problem five) (:domain toads)
  (:init (on tim c1) (on tom c2))
  (:goal (on tim c3)))
