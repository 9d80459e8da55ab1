; Two balls, one trip.
(define (problem gripper-two-balls)
  (:domain gripper)
  (:objects kitchen hall - room ball1 ball2 - ball left right - gripper)

  (:init
    (robot-in kitchen)
    (free left)
    (free right)
    (lies-in ball1 kitchen)
    (lies-in ball2 kitchen))

  (:goal (and (lies-in ball1 hall) (lies-in ball2 hall)))
)
