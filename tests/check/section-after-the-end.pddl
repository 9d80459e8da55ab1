; A parenthesis too many closes the definition before its next section.
; expect E0006 6:39: delete the ), or add the ( that is missing before it
(define (domain garden)
  (:requirements :strips)
  ; the last one is too many
  (:predicates (picked ?x) (grows ?x)))
  (:action pick :parameters (?x)
    :precondition (grows ?x)
    :effect (and (picked ?x) (not (grows ?x)))))
