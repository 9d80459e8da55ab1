; What only the problem uses is declared in the domain, whose file may change, too.
; fixed 4: (:requirements :typing :disjunctive-preconditions)
(define (domain lamps)
  (:requirements :typing)
  (:types lamp)
  (:predicates (lit ?l - lamp) (dark ?l - lamp))
  (:action press :parameters (?l - lamp)
    :precondition (dark ?l)
    :effect (and (lit ?l) (not (dark ?l)))))
;; problem
(define (problem p) (:domain lamps)
  (:objects a b - lamp)
  (:init (dark a) (dark b))
  (:goal (and (or (lit a) (lit b)) (or (lit b) (dark a)))))
