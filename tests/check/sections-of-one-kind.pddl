; Sections that no domain has: one finding for each kind.
; expect E0103 5:4
; expect E0103 7:4
(define (domain d)
  (:utility (p) 1)
  (:predicates (p) (q))
  (:rank (p) 1) (:utility (q) 2) (:rank (q) 2) (:utility (p) 3)
  (:action a :parameters () :precondition (p) :effect (q)))
