; A lamp that is always on one of two tables; an action asks for it to be on neither. Two arguments may be the same table.
; expect 2
(define (domain d)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types table)
  (:constants left right - table)
  (:predicates (on ?t - table) (dark) (checked))
  (:action carry
    :parameters (?from ?to - table)
    :precondition (and (on ?from) (not (on ?to)))
    :effect (and (on ?to) (not (on ?from))))
  (:action wonder
    :parameters ()
    :precondition (and (not (on left)) (not (on right)))
    :effect (and (dark) (checked)))
  (:action look
    :parameters ()
    :effect (and (checked) (when (and (not (on left)) (not (on right))) (dark))))
  (:action give-up
    :parameters ()
    :precondition (and (checked) (not (on left)))
    :effect (and (dark) (not (checked)))))
;; problem
(define (problem p) (:domain d) (:init (on right)) (:goal (dark)))
