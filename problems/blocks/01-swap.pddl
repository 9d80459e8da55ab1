; Two blocks, one on the other: turn them round.
(define (problem blocks-swap)
  (:domain blocks)
  (:objects a b)
  (:init (hand-empty) (on-table a) (on b a) (clear b))
  (:goal (on a b))
)
