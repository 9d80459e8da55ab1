; Where all arguments that do not fit are of one type, the declaration may be too narrow.
; expect E0207 14:34
; expect E0207 14:45
; expect E0207 15:28
; expect E0207 18:44
; expect E0207 20:21
; expect E0207 20:35
(define (domain d)
  (:requirements :typing)
  (:types room disk peg item - object ball box - item)
  (:predicates (at-robby ?r - ball) (on ?d - disk ?p - peg) (carried ?b - ball))
  (:action move
    :parameters (?a ?b - room ?d ?e - disk ?p - peg)
    :precondition (and (at-robby ?a) (on ?d ?e))
    :effect (and (at-robby ?b) (on ?d ?p)))
  (:action put
    :parameters (?d ?e - disk ?x - ball ?y ?z - box)
    :precondition (and (carried ?x) (on ?d ?e))
    :effect (and
      (not (carried ?y)) (carried ?z))))
