; A parameter that takes two types, and an object of a third.
(define (domain zoo)
  (:requirements :typing)
  (:types dog cat fish - animal)
  (:predicates (fed ?x - (either dog cat)))
  (:action feed :parameters (?x - (either dog cat)) :effect (fed ?x)))
;; problem
(define (problem p) (:domain zoo)
  (:objects rex - dog tom - cat nemo - fish)
  (:init)
  (:goal (and (fed rex) (fed tom))))
;; plan
(feed rex)
(feed tom)
;; says 0
valid, 2 steps, cost 2
;; plan
(feed rex)
(feed nemo)
;; says 1
invalid: step 2 (feed nemo) has an argument of a wrong type (line 2)
  nemo is of type fish, but ?x takes type (either dog cat)
;; plan
(feed rex)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (fed tom) is false: nothing has made it true [problem.pddl:4:25]
