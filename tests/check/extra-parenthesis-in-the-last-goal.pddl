; The same in a goal that nothing follows.
; expect E0006 6:20
(define (problem p)
  (:domain d)
  (:init)
  (:goal (and (p a)) (q b)))
)
