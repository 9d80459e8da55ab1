; The form that is open when the next section begins is the one to look at.
; expect E0005 5:3
(define (domain d)
  (:predicates (p))
  (:action a :parameters () :effect (p)
  (:action b :parameters () :effect (p)))
