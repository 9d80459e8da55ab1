;; board: row a3 b3 c3
;; board: row a2 b2 c2
;; board: row a1 b1 c1
(define (problem tic-tac-toe)
  (:domain tic-tac-toe)
  (:objects a1 b1 c1 a2 b2 c2 a3 b3 c3 - cell)

  (:init
    (turn first)
    (empty a1)
    (empty b1)
    (empty c1)
    (empty a2)
    (empty b2)
    (empty c2)
    (empty a3)
    (empty b3)
    (empty c3)
    (line a1 b1 c1)
    (line a2 b2 c2)
    (line a3 b3 c3)
    (line a1 a2 a3)
    (line b1 b2 b3)
    (line c1 c2 c3)
    (line a1 b2 c3)
    (line a3 b2 c1))

  (:goal (draw))
)
