; Two discs: three moves.
(define (problem hanoi-two-discs)
  (:domain hanoi)
  (:objects d1 d2 - disc left middle right - peg)

  (:init
    (smaller d1 left)
    (smaller d1 middle)
    (smaller d1 right)
    (smaller d2 left)
    (smaller d2 middle)
    (smaller d2 right)
    (smaller d1 d2)
    (on d1 d2)
    (on d2 left)
    (clear d1)
    (clear middle)
    (clear right))

  (:goal (and (on d1 d2) (on d2 right)))
)
