; What last made an atom true or false: the start, nothing, or the last step that changed it, not one that only restates it.
(define (domain history)
  (:requirements :adl)
  (:predicates (on ?x) (spare ?x) (done))
  (:action switch-on :parameters (?x) :effect (on ?x))
  (:action switch-off :parameters (?x) :effect (not (on ?x)))
  (:action blink :parameters (?x) :precondition (on ?x) :effect (and (not (on ?x)) (on ?x)))
  (:action flash :parameters (?x) :effect (and (on ?x) (not (on ?x))))
  (:action need :parameters (?x) :precondition (on ?x) :effect (done))
  (:action avoid :parameters (?x) :precondition (not (on ?x)) :effect (done))
  (:action choose :parameters () :precondition (exists (?x ?y) (and (on ?x) (spare ?y) (not (= ?x ?y)))) :effect (done))
  (:action all :parameters () :precondition (and (forall (?x) (on ?x)) (not (exists (?x) (spare ?x)))) :effect (done)))
;; problem
(define (problem p) (:domain history)
  (:objects a b c)
  (:init (on a) (spare a))
  (:goal (done)))
;; plan
(need b)
;; says 1
invalid: step 1 (need b) cannot be applied (line 1)
  (on b) is false: nothing has made it true [domain.pddl:9:48]
;; plan
(avoid a)
;; says 1
invalid: step 1 (avoid a) cannot be applied (line 1)
  (on a) is true from the start [domain.pddl:10:54]
;; plan
(blink a)
(avoid a)
;; says 1
invalid: step 2 (avoid a) cannot be applied (line 2)
  (on a) is true from the start [domain.pddl:10:54]
;; plan
(switch-off a)
(flash a)
(avoid a)
;; says 1
invalid: step 3 (avoid a) cannot be applied (line 3)
  (on a) is true: added by step 2 (flash a) [domain.pddl:10:54]
;; plan
(switch-on b)
(blink b)
(switch-on b)
(avoid b)
;; says 1
invalid: step 4 (avoid b) cannot be applied (line 4)
  (on b) is true: added by step 1 (switch-on b) [domain.pddl:10:54]
;; plan
(switch-off a)
(switch-off a)
(need a)
;; says 1
invalid: step 3 (need a) cannot be applied (line 3)
  (on a) is false: deleted by step 1 (switch-off a) [domain.pddl:9:48]
;; plan
(switch-on b)
(switch-off b)
(need b)
;; says 1
invalid: step 3 (need b) cannot be applied (line 3)
  (on b) is false: deleted by step 2 (switch-off b) [domain.pddl:9:48]
;; plan
(flash b)
(flash b)
(avoid b)
;; says 1
invalid: step 3 (avoid b) cannot be applied (line 3)
  (on b) is true: added by step 1 (flash b) [domain.pddl:10:54]
;; plan
(choose)
;; says 1
invalid: step 1 (choose) cannot be applied (line 1)
  (exists (?x ?y) ...) is false for everything; ?x = b, ?y = a comes nearest:
    (on b) is false: nothing has made it true [domain.pddl:11:69]
;; plan
(all)
;; says 1
invalid: step 1 (all) cannot be applied (line 1)
  (forall (?x) ...) is false for ?x = b:
    (on b) is false: nothing has made it true [domain.pddl:12:63]
  (exists (?x) ...) is true for ?x = a:
    (spare a) is true from the start [domain.pddl:12:90]
;; plan
(switch-on b)
(choose)
;; says 0
valid, 2 steps, cost 2
