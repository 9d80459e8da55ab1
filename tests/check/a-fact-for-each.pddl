; Commas where a fact of each is meant: the predicate takes one argument.
; expect E0002 problem 2:20: dry takes one argument: write a fact for each
(define (domain garden)
  (:requirements :strips)
  (:predicates (dry ?b) (wet ?b))
  (:action water :parameters (?b) :precondition (dry ?b) :effect (and (wet ?b) (not (dry ?b)))))
;; problem
(define (problem p) (:domain garden) (:objects roses beans peas)
  (:init (dry roses, beans, peas))
  (:goal (and (wet roses) (wet beans))))
