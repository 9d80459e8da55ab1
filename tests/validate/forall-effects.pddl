; Effects for all objects of a type, one within another, under conditions.
(define (domain paint)
  (:requirements :adl :typing)
  (:types tile brush - object wet - tile)
  (:predicates (near ?x ?y - tile) (red ?x - tile) (used ?x - brush))
  (:action splash :parameters (?b - brush)
    :effect (and (used ?b) (forall (?x - wet) (and (red ?x) (forall (?y - tile) (when (near ?x ?y) (red ?y))))))))
;; problem
(define (problem p) (:domain paint)
  (:objects w - wet t u - tile b - brush)
  (:init (near w t))
  (:goal (forall (?x - tile) (or (red ?x) (= ?x u)))))
;; plan
(splash b)
;; says 0
valid, 1 step, cost 1
;; plan
;; says 1
invalid: the goal does not hold in the initial state
  for ?x = w:
  none of 2 alternatives holds:
  (red w) is false: it was never made true [problem.pddl:4:34]
  w and u are not the same object [problem.pddl:4:43]
;; plan
(splash w)
;; says 1
invalid: step 1 (splash w): w is a wet, but ?b takes a brush (line 1)
