; A field holds one form: what follows it was to be in it.
; expect E0006 8:24
(define (domain d)
  (:predicates (p ?a) (q ?a))
  (:action go
    :parameters (?x)
    :precondition (p ?x) ; not here: )
    :effect (and (q ?x)) (not (p ?x))))
  (:action back
    :parameters (?x)
    :precondition (q ?x)
    :effect (p ?x)))
