; What an action with a parameter of an empty type adds is out of reach.
; expect unsolvable
(define (domain d)
  (:requirements :typing)
  (:types ghost)
  (:predicates (other))
  (:action never :parameters (?x - ghost) :effect (other)))
;; problem
(define (problem p) (:domain d) (:init) (:goal (other)))
