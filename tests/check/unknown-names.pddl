; Names that are declared nowhere.
; expect E0203 12:34
; expect E0202 13:22
; expect E0204 14:18
; expect E0201 16:23
(define (domain d)
  (:requirements :strips :typing)
  (:types robot)
  (:predicates (at-robby ?r - robot) (lit ?r - robot))
  (:action go
    :parameters (?b - robot)
    :precondition (and (at-robby b)
      (and (lit ?b) (at-roby ?b)))
    :effect (lit ?bb))
  (:action stay
    :parameters (?r - robott)
    :precondition (lit ?r)
    :effect (at-robby ?r)))
