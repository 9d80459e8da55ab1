; No function that could be declared.
; expect E0908 problem 5:21
(define (domain farm)
  (:requirements :strips)
  (:predicates (tired))
  (:action run
    :parameters ()
    :precondition ()
    :effect (tired)))
;; problem
(define (problem p)
  (:domain farm)
  (:init)
  (:goal (tired))
  (:metric minimize (plan-length)))
