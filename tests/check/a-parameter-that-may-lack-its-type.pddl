; A single use may be a slip itself; where some argument fits, the type is meant.
; expect E0207 8:37: or write ?who - player: the type after several names is that of all of them
; expect E0207 11:36: did you mean ?loc?
(define (domain camp) (:requirements :strips :typing) (:types player location)
  (:predicates (at ?p - player ?l - location) (lost ?who ?where - location) (far ?a ?b - location))
  (:action stray
    :parameters (?p - player ?loc - location) :precondition (at ?p ?loc)
    :effect (and (at ?p ?loc) (lost ?p ?loc)))
  (:action leave
    :parameters (?p - player ?loc - location) :precondition (and (at ?p ?loc) (far ?loc ?loc))
    :effect (and (at ?p ?loc) (far ?p ?loc))))
