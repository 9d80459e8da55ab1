; `at` is one variable with four values; that it is not at some place is read in a condition, in an effect and in the goal.
; expect 4
(define (domain d)
  (:requirements :adl :typing)
  (:types place)
  (:constants a b c - place)
  (:predicates (at ?x - place) (link ?x ?y - place) (alarm) (open ?x - place))
  (:action go
    :parameters (?x ?y - place)
    :precondition (and (at ?x) (link ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (when (not (at b)) (alarm))))
  (:action hush :parameters () :precondition (and (not (at a)) (not (at c))) :effect (not (alarm)))
  (:action unlock :parameters (?x - place) :precondition (and (not (at ?x)) (at b)) :effect (open ?x)))
;; problem
(define (problem p) (:domain d)
  (:objects e - place)
  (:init (at a) (link a b) (link b c) (link c e) (link c b))
  (:goal (and (not (alarm)) (open c) (not (at b)))))
