; All conditions are read before the step: a swap swaps, and nothing runs on.
(define (domain flip)
  (:requirements :adl)
  (:predicates (left) (right) (far))
  (:action swap :parameters () :effect (and
    (when (left) (and (not (left)) (right)))
    (when (right) (and (not (right)) (left)))
    (when (and (right) (not (left))) (far)))))
;; problem
(define (problem p) (:domain flip)
  (:init (left))
  (:goal (and (left) (far) (not (right)))))
;; plan
(swap)
(swap)
;; says 0
valid, 2 steps, cost 2
;; plan
(swap)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (left) is false: deleted by step 1 (swap) [problem.pddl:3:15]
  (far) is false: nothing has made it true [problem.pddl:3:22]
  (right) is true: added by step 1 (swap) [problem.pddl:3:33]
;; plan
(swap)
(swap)
(swap)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (left) is false: deleted by step 3 (swap) [problem.pddl:3:15]
  (right) is true: added by step 3 (swap) [problem.pddl:3:33]
