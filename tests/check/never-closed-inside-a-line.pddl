; A form that holds more than it may, while one parenthesis is missing: that form is to be closed.
; expect E0005 11:18: add the missing )
(define (domain drone)
  (:requirements :strips :typing)
  (:types spot level)
  (:predicates (at ?s - spot) (charge ?l - level) (below ?a ?b - level))
  (:action fly
    :parameters (?a ?b - spot ?l1 ?l2 - level)
    :precondition (and (at ?a) (charge ?l1) (below ?l2 ?l1))
    :effect (and (not (at ?a)) (at ?b)
                 (not (charge ?l1) (charge ?l2)))

  (:action land
    :parameters (?a - spot)
    :precondition (at ?a)
    :effect (not (at ?a))))
