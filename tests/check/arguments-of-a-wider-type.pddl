; A variable of a wider type than its predicate takes: other planners reject it.
; expect W0108 8:44: give it a type: ?l - lamp
; expect W0108 13:16
(define (domain d)
  (:requirements :adl)
  (:types thing room - object lamp clock - thing)
  (:predicates (lit ?l - lamp) (in ?t - thing ?r - room))
  (:action light :parameters (?r - room ?t ?l - thing)
    :precondition (and (in ?l ?r) (in ?t ?r))
    :effect (lit ?l))
  (:action check :parameters (?r - room)
    :precondition (and
      (forall (?t - (either lamp clock)) (lit ?t))
      (forall (?x - lamp) (in ?x ?r)))
    :effect (forall (?x - lamp) (not (lit ?x)))))
