; A problem that is called a domain.
; expect E0102 problem 1:9
(define (domain d) (:requirements :strips) (:predicates (p))
  (:action a :parameters () :effect (p)))
;; problem
(define (domain five) (:domain d) (:init) (:goal (p)))
