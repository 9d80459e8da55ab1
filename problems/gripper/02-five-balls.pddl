; Five balls, three trips.
(define (problem gripper-five-balls)
  (:domain gripper)
  (:objects kitchen hall - room ball1 ball2 ball3 ball4 ball5 - ball left right - gripper)

  (:init
    (robot-in kitchen)
    (free left)
    (free right)
    (lies-in ball1 kitchen)
    (lies-in ball2 kitchen)
    (lies-in ball3 kitchen)
    (lies-in ball4 kitchen)
    (lies-in ball5 kitchen))

  (:goal (and
    (lies-in ball1 hall)
    (lies-in ball2 hall)
    (lies-in ball3 hall)
    (lies-in ball4 hall)
    (lies-in ball5 hall)))
)
