; A letter that is missing in a word of five is a slip; of what may be another word, the ways to choose from are named.
; fixed 8: (:requirements :strips :typing)
; fixed 13: :precondition (and (ground ?b) (free))
; said: not fixed: d.pddl:14:50: yours to decide: declare it: (:predicates (hold ?b - box)) or did you mean holding?
; said: not fixed: d.pddl:18:43: yours to decide: did you mean lifted? or declare it: (:predicates (lifter ?b - box))
; fixed problem 2: (:init (ground a) (free))
(define (domain crane)
  (:requirements :strips)
  (:types box)
  (:predicates (ground ?b - box) (holding ?b - box) (lifted ?b - box) (free) (around ?a ?b - box))
  (:action lift
    :parameters (?b - box)
    :precondition (and (grond ?b) (free))
    :effect (and (not (ground ?b)) (not (free)) (hold ?b)))
  (:action drop
    :parameters (?b - box)
    :precondition (hold ?b)
    :effect (and (ground ?b) (free) (not (lifter ?b)))))
;; problem
(define (problem one) (:domain crane) (:objects a - box)
  (:init (grund a) (free))
  (:goal (and (ground a) (free))))
