; Parentheses are balanced: the section is unknown, and nothing in it is left open.
; expect E0103 problem 5:4
; expect E0103 problem 6:4
(define (domain d)
  (:predicates (p))
  (:action a :parameters () :precondition () :effect (p)))
;; problem
(define (problem x)
  (:domain d)
  (:init)
  (:goal (p))
  (:fails (:action (a) :on 1.0 (and)))
  (:passes (step (a) :effect (p))))
