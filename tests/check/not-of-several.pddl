; A row of facts below not: each of them in an effect; in a condition, two things may be meant.
; expect E0110 9:19: (and (not (raw ?d)) (not (cold ?d))) says that none of them holds, (not (and (raw ?d) (cold ?d))) that not all do
; expect E0110 13:18: write (and (not (raw ?d)) (not (cold ?d)))
(define (domain kitchen)
  (:requirements :strips :typing :negative-preconditions)
  (:types dish)
  (:predicates (raw ?d - dish) (cold ?d - dish) (served ?d - dish))
  (:action serve
    :precondition (not (raw ?d) (cold ?d))
    :parameters (?d - dish)
    :effect (served ?d))
  (:action bake :parameters (?d - dish)
    :effect (and (not (raw ?d) (cold ?d)) (cold ?d))))
