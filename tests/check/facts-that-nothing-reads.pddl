; A predicate that only the initial state mentions goes with its facts.
; expect W0203 6:32: remove it, or read it somewhere
; expect W0225 problem 2:61: leave them out; some planners reject them
(define (domain lamps)
  (:requirements :strips :typing) (:types lamp)
  (:predicates (lit ?l - lamp) (old ?o - lamp) (red ?l - lamp))
  (:action light :parameters (?l - lamp) :precondition (red ?l) :effect (lit ?l)))
;; problem
(define (problem p) (:domain lamps)
  (:objects a b - lamp) (:init (red a) (red b) (old a) (not (old b)) (not (lit a))) (:goal (lit a)))
