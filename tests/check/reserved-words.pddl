; Words of conditions and effects cannot name predicates: no condition could read them.
; expect E0107 5:21
; expect E0107 5:27
(define (domain d)
  (:predicates (p) (not) (AND ?x))
  (:action a :parameters () :precondition (p) :effect (not (p))))
