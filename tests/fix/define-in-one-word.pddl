; The word and the header in one, also where a parenthesis is too many.
; fixed 3: (define (domain blocks)
(define-domain blocks
  (:predicates (on ?a ?b) (clear ?a))
  (:action move :parameters (?a ?b)
    :precondition (and (clear ?a) (on ?b ?a))
    :effect (and (on ?a ?b) (clear ?b))))
