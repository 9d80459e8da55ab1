; A domain without :types says so once.
; expect E0105 5:25: write a section (:types NAME ...)
(define (domain toads)
  (:requirements :strips :typing)
  (:predicates (on ?t - toad ?c - cell))
  (:action slide :parameters (?t - toad ?a ?b - cell) :precondition (on ?t ?a) :effect (and (not (on ?t ?a)) (on ?t ?b))))
;; problem
(define (problem five) (:domain toads)
  (:objects c1 c2 c3 - cell tim tom - toad)
  (:init (on tim c1) (on tom c2))
  (:goal (on tim c3)))
