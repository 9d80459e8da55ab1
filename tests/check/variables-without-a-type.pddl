; What ranges over all objects stands where only some can.
; expect W0227 10:18
; expect W0227 10:21
; expect W0227 problem 6:19
(define (domain farm)
  (:requirements :strips :typing)
  (:types dog field - object)
  (:predicates (at ?d - dog ?f - field) (tired ?d - dog))
  (:action rest
    :parameters (?d ?f)
    :precondition (at ?d ?f)
    :effect (and (tired ?d) (not (at ?d ?f)))))
;; problem
(define (problem p)
  (:domain farm)
  (:requirements :universal-preconditions)
  (:objects rex - dog north - field)
  (:init (at rex north))
  (:goal (forall (?x) (tired ?x))))
