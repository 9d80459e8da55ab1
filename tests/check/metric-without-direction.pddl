; What to do with the cost is missing; a field lacks its colon; a constant is declared again with another type.
; expect E0106 13:5
; expect E0106 14:5
; expect E0209 problem 3:13
; expect E0114 problem 6:12
(define (domain farm)
  (:requirements :strips :typing :action-costs)
  (:types dog cat)
  (:constants rex - dog)
  (:predicates (tired ?d - dog))
  (:functions (total-cost) - number)
  (:action run
    parameters (?d - dog)
    precondition ()
    :effect (and (tired ?d) (increase (total-cost) 2))))
;; problem
(define (problem p)
  (:domain farm)
  (:objects rex - cat)
  (:init)
  (:goal (tired rex))
  (:metric (total-cost)))
