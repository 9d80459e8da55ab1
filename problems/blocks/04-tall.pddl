; A tower of nine to be built from three.
(define (problem blocks-tall)
  (:domain blocks)
  (:objects a b c d e f g h i)

  (:init
    (hand-empty)
    (on-table a)
    (on b a)
    (on c b)
    (clear c)
    (on-table d)
    (on e d)
    (on f e)
    (clear f)
    (on-table g)
    (on h g)
    (on i h)
    (clear i))

  (:goal (and (on e i) (on b e) (on h b) (on c h) (on f c) (on d f) (on g d) (on a g)))
)
