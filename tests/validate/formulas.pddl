; Reasons for every kind of formula: or, imply, forall, exists, and their negations.
(define (domain logic)
  (:requirements :adl)
  (:predicates (p ?x) (q ?x) (r))
  (:action add :parameters (?x) :effect (p ?x))
  (:action either :parameters (?x) :precondition (or (p ?x) (q ?x)) :effect (r))
  (:action neither :parameters (?x) :precondition (not (or (p ?x) (q ?x))) :effect (r))
  (:action notboth :parameters (?x) :precondition (not (and (p ?x) (not (q ?x)))) :effect (r))
  (:action implied :parameters (?x) :precondition (imply (p ?x) (q ?x)) :effect (r))
  (:action unimplied :parameters (?x) :precondition (not (imply (p ?x) (q ?x))) :effect (r))
  (:action all :parameters () :precondition (forall (?x ?y) (or (p ?x) (= ?x ?y))) :effect (r))
  (:action some :parameters () :precondition (exists (?x) (and (p ?x) (q ?x))) :effect (r))
  (:action notsome :parameters () :precondition (not (exists (?x) (p ?x))) :effect (r))
  (:action notall :parameters () :precondition (not (forall (?x) (p ?x))) :effect (r)))
;; problem
(define (problem p) (:domain logic)
  (:objects a b)
  (:init (q b))
  (:goal (and (r) (forall (?x) (not (p ?x))))))
;; plan
(either b)
;; says 0
valid, 1 step, cost 1
;; plan
(either a)
;; says 1
invalid: step 1 (either a) cannot be applied (line 1)
  none of these 2 alternatives is true:
    (p a) is false: nothing has made it true [domain.pddl:6:54]
    (q a) is false: nothing has made it true [domain.pddl:6:61]
;; plan
(neither b)
;; says 1
invalid: step 1 (neither b) cannot be applied (line 1)
  (q b) is true from the start [domain.pddl:7:67]
;; plan
(add a)
(notboth a)
;; says 1
invalid: step 2 (notboth a) cannot be applied (line 2)
  these 2 are true together:
    (p a) is true: added by step 1 (add a) [domain.pddl:8:61]
    (q a) is false: nothing has made it true [domain.pddl:8:73]
;; plan
(add a)
(implied a)
;; says 1
invalid: step 2 (implied a) cannot be applied (line 2)
  an imply is false: its first part is true, and its second is not:
    (p a) is true: added by step 1 (add a) [domain.pddl:9:58]
    (q a) is false: nothing has made it true [domain.pddl:9:65]
;; plan
(unimplied a)
;; says 1
invalid: step 1 (unimplied a) cannot be applied (line 1)
  (p a) is false: nothing has made it true [domain.pddl:10:65]
;; plan
(all)
;; says 1
invalid: step 1 (all) cannot be applied (line 1)
  (forall (?x ?y) ...) is false for ?x = a, ?y = b:
    none of these 2 alternatives is true:
      (p a) is false: nothing has made it true [domain.pddl:11:65]
      (= a b) is false: these are two objects [domain.pddl:11:72]
;; plan
(some)
;; says 1
invalid: step 1 (some) cannot be applied (line 1)
  (exists (?x) ...) is false for everything; ?x = b comes nearest:
    (p b) is false: nothing has made it true [domain.pddl:12:64]
;; plan
(add b)
(notsome)
;; says 1
invalid: step 2 (notsome) cannot be applied (line 2)
  (exists (?x) ...) is true for ?x = b:
    (p b) is true: added by step 1 (add b) [domain.pddl:13:67]
;; plan
(add a)
(add b)
(notall)
;; says 1
invalid: step 3 (notall) cannot be applied (line 3)
  (forall (?x) ...) is true for everything
    (p a) is true: added by step 1 (add a) [domain.pddl:14:66]
    (p b) is true: added by step 2 (add b) [domain.pddl:14:66]
;; plan
(add a)
(either a)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (forall (?x) ...) is false for ?x = a:
    (p a) is true: added by step 1 (add a) [problem.pddl:4:37]
;; plan
(notall)
;; says 0
valid, 1 step, cost 1
