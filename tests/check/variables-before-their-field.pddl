; The variables of an action, as in a call, before the field that declares them.
; expect E0111 7:16: leave it out: they are declared in :parameters
(define (domain toads)
  (:requirements :strips :typing)
  (:types toad cell)
  (:predicates (on ?t - toad ?c - cell))
  (:action hop (?t ?from)
    :parameters (?t - toad ?from ?to - cell)
    :precondition (on ?t ?from)
    :effect (and (not (on ?t ?from)) (on ?t ?to))))
