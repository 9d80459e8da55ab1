; A rule that names one of two objects is not guessed: the other one would be any.
; said: a rule is about all objects: a variable is expected, found fox
(define (domain coop)
  (:requirements :typing :derived-predicates :equality)
  (:types player yard)
  (:constants fox - player)
  (:predicates (wins ?p - player ?y - yard) (open ?y - yard))
  (:derived (wins fox) (exists (?y - yard) (open ?y))))
