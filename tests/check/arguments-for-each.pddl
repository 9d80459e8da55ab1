; A predicate of one argument with several, and an action where what it adds is meant.
; expect E0206 problem 3:29: for each of them write (ripe bean) (ripe carrot)
; expect E0206 problem 4:15: for each of them write (and (picked carrot) (picked bean))
; expect E0202 problem 4:37: pick adds (picked carrot): is that meant?
; expect E0206 problem 4:54: leave out carrot
(define (domain garden)
  (:requirements :strips :typing)
  (:types plant place)
  (:predicates (ripe ?x - plant) (picked ?x - plant) (grows ?x - plant ?p - place))
  (:action pick :parameters (?x - plant ?p - place)
    :precondition (and (ripe ?x) (grows ?x ?p))
    :effect (and (picked ?x) (not (grows ?x ?p)))))
;; problem
(define (problem p) (:domain garden)
  (:objects carrot bean - plant bed - place)
  (:init (grows carrot bed) (ripe bean carrot) (grows bean bed))
  (:goal (and (picked carrot bean) (pick carrot bed) (grows bean bed carrot))))
