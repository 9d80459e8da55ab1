; A constant of the domain in conditions and effects, and again among the objects of the problem's type.
; expect 2
(define (domain d)
  (:requirements :adl :typing)
  (:types place van - object)
  (:constants depot - place)
  (:predicates (at ?v - van ?p - place) (clean ?v - van))
  (:action home :parameters (?v - van ?p - place) :precondition (and (at ?v ?p) (not (= ?p depot)))
    :effect (and (not (at ?v ?p)) (at ?v depot)))
  (:action wash :parameters (?v - van) :precondition (at ?v depot) :effect (clean ?v)))
;; problem
(define (problem p) (:domain d) (:objects v - van shop - place) (:init (at v shop)) (:goal (clean v)))
