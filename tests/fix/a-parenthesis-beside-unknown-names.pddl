; A parenthesis that is missing hides what else is wrong: it is added all the same.
; fixed 8: :effect (and (hot ?p) (not (cold ?p))))
; said: unknown object stove
; said: unknown object hob
(define (domain kitchen)
  (:predicates (hot ?p) (cold ?p) (on ?p ?q))
  (:action heat :parameters (?p) :precondition (cold ?p)
    :effect (and (hot ?p) (not (cold ?p)))
  (:action put :parameters (?p)
    :precondition (and (on ?p stove) (on ?p hob))
    :effect (hot ?p)))
