; Sections in an order of their own, and warnings that leave the task usable.
; expect W0101 9:31
; expect W0202 10:27
; expect W0201 9:38
; expect W0206 problem 1:43
; expect W0224 problem 1:61
; expect W0101 problem 2:4
(define (domain d)
  (:predicates (p ?x - box)) (:types box)
  (:action a :parameters (?z ?x - box) :precondition (p ?x) :effect (not (p ?x))))
;; problem
(define (problem x) (:domain d) (:objects box - box) (:goal (p box))
  (:init (p box)))
