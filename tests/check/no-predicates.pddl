; A missing section is said once.
; expect E0105 5:25
(define (domain vans)
  (:action drive :parameters (?v ?a ?b)
    :precondition (and (at ?v ?a) (road ?a ?b))
    :effect (and (at ?v ?b) (not (at ?v ?a)))))
