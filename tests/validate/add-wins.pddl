; What is both deleted and added in one step ends up true, however it is written.
(define (domain stay)
  (:requirements :adl)
  (:predicates (at ?x) (seen ?x))
  (:action move :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x)) (seen ?y)))
  (:action shake :parameters () :effect (and (forall (?x) (when (at ?x) (at ?x))) (forall (?x) (not (at ?x)))))
  (:action clear :parameters () :effect (forall (?x) (when (seen ?x) (not (at ?x))))))
;; problem
(define (problem p) (:domain stay)
  (:objects a b)
  (:init (at a))
  (:goal (and (at a) (seen a) (not (at b)))))
;; plan
(move a a)
;; says 0
valid, 1 step, cost 1
;; plan
(move a a)
(shake)
(shake)
;; says 0
valid, 3 steps, cost 3
;; plan
(move a b)
(move b a)
;; says 0
valid, 2 steps, cost 2
;; plan
(move a b)
(shake)
(clear)
(move b a)
;; says 1
invalid: step 4 (move b a) cannot be applied (line 4)
  (at b) is false: deleted by step 3 (clear) [domain.pddl:5:51]
;; plan
(move a a)
(clear)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (at a) is false: deleted by step 2 (clear) [problem.pddl:4:15]
