; The name of a predicate with its negation; and one that stands for another with the same arguments.
; expect E0202 6:76: write (not (open ?v))
; expect E0202 7:75
(define (domain d) (:requirements :strips :typing) (:types valve tank)
  (:predicates (open ?v - valve) (wet ?t - tank))
  (:action close :parameters (?v - valve) :precondition (open ?v) :effect (not-open ?v))
  (:action shut :parameters (?v - valve) :precondition (open ?v) :effect (closed ?v))
  (:action drain :parameters (?t - tank) :precondition (wet ?t) :effect (not (wet ?t))))
