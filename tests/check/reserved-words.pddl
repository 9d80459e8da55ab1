; Words of conditions and effects cannot name predicates: no condition could read them.
; expect E0107 5:18
; expect E0107 5:24
(define (domain d)
  (:predicates (p) (not) (AND ?x))
  (:action a :precondition (p) :effect (not (p))))
