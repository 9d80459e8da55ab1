; A sign among names is a slip, and a name that is declared nowhere is reported once.
; expect E0108 7:18
; expect E0202 11:39
(define (domain d)
  (:requirements :strips :typing)
  (:types robot)
  (:constants bb $ - robot)
  (:predicates (at-robby ?r - robot))
  (:action go
    :parameters (?r - robot)
    :precondition (and (at-robby ?r) (zzz ?r bb) (zzz bb ?r))
    :effect (zzz ?r ?r)))
