; A goal that holds initially.
(define (domain done) (:predicates (p) (q)) (:action a :parameters () :effect (not (p))))
;; problem
(define (problem p) (:domain done) (:init (p)) (:goal (p)))
;; plan
;; says 0
valid, 0 steps, cost 0
;; plan
; nothing to do
; cost = 0 (unit cost)
;; says 0
valid, 0 steps, cost 0, as the file states
;; plan
(a)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (p) is false: deleted by step 1 (a) [problem.pddl:1:55]
