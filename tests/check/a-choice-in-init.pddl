; What :init leaves open is not supported, also inside a form that does not belong there.
; expect E0111 problem 3:10: leave the and out, and write its facts one after the other
; expect E0912 problem 3:15
(define (domain d) (:predicates (p) (q))
  (:action a :parameters () :precondition (p) :effect (q)))
;; problem
(define (problem x)
  (:domain d)
  (:init (and (oneof (p) (q))))
  (:goal (q)))
