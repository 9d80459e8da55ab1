; A lamp that is always on one of two tables; conditions and goals ask for it to be on neither.
; expect unsolvable
(define (domain d)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types table)
  (:predicates (on ?t - table) (dark) (seen))
  (:action carry
    :parameters (?from ?to - table)
    :precondition (and (on ?from) (not (on ?to)))
    :effect (and (on ?to) (not (on ?from)) (seen)))
  (:action wonder
    :parameters (?a ?b - table)
    :precondition (and (seen) (not (on ?a)) (not (on ?b)))
    :effect (dark)))
;; problem
(define (problem p)
  (:domain d)
  (:objects left right - table)
  (:init (on left))
  (:goal (and (seen) (not (on left)) (not (on right)))))
