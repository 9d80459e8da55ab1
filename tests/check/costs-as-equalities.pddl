; A cost that is set to itself and more: the amount alone is added.
; expect E0111 8:93: a cost grows: write (increase (total-cost) 3)
; expect E0902 9:96
; expect E0111 10:79: a cost grows: write (increase (total-cost) AMOUNT)
(define (domain d) (:requirements :strips :typing :action-costs :negative-preconditions :conditional-effects) (:types place)
  (:predicates (at ?p - place) (alarm))
  (:functions (total-cost))
  (:action a1 :parameters (?a ?b - place) :precondition (and (at ?a) (not (alarm))) :effect (= (total-cost) (+ (total-cost) 3)))
  (:action a2 :parameters (?a ?b - place) :precondition (at ?a) :effect (increase (total-cost) (+ (total-cost) 3)))
  (:action a6 :parameters (?a ?b - place) :precondition (not (alarm)) :effect (= (total-cost) (* 2 3))))
