; What is named here may be a variable, or an object of a problem.
; said: help: did you mean ?fox?
; said: help: or, about this object alone, write (:derived (wins ?p - player) (and (= ?p fox) ...))
; said: yours to decide: 
(define (domain coop)
  (:requirements :typing :derived-predicates :existential-preconditions)
  (:types player hen)
  (:predicates (wins ?p - player) (eaten ?h - hen))
  (:derived (wins fox) (exists (?h - hen) (eaten ?h))))
