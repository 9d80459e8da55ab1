; What other languages write for "not equal".
; expect E0202 6:38
(define (domain d) (:requirements :strips :equality :negative-preconditions)
  (:predicates (at ?x))
  (:action go :parameters (?a ?b)
    :precondition (and (at ?a)      (!= ?a ?b))
    :effect (and (at ?b) (not (at ?a)))))
