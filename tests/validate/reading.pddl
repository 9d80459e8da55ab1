; How a plan file is read: case, comments, numbers, durations, line ends, and each way to be no plan.
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
(press hall)
;; says 0
valid, 1 step, cost 1
;; plan
(PRESS HALL)
; cost = 1 (unit cost)
;; says 0
valid, 1 step, cost 1, as the file states
;; plan
0: (press desk) [1]
1.000: (douse desk hall) [0.001]
; Cost: 2
;; says 0
valid, 2 steps, cost 2
;; plan
; a comment with (press) in it

  ( press   hall ) ; behind it
;; says 0
valid, 1 step, cost 1
;; plan
(press
  hall)
;; says 0
valid, 1 step, cost 1
;; plan
(press desk)(douse desk hall)
;; says 0
valid, 2 steps, cost 2
;; plan crlf
; cost = 2
(press desk)
(douse desk hall)
;; says 0
valid, 2 steps, cost 2, as the file states
;; plan
(press hall)
; cost = 7 (unit cost)
;; says 0
valid, 1 step, cost 1
  the file states cost 7, which is wrong
;; plan
(press hall)
;cost=1
;; says 0
valid, 1 step, cost 1, as the file states
;; plan
(press hall)
; cost = one
;; says 0
valid, 1 step, cost 1
;; plan
(press hall
;; says 1
invalid: this step is never closed (line 1, column 1)
  write ) at its end
;; plan
(press (hall))
;; says 1
invalid: a step within a step (line 1, column 8)
  close the first one
;; plan
(press hall))
;; says 1
invalid: nothing is open here (line 1, column 13)
;; plan
(press hall) [1
;; says 1
invalid: a duration that is never closed (line 1, column 14)
  write ] behind it
;; plan
press hall
;; says 1
invalid: press is no step (line 1, column 1)
  a step is (NAME ARGUMENT ...)
;; plan
1 (press hall)
;; says 1
invalid: 1 is no step (line 1, column 1)
  a step is (NAME ARGUMENT ...)
;; plan
x: (press hall)
;; says 1
invalid: x: is no step (line 1, column 1)
  a step is (NAME ARGUMENT ...)
;; plan
()
;; says 1
invalid: an empty step (line 1, column 1)
  write (NAME ARGUMENT ...)
;; plan
(pres hall)
;; says 1
invalid: unknown action pres (line 1, column 2)
  did you mean press?
;; plan
(press)
;; says 1
invalid: press takes 1 argument, got 0 (line 1, column 1)
;; plan
(press desk hall)
;; says 1
invalid: press takes 1 argument, got 2 (line 1, column 1)
;; plan
(press hal)
;; says 1
invalid: unknown object hal (line 1, column 8)
  did you mean hall?
;; plan
(press ?x)
;; says 1
invalid: unknown object ?x (line 1, column 8)
;; plan
(press hall)
(press garage)
;; says 1
invalid: unknown object garage (line 2, column 8)
