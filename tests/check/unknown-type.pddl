; What is declared with an unknown type fits everywhere: one finding.
; expect E0201 problem 3:19
(define (domain farm)
  (:requirements :strips :typing)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (path ?a ?b))
    :effect (and (at ?d ?b) (not (at ?d ?a)))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - cat north south - field)
  (:init (at rex north) (path north south))
  (:goal (at rex south)))
