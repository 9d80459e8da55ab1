; A feature is named whatever else is wrong with the text.
; expect E0901 8:4
; expect E0006 10:1
; expect E0005 problem 3:3
; expect E0903 problem 4:10
(define (domain d) (:requirements :durative-actions)
  (:predicates (p))
  (:durative-action a :parameters () :duration (= ?duration 1)
    :condition (at start (p)) :effect (at end (p))))
)
;; problem
(define (problem x)
  (:domain d)
  (:init (p)
  (:goal (preference late (p))))
