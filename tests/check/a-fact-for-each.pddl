; Commas where a fact of each is meant: they are read as blanks, and the number of arguments is told at once.
; expect E0206 problem 2:10: for each of them write (dry roses) (dry beans) (dry peas)
; expect E0002 problem 2:20
(define (domain garden)
  (:requirements :strips)
  (:predicates (dry ?b) (wet ?b))
  (:action water :parameters (?b) :precondition (dry ?b) :effect (and (wet ?b) (not (dry ?b)))))
;; problem
(define (problem p) (:domain garden) (:objects roses beans peas)
  (:init (dry roses, beans, peas))
  (:goal (and (wet roses) (wet beans))))
