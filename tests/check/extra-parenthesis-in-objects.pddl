; The same in a list of words.
; expect E0006 5:16
(define (problem p)
  (:domain d)
  (:objects a b) c d - t)
  (:init (p a))
  (:goal (p a)))
