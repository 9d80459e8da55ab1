; expect W0224 problem 3:10
(define (domain d) (:requirements :strips) (:predicates (lit) (on))
  (:action press :parameters () :precondition (on) :effect (and (lit) (not (on))))
  (:action lift :parameters () :precondition (lit) :effect (and (on) (not (lit)))))
;; problem
(define (problem p) (:domain d)
  (:init (on))
  (:goal (and)))
