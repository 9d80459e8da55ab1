; Declared twice, stated twice.
; expect E0209 9:25
; expect E0209 11:12
; expect W0202 11:27
; expect E0209 11:30
; expect W0202 11:30
; expect W0212 problem 2:14
(define (domain d)
  (:predicates (p) (q) (P))
  (:action a :parameters () :precondition (p) :effect (q))
  (:action A :parameters (?x ?X) :precondition (q) :effect (p)))
;; problem
(define (problem x) (:domain d)
  (:init (p) (p)) (:goal (q)))
