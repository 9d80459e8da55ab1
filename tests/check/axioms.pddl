; Derived predicates: changed directly, and negated in a circle.
; expect E0212 9:31
; expect E0211 10:37
; expect E0211 problem 1:40
(define (domain d)
  (:requirements :strips :derived-predicates :negative-preconditions)
  (:predicates (p) (q) (r))
  (:derived (p) (q))
  (:derived (q) (and (r) (not (p))))
  (:action a :parameters () :effect (p)))
;; problem
(define (problem x) (:domain d) (:init (q)) (:goal (p)))
