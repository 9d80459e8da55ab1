; A circle of types, a type that is only implied, and one that nobody knows.
; expect E0208 8:17
; expect W0209 8:30
; expect W0203 9:16
; expect E0201 9:25
(define (domain d)
  (:requirements :typing)
  (:types a - b b - a  c  -  thing)
  (:predicates (p ?x  - thin ?y - c)))
