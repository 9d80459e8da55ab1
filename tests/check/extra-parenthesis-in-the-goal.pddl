; The same inside the goal.
; expect E0006 6:21
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and (p a)))
     (q b)))
  (:metric minimize (total-cost)))
