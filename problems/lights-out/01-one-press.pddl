; Two by two, one press away.
(define (problem lights-out-one-press)
  (:domain lights-out)
  (:objects l1-1 l2-1 l1-2 l2-2 - lamp)

  (:init
    (reaches l1-1 l1-1)
    (reaches l1-1 l2-1)
    (reaches l1-1 l1-2)
    (reaches l2-1 l2-1)
    (reaches l2-1 l1-1)
    (reaches l2-1 l2-2)
    (reaches l1-2 l1-2)
    (reaches l1-2 l2-2)
    (reaches l1-2 l1-1)
    (reaches l2-2 l2-2)
    (reaches l2-2 l1-2)
    (reaches l2-2 l2-1)
    (lit l1-1)
    (lit l2-1)
    (lit l1-2))

  (:goal (forall (?lamp - lamp) (not (lit ?lamp))))
)
