; The price of a preference.
; expect E0903 problem 5:21
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
  (:metric minimize (+ 1 (is-violated g1))))
