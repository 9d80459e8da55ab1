; The anomaly that Sussman found: whichever half is done first must be undone.
(define (problem blocks-sussman)
  (:domain blocks)
  (:objects a b c)
  (:init (hand-empty) (on-table a) (on c a) (clear c) (on-table b) (clear b))
  (:goal (and (on b c) (on a b)))
)
