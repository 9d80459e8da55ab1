; A word that nobody knows, around conditions: one finding, and what is inside counts as used.
; expect E0109 10:7: the words that take conditions are and, or, not, imply, forall and exists; or is a ) missing?
; expect E0109 11:7: the words that take conditions are and, or, not, imply, forall and exists; or is a ) missing?
(define (domain firm)
  (:requirements :adl)
  (:predicates (engineer ?x) (free ?x) (hired ?x))
  (:action hire :parameters (?n)
    :precondition (exists (?x ?y)
      (and
      (mko (engineer ?x)) (not (mko (= ?x ?y))) (mko (free ?x) (free ?y))
      (necessarily (free ?y))))
    :effect (hired ?n)))
