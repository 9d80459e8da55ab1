; A type without a parameter, whose objects would be left over.
; expect W0222 4:62
; expect W0223 problem 1:49
(define (domain d) (:requirements :strips :typing) (:types a b)
  (:predicates (p ?x - a) (q ?x - a)) (:action m :parameters (?x - a) :precondition (p ?x) :effect (q ?x)))
;; problem
(define (problem x) (:domain d) (:objects k - a l - b) (:init (p k)) (:goal (q k)))
