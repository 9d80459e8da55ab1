; The type before its names, in a list in which another comes after them.
; expect E0108 problem 2:13: write each object as NAME - TYPE, as in c1 - cell
(define (domain toads)
  (:requirements :strips :typing)
  (:types toad cell)
  (:predicates (on ?t - toad ?c - cell))
  (:action slide :parameters (?t - toad ?a ?b - cell) :precondition (on ?t ?a) :effect (and (not (on ?t ?a)) (on ?t ?b))))
;; problem
(define (problem five) (:domain toads)
  (:objects cell - c1 c2 c3
            tim tom - toad)
  (:init (on tim c1) (on tom c2))
  (:goal (on tim c3)))
