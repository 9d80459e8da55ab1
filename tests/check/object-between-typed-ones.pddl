; The type of rex is missing, so that it has that of the names after it: to be mended in :objects.
; expect E0207 problem 3:24
(define (domain farm)
  (:requirements :strips :typing)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field) (tired ?d - dog))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?d ?a) (path ?a ?b))
    :effect (and (at ?d ?b) (not (at ?d ?a)) (tired ?d))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects spot - dog rex north south - field)
  (:init (at spot north) (at rex north) (path north south))
  (:goal (and (at rex south) (tired rex))))
