; An argument of another type, a precondition, and what made it false; the goal, deleted or never true.
(define (domain lamp)
  (:requirements :typing :negative-preconditions)
  (:types lamp door)
  (:predicates (lit ?x - lamp) (open ?x - door))
  (:action press :parameters (?x - lamp) :precondition (not (lit ?x)) :effect (lit ?x))
  (:action douse :parameters (?x - lamp ?y - lamp) :precondition (lit ?x) :effect (and (not (lit ?x)) (lit ?y))))
;; problem
(define (problem p) (:domain lamp)
  (:objects desk hall - lamp Gate - door)
  (:init)
  (:goal (lit hall)))
;; plan
(press gate)
;; says 1
invalid: step 1 (press Gate) has an argument of a wrong type (line 1)
  Gate is of type door, but ?x takes type lamp
;; plan
(press desk)
(press desk)
;; says 1
invalid: step 2 (press desk) cannot be applied (line 2)
  (lit desk) is true: added by step 1 (press desk) [domain.pddl:6:61]
;; plan
(douse desk hall)
;; says 1
invalid: step 1 (douse desk hall) cannot be applied (line 1)
  (lit desk) is false: nothing has made it true [domain.pddl:7:66]
;; plan
(press desk)
(douse desk hall)
(douse desk hall)
;; says 1
invalid: step 3 (douse desk hall) cannot be applied (line 3)
  (lit desk) is false: deleted by step 2 (douse desk hall) [domain.pddl:7:66]
;; plan
(press desk)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (lit hall) is false: nothing has made it true [problem.pddl:4:10]
;; plan
;; says 1
invalid: there are no steps, and the goal does not hold in the initial state
  (lit hall) is false: nothing has made it true [problem.pddl:4:10]
;; plan
(press hall)
(douse hall desk)
;; says 1
invalid: all steps can be applied, but the goal does not hold at the end
  (lit hall) is false: deleted by step 2 (douse hall desk) [problem.pddl:4:10]
