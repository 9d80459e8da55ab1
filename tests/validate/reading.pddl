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
;; says 31
1:1: error[E0502]: this step is never closed; write ) at its end
;; plan
(press (hall))
;; says 31
1:8: error[E0502]: a step begins inside a step; write ) at the end of the first one
;; plan
(press hall))
;; says 31
1:13: error[E0501]: a closing parenthesis without an open step; remove it, or write ( where the step begins
;; plan
(press hall) [1
;; says 31
1:14: error[E0501]: a malformed duration; a duration is a number in brackets, such as [1]; it may be left out
;; plan
press hall
;; says 31
1:1: error[E0501]: press is outside any step; a step is written in parentheses: (press hall); a comment begins with ;
;; plan
press(hall, room)
;; says 31
1:1: error[E0501]: press is outside any step; a step is written in parentheses: (press hall room); a comment begins with ;
;; plan
(press hall) (press, hall,room)
;; says 31
1:20: error[E0501]: a comma in a step; blanks separate the words of a step: write (press hall room)
;; plan
0: press hall
;; says 31
1:4: error[E0501]: press is outside any step; a step is written in parentheses: (press hall); a comment begins with ;
;; plan
((press hall) (press hall))
;; says 31
1:1: error[E0502]: the steps of a plan are not enclosed in parentheses of their own; a plan is one step after the other: (NAME OBJECT ...) (NAME OBJECT ...)
;; plan
1 (press hall)
;; says 31
1:1: error[E0501]: 1 is outside any step; a step is written (NAME OBJECT ...), and a comment begins with ;
;; plan
x: (press hall)
;; says 31
1:1: error[E0501]: x: is outside any step; a step is written (NAME OBJECT ...), and a comment begins with ;
;; plan
()
;; says 31
1:1: error[E0501]: a step without a name; a step is written (NAME OBJECT ...)
;; plan
(pres hall)
;; says 1
invalid: step 1 (pres hall) names an unknown action (line 1)
  there is no action pres; did you mean press?
;; plan
(press)
;; says 1
invalid: step 1 (press) does not fit its action (line 1)
  press takes 1 argument (?x - lamp), and the step has 0
;; plan
(press desk hall)
;; says 1
invalid: step 1 (press desk hall) does not fit its action (line 1)
  press takes 1 argument (?x - lamp), and the step has 2
;; plan
(press hal)
;; says 1
invalid: step 1 (press hal) names an unknown object (line 1)
  there is no object hal; did you mean hall?
;; plan
(press ?x)
;; says 1
invalid: step 1 (press ?x) names an unknown object (line 1)
  ?x is a variable; a step names objects
;; plan
(press hall)
(press garage)
;; says 1
invalid: step 2 (press garage) names an unknown object (line 2)
  there is no object garage
;; plan bom
(press hall)
; cost = 1 (unit cost)
;; says 0
valid, 1 step, cost 1, as the file states
;; plan
; Time 0.00
; Makespan 2.000
; Cost: 12
; MetricValue 12

0 : (press hall) [ 1.0 ]
;; says 0
valid, 1 step, cost 1
;; plan
0.00100: ( PRESS Desk ) [0.00100]
0.00100: (douse desk HALL) [0.00100] ; at the same time
; COST = 2
;; says 0
valid, 2 steps, cost 2, as the file states
;; plan
(press hall)
; cost = 18446744073709551616
;; says 0
valid, 1 step, cost 1
  the file states cost 18446744073709551616, which is wrong
;; plan
(press hall)
; cost = 1.5
;; says 0
valid, 1 step, cost 1
  the file states cost 1.5, which is wrong
;; plan
(press hall)
; cost = 01
; cost = 1 (the last one counts)
;; says 0
valid, 1 step, cost 1, as the file states
;; plan
1: (press desk)
0: (douse desk hall)
;; says 31
2:1: error[E0501]: the time of this step is before the time of the step above; write the steps in the order in which they are taken
;; plan
0:
;; says 31
1:1: error[E0501]: a step is expected after its time; write the step between parentheses: (action object ...)
;; plan
(press hall) [soon]
;; says 31
1:14: error[E0501]: a malformed duration; a duration is a number in brackets, such as [1]; it may be left out
;; plan
Solution found! (press hall)
;; says 31
1:1: error[E0501]: Solution is outside any step; a step is written (NAME OBJECT ...), and a comment begins with ;
;; plan
; nothing but a comment
;; says 1
invalid: there are no steps, and the goal does not hold in the initial state
  (lit hall) is false: nothing has made it true [problem.pddl:4:10]
;; plan
(press hall)
(define (problem p))
;; says 31
2:1: error[E0501]: this is a domain or a problem, not a plan; the domain comes first, then the problem, then plans
;; plan
(press Gate)
;; says 1
invalid: step 1 (press Gate) has an argument of a wrong type (line 1)
  Gate is of type door, but ?x takes type lamp
;; plan
(open Gate)
;; says 1
invalid: step 1 (open Gate) names an unknown action (line 1)
  there is no action open; the actions are press, douse
;; plan
(press hall) (press häll)
;; says 1
invalid: step 2 (press häll) names an unknown object (line 1)
  there is no object häll; did you mean hall?
