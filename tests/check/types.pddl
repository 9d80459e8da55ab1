; A circle of types, a type that is only implied, and one that nobody knows.
; expect E0208 7:17
; expect W0209 7:30
; expect E0201 8:25
(define (domain d)
  (:requirements :typing)
  (:types a - b b - a  c  -  thing)
  (:predicates (p ?x  - thin ?y - c)))
