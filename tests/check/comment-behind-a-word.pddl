; A list that goes on behind a sign that begins a comment.
; expect E0005 problem 2:35: delete the ;
(define (domain toads)
  (:requirements :strips :typing)
  (:types toad frog)
  (:predicates (tired ?t - toad) (awake ?f - frog))
  (:action wake :parameters (?t - toad ?f - frog) :precondition (tired ?t) :effect (awake ?f)))
;; problem
(define (problem two) (:domain toads)
  (:objects tim - toad; fay - frog)
  (:init (tired tim))
  (:goal (awake fay)))
