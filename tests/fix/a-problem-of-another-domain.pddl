; The names do not fit either: the problem may be of another domain.
; said: this problem is of domain roads, not of lamps
; said: yours to decide: 
(define (domain lamps)
  (:predicates (lit ?l))
  (:action light :parameters (?l) :effect (lit ?l)))
;; problem
(define (problem p)
  (:domain roads)
  (:objects a b)
  (:init (road a b))
  (:goal (at b)))
