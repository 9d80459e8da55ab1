;   #######
;   #@ $ .#
;   #  $ .#
;   #     #
;   #######
(define (problem level)
  (:domain sokoban-typed)

  (:objects
    keeper - player
    stone-1 stone-2 - stone
    c2-2 c2-3 c2-4 c2-5 c2-6 c3-2 c3-3 c3-4 c3-5 c3-6 c4-2 c4-3 c4-4 c4-5 c4-6 - location
    up down left right - direction)

  (:init
    (at keeper c2-2)
    (at stone-1 c2-4)
    (at stone-2 c3-4)

    (is-goal c2-6)
    (is-goal c3-6)

    (clear c2-2)
    (clear c2-3)
    (clear c2-5)
    (clear c2-6)
    (clear c3-2)
    (clear c3-3)
    (clear c3-5)
    (clear c3-6)
    (clear c4-2)
    (clear c4-3)
    (clear c4-4)
    (clear c4-5)
    (clear c4-6)

    (move-dir c2-2 c3-2 down)
    (move-dir c2-2 c2-3 right)
    (move-dir c2-3 c3-3 down)
    (move-dir c2-3 c2-2 left)
    (move-dir c2-3 c2-4 right)
    (move-dir c2-4 c3-4 down)
    (move-dir c2-4 c2-3 left)
    (move-dir c2-4 c2-5 right)
    (move-dir c2-5 c3-5 down)
    (move-dir c2-5 c2-4 left)
    (move-dir c2-5 c2-6 right)
    (move-dir c2-6 c3-6 down)
    (move-dir c2-6 c2-5 left)
    (move-dir c3-2 c2-2 up)
    (move-dir c3-2 c4-2 down)
    (move-dir c3-2 c3-3 right)
    (move-dir c3-3 c2-3 up)
    (move-dir c3-3 c4-3 down)
    (move-dir c3-3 c3-2 left)
    (move-dir c3-3 c3-4 right)
    (move-dir c3-4 c2-4 up)
    (move-dir c3-4 c4-4 down)
    (move-dir c3-4 c3-3 left)
    (move-dir c3-4 c3-5 right)
    (move-dir c3-5 c2-5 up)
    (move-dir c3-5 c4-5 down)
    (move-dir c3-5 c3-4 left)
    (move-dir c3-5 c3-6 right)
    (move-dir c3-6 c2-6 up)
    (move-dir c3-6 c4-6 down)
    (move-dir c3-6 c3-5 left)
    (move-dir c4-2 c3-2 up)
    (move-dir c4-2 c4-3 right)
    (move-dir c4-3 c3-3 up)
    (move-dir c4-3 c4-2 left)
    (move-dir c4-3 c4-4 right)
    (move-dir c4-4 c3-4 up)
    (move-dir c4-4 c4-3 left)
    (move-dir c4-4 c4-5 right)
    (move-dir c4-5 c3-5 up)
    (move-dir c4-5 c4-4 left)
    (move-dir c4-5 c4-6 right)
    (move-dir c4-6 c3-6 up)
    (move-dir c4-6 c4-5 left)

    (= (total-cost) 0))

  (:goal (forall (?stone - stone) (at-goal ?stone)))
  (:metric minimize (total-cost))
)
