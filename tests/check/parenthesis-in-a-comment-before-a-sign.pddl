; What stands around a row of words is told by forms, not by parentheses in comments.
; expect E0109 8:7: write (lit) (dry)
(define (domain lamps)
  (:requirements :strips)
  (:predicates (lit) (dry))
  (:action press :parameters ()
    :precondition (and ; an (or was here
      lit and dry)
    :effect (not (lit))))
;; problem
(define (problem p) (:domain lamps) (:init (lit) (dry)) (:goal (dry)))
