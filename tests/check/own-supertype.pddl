; The supertype of the first names was forgotten.
; expect W0106 8:5
; expect W0222 9:13
(define (domain d) (:requirements :strips :typing)
  (:types
    location
    robot
    machine
    painter packer - machine)
  (:predicates (at ?r - robot ?l - location) (paints ?m - painter) (near ?m - painter ?l - location))
  (:action paint :parameters (?r - robot ?m - painter ?l - location)
    :precondition (and (at ?r ?l) (near ?m ?l)) :effect (paints ?m)))
