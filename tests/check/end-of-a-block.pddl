; The end of a block, as other languages write it.
; expect E0005 3:1: write ) in place of end
(define (domain d)
  (:requirements :strips)
  (:predicates (p))
  (:action a :parameters () :effect (p))
end
