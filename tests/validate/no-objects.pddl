; Without objects and without parameters.
(define (domain bare)
  (:requirements :adl)
  (:predicates (p) (q ?x))
  (:action go :parameters () :precondition (forall (?x) (q ?x)) :effect (p))
  (:action stay :parameters () :precondition (exists (?x) (not (q ?x))) :effect (p)))
;; problem
(define (problem p) (:domain bare) (:init) (:goal (p)))
;; plan
(go)
;; says 0
valid, 1 step, cost 1
;; plan
(stay)
;; says 1
invalid: step 1 (stay) cannot be applied (line 1)
  (exists (?x) ...) is false: there is no object for ?x
;; plan
(Go)
(gO)
;; says 0
valid, 2 steps, cost 2
;; plan
;; says 1
invalid: there are no steps, and the goal does not hold in the initial state
  (p) is false: nothing has made it true [problem.pddl:1:51]
