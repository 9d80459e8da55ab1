; Facts and objects that only one agent knows are not supported.
; expect E0910 5:24
; expect W0201 problem 3:24
(define (domain d)
  (:predicates (p ?x) (:private (q ?x)))
  (:action a :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))
;; problem
(define (problem x) (:domain d)
  (:objects a (:private b))
  (:init (p a)) (:goal (not (p a))))
