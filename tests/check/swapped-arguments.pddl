; Two arguments that fit in each other's place are one slip each time.
; expect E0207 10:28: write ?d before ?a
; expect E0207 problem 4:14: write rex before north
(define (domain farm)
  (:requirements :strips :typing)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (path ?a ?b - field))
  (:action run
    :parameters (?d - dog ?a ?b - field)
    :precondition (and (at ?a ?d) (path ?a ?b))
    :effect (and (at ?d ?b) (not (at ?d ?a)))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - dog north south - field)
  (:init (at north rex) (path north south))
  (:goal (at south rex)))
