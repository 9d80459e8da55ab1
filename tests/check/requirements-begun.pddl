; Flags that begin like one that there is.
; expect E0216 5:26: did you mean :typing?
; expect E0216 5:33: did you mean :negative-preconditions?
(define (domain d)
  (:requirements :strips :types :negative)
  (:types thing)
  (:predicates (p ?x - thing))
  (:action a :parameters (?x - thing) :precondition (not (p ?x)) :effect (p ?x)))
