; Two parameters that must differ, one pair that must be the same.
(define (domain pairs)
  (:requirements :adl)
  (:predicates (joined ?x ?y) (alone ?x))
  (:action join :parameters (?x ?y) :precondition (not (= ?x ?y)) :effect (joined ?x ?y))
  (:action part :parameters (?x ?y) :precondition (= ?x ?y) :effect (alone ?x)))
;; problem
(define (problem p) (:domain pairs)
  (:objects a b)
  (:init)
  (:goal (and (joined a b) (alone a))))
;; plan
(join a b)
(part a a)
;; says 0
valid, 2 steps, cost 2
;; plan
(join a a)
;; says 1
invalid: step 1 (join a a) cannot be applied (line 1)
  (= a a) is true: it is one object [domain.pddl:5:56]
;; plan
(part a b)
;; says 1
invalid: step 1 (part a b) cannot be applied (line 1)
  (= a b) is false: these are two objects [domain.pddl:6:51]
;; plan
(join b a)
(part a a)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (joined a b) is false: nothing has made it true [problem.pddl:4:15]
