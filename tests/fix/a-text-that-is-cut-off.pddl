; The end of the text is missing: more than a parenthesis.
; said: unclosed form: expected 2 more ) before the end of the file
; said: yours to decide: 
(define (domain fire)
  (:predicates (dry ?x) (burning ?x))
  (:action light
    :parameters (?x)
    :precondition (dry ?x)
    :effect
