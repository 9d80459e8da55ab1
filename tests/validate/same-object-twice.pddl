; One object for two parameters, where nothing forbids it.
(define (domain twice)
  (:requirements :strips)
  (:predicates (has ?x) (lucky ?x))
  (:action swap :parameters (?x ?y) :precondition (and (has ?x) (has ?y))
    :effect (and (not (has ?x)) (has ?y) (lucky ?y))))
;; problem
(define (problem p) (:domain twice)
  (:objects a b)
  (:init (has a) (has b))
  (:goal (and (has a) (has b) (lucky a))))
;; plan
(swap a a)
;; says 0
valid, 1 step, cost 1
;; plan
(swap a b)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (has a) is false: deleted by step 1 (swap a b) [problem.pddl:4:15]
  (lucky a) is false: nothing has made it true [problem.pddl:4:31]
;; plan
(swap b a)
(swap b a)
;; says 1
invalid: step 2 (swap b a) cannot be applied (line 2)
  (has b) is false: deleted by step 1 (swap b a) [domain.pddl:5:56]
