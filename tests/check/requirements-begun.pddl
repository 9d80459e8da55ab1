; Flags that begin like one that there is.
(define (domain d)
  (:requirements :strips :types :negative)
  (:types thing)
  (:predicates (p ?x - thing))
  (:action a :parameters (?x - thing) :precondition (not (p ?x)) :effect (p ?x)))
