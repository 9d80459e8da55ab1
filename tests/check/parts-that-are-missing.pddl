; Parts that are missing, and what stands in their place.
; expect W0213 13:49
; expect E0108 14:45
; expect W0102 19:12
; expect W0201 12:11
; expect W0201 17:19
; expect W0201 18:27
; expect E0105 problem 1:9
; expect E0105 problem 1:9
; expect E0908 problem 4:12
(define (domain lamps)
  (:types lamp lamp)
  (:predicates (lit ?l - lamp) (idle ?l - lamp) (= ?a ?b))
  (:functions (total-cost) - number (price) -)
  (:action press
    :parameters (?l - lamp)
    :precondition (not (lit ?l))
    :effect (and (lit ?l) (increase (total-cost) (price))))
  (:action rest))
;; problem
(define (problem dark)
  (:domain lamps)
  (:objects a - lamp)
  (:metric maximize (total-cost)))
