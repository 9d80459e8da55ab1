; Two by two.
(define (problem visit-all-small)
  (:domain visit-all)
  (:objects c2-1 c1-2 c2-2 - cell)

  (:init
    (at start)
    (visited start)
    (beside start c2-1)
    (beside start c1-2)
    (beside c2-1 start)
    (beside c2-1 c2-2)
    (beside c1-2 c2-2)
    (beside c1-2 start)
    (beside c2-2 c1-2)
    (beside c2-2 c2-1))

  (:goal (forall (?cell - cell) (visited ?cell)))
)
