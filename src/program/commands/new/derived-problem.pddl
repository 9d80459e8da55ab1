; A lamp behind a fuse, and a bell beside it.
(define (problem light)
  (:domain circuit)
  (:objects battery fuse lamp bell - node)
  (:init (source battery) (wire battery fuse) (wire fuse lamp) (wire battery bell))
  (:goal (powered lamp))
)
