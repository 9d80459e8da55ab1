; Of a variable, a slip is mended, and what only its type makes likely is left.
; fixed 7: :precondition (in ?bag ?room)
; said: did you mean ?bag?
(define (domain trip) (:requirements :typing) (:types bag room)
  (:predicates (in ?b - bag ?r - room) (full ?b - bag))
  (:action fill :parameters (?bag - bag ?room - room)
    :precondition (in ?bag ?rooom)
    :effect (full ?sack)))
