; A problem says which things there are, what holds at the
; beginning, and what should hold at the end.
(define (problem first)
  (:domain mine)
  (:objects one two - thing)
  (:init (todo one) (todo two))
  (:goal (and (done one) (done two)))
)
