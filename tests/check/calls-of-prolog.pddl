; Facts as Prolog calls them, between others.
; expect E0109 11:24: write (on ?t ?from)
; expect E0109 12:23: write (not (on ?t ?from))
; expect E0109 12:49: write (free ?from)
(define (domain toads)
  (:requirements :strips :typing)
  (:types toad cell)
  (:predicates (on ?t - toad ?c - cell) (free ?c - cell) (right-of ?x ?y - cell))
  (:action slide
    :parameters (?t - toad ?from ?to - cell)
    :precondition (and on(?t ?from) (free ?to) (right-of ?to ?from))
    :effect (and (not on(?t ?from)) (on ?t ?to) free(?from) (not (free ?to)))))
