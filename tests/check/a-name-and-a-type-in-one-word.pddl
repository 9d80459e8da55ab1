; A hyphen without blanks makes one word of a name and its type.
; expect E0201 6:27: gem-object is one word: write gem - object
; expect W0105 6:38: write ?s - stone
; expect W0105 6:54: write ?a - gem-object
(define (domain d) (:requirements :strips :typing) (:types stone gem-object)
  (:predicates (lies ?g - gem) (deep ?s-stone) (next ?a-gem-object ?b - stone) (left-gem ?from-stone - stone))
  (:action grab :parameters (?g - gem ?s - stone)
    :precondition (and (lies ?g) (left-gem ?s)) :effect (and (deep ?s) (not (lies ?g)))))
