; One of two plants is covered.
(define (problem dry-summer)
  (:domain garden)
  (:objects rose fern - plant)
  (:init (covered fern))

  ; `forall` in a goal asks it of each.
  (:goal (forall (?plant - plant) (watered ?plant)))
)
