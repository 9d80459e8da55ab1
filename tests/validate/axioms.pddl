; Derived facts follow the state after each step, and fall with what they follow from.
(define (domain net)
  (:requirements :adl :derived-predicates)
  (:predicates (wire ?x ?y) (root ?x) (live ?x) (dead ?x) (done))
  (:derived (live ?x) (or (root ?x) (exists (?y) (and (live ?y) (wire ?y ?x)))))
  (:derived (dead ?x) (not (live ?x)))
  (:action lay :parameters (?x ?y) :precondition (live ?x) :effect (wire ?x ?y))
  (:action cut :parameters (?x ?y) :precondition (wire ?x ?y) :effect (not (wire ?x ?y)))
  (:action finish :parameters () :precondition (and (live c) (forall (?x) (imply (dead ?x) (= ?x e)))) :effect (done))
  (:constants c e))
;; problem
(define (problem p) (:domain net)
  (:objects a b)
  (:init (root a))
  (:goal (and (done) (dead c))))
;; plan
(lay a b)
(lay b c)
(finish)
(cut a b)
;; says 0
valid, 4 steps, cost 4
;; plan
(lay b c)
;; says 1
invalid: step 1 (lay b c) cannot be applied (line 1)
  (live b) is false: no rule derives it [domain.pddl:7:50]
;; plan
(lay a b)
(finish)
;; says 1
invalid: step 2 (finish) cannot be applied (line 2)
  (live c) is false: no rule derives it [domain.pddl:9:53]
  for ?x = c:
  what is required whenever another condition holds does not hold:
  c and e are not the same object [domain.pddl:9:92]
  (dead c) is true: a rule derives it [domain.pddl:9:82]
;; plan
(lay a c)
(finish)
;; says 1
invalid: step 2 (finish) cannot be applied (line 2)
  for ?x = b:
  what is required whenever another condition holds does not hold:
  b and e are not the same object [domain.pddl:9:92]
  (dead b) is true: a rule derives it [domain.pddl:9:82]
;; plan
(lay a b)
(lay b c)
(finish)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (dead c) is false: no rule derives it [problem.pddl:4:22]
;; plan
(lay a e)
(lay e c)
(lay c b)
(finish)
(cut a e)
;; says 0
valid, 5 steps, cost 5
