; Nine balls: easy for people, and for planners that see that balls are alike.
(define (problem gripper-nine-balls)
  (:domain gripper)

  (:objects
    kitchen hall - room
    ball1 ball2 ball3 ball4 ball5 ball6 ball7 ball8 ball9 - ball
    left right - gripper)

  (:init
    (robot-in kitchen)
    (free left)
    (free right)
    (lies-in ball1 kitchen)
    (lies-in ball2 kitchen)
    (lies-in ball3 kitchen)
    (lies-in ball4 kitchen)
    (lies-in ball5 kitchen)
    (lies-in ball6 kitchen)
    (lies-in ball7 kitchen)
    (lies-in ball8 kitchen)
    (lies-in ball9 kitchen))

  (:goal (and
    (lies-in ball1 hall)
    (lies-in ball2 hall)
    (lies-in ball3 hall)
    (lies-in ball4 hall)
    (lies-in ball5 hall)
    (lies-in ball6 hall)
    (lies-in ball7 hall)
    (lies-in ball8 hall)
    (lies-in ball9 hall)))
)
