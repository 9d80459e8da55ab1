; Two towers of four, shuffled into each other.
(define (problem blocks-two-towers)
  (:domain blocks)
  (:objects a b c d e f g h)

  (:init
    (hand-empty)
    (on-table a)
    (on b a)
    (on c b)
    (on d c)
    (clear d)
    (on-table e)
    (on f e)
    (on g f)
    (on h g)
    (clear h))

  (:goal (and (on b h) (on f b) (on d f) (on e g) (on c e) (on a c)))
)
