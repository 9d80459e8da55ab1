; Where all arguments that do not fit are of one type, the declaration may be too narrow.
; expect E0207 14:34: declare it as it is used: (at-robby ?r - room)
; expect E0207 14:45: or declare it as it is used: (on ?d - disk ?p - (either peg disk))
; expect E0207 15:28: declare it as it is used: (at-robby ?r - room)
; expect E0207 18:44: or declare it as it is used: (on ?d - disk ?p - (either peg disk))
; expect E0207 20:21: or declare it as it is used: (carried ?b - item)
; expect E0207 20:35: or declare it as it is used: (carried ?b - item)
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
