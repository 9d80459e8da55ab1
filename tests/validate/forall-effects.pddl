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
invalid: there are no steps, and the goal does not hold in the initial state
  (forall (?x) ...) is false for ?x = w:
    none of these 2 alternatives is true:
      (red w) is false: nothing has made it true [problem.pddl:4:34]
      (= w u) is false: these are two objects [problem.pddl:4:43]
;; plan
(splash w)
;; says 1
invalid: step 1 (splash w) has an argument of a wrong type (line 1)
  w is of type wet, but ?b takes type brush
