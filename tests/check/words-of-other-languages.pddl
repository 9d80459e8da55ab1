; A name after not without its parentheses, and if with and without then.
; expect E0109 8:75
; expect E0109 9:73: write (when (alarm) (at ?b))
; expect E0109 10:62
; expect E0109 10:77: write (when (alarm) (at ?b))
(define (domain d) (:requirements :strips :typing :action-costs :negative-preconditions :conditional-effects) (:types place)
  (:predicates (at ?p - place) (alarm))
  (:action a1 :parameters (?a ?b - place) :precondition (and (at ?a) (not alarm)) :effect (at ?b))
  (:action a4 :parameters (?a ?b - place) :precondition (at ?a) :effect (if (alarm) then (at ?b)))
  (:action a5 :parameters (?a ?b - place) :precondition (not at ?a) :effect (if (alarm) (at ?b))))
