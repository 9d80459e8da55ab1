; Sokoban, as one would write it down first.
;
; What it teaches: five facts about what stands where are enough, and each rule of the game becomes one schema.
;
; How the world is modeled: `box` is a box beside the goals and `box-on-goal` one that is home, so that the goal can be said in
; facts. `free` says that no box stands on a cell; the keeper's own cell is free, too, and a walk changes nothing but `keeper`.
; `goal` never changes. Beside the five there is only the drawing itself: `next` says which cell lies beside which, and in which
; direction, and is as fixed as the walls. A cell has no `next` into a wall, so walls need no fact.
;
; The four schemas: `walk`, and a push of a box that stands on floor, to floor (`push`) or to a goal (`push-to-goal`), and of a
; box that stands on a goal (`push-off-goal`). Such a box may come to stand on another goal. A conditional effect says so: the
; box is home again when the cell that it comes to is a goal, and a box like others when it is not.
(define (domain sokoban-basic)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions
    :conditional-effects)

  (:types cell direction)

  (:predicates
    (keeper ?cell - cell)
    (box ?cell - cell)
    (box-on-goal ?cell - cell)
    (goal ?cell - cell)
    (free ?cell - cell)
    (next ?from ?to - cell ?direction - direction)) ; the drawing

  (:action walk
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and (keeper ?from) (next ?from ?to ?direction) (free ?to))
    :effect (and (keeper ?to) (not (keeper ?from))))

  (:action push
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (keeper ?from)
      (next ?from ?at ?direction)
      (next ?at ?to ?direction)
      (box ?at)
      (free ?to)
      (not (goal ?to)))
    :effect (and
      (keeper ?at)
      (not (keeper ?from))
      (box ?to)
      (not (box ?at))
      (free ?at)
      (not (free ?to))))

  (:action push-to-goal
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (keeper ?from)
      (next ?from ?at ?direction)
      (next ?at ?to ?direction)
      (box ?at)
      (free ?to)
      (goal ?to))
    :effect (and
      (keeper ?at)
      (not (keeper ?from))
      (box-on-goal ?to)
      (not (box ?at))
      (free ?at)
      (not (free ?to))))

  (:action push-off-goal
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (keeper ?from)
      (next ?from ?at ?direction)
      (next ?at ?to ?direction)
      (box-on-goal ?at)
      (free ?to))
    :effect (and
      (keeper ?at)
      (not (keeper ?from))
      (when (goal ?to) (box-on-goal ?to))
      (when (not (goal ?to)) (box ?to))
      (not (box-on-goal ?at))
      (free ?at)
      (not (free ?to))))
)
