; What is asked for in two places spreads.
(define (domain news)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (told ?p - place) (way ?a ?b - place) (printed ?p - place))
  (:action tell :parameters (?a ?b - place) :precondition (and (told ?a) (way ?a ?b)) :effect (told ?b))
  (:action print :parameters (?p - place) :precondition (told ?p) :effect (printed ?p)))
;; problem
(define (problem two) (:domain news)
  (:objects hall room yard - place)
  (:init (told hall) (way hall room) (way hall yard))
  (:goal (and (printed hall) (told room) (told yard))))
