;; board: row heap-1 heap-2 heap-3
(define (problem nim-1-2-3)
  (:domain nim)
  (:objects heap-1 heap-2 heap-3 - heap n1 n2 n3 - size)

  (:init
    (turn first)
    (heap heap-1 n1)
    (heap heap-2 n2)
    (heap heap-3 n3)
    (less n0 n1)
    (less n0 n2)
    (less n1 n2)
    (less n0 n3)
    (less n1 n3)
    (less n2 n3))

  (:goal (wins first))
)
