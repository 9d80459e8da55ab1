; Derived predicates: changed directly, and negated in a circle.
; expect W0204 8:24
; expect E0212 10:31
; expect E0211 11:37
; expect E0211 problem 1:40
(define (domain d)
  (:requirements :strips :derived-predicates :negative-preconditions)
  (:predicates (p) (q) (r))
  (:derived (p) (q))
  (:derived (q) (and (r) (not (p))))
  (:action a :parameters () :effect (p)))
;; problem
(define (problem x) (:domain d) (:init (q)) (:goal (p)))
