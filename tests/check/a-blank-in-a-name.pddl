; Names of objects with a blank before their number: one finding, one mend for all places.
; expect E0108 problem 2:24: write bed1, and so wherever a name has a blank
(define (domain garden)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (path ?a ?b - place))
  (:action walk :parameters (?a ?b - place) :precondition (and (at ?a) (path ?a ?b))
    :effect (and (at ?b) (not (at ?a)))))
;; problem
(define (problem p) (:domain garden)
  (:objects shed pond  bed 1 bed 2 - place)
  (:init (at shed) (path shed pond) (path pond bed 1) (path bed1 bed2) (path bed 2 shed))
  (:goal (at bed 2)))
