; Sokoban with a filter: the keeper, and nothing else, may go where a box would be lost.
;
; What it teaches: knowledge about the game can be put into a problem without changing the planner. A box in a corner that
; is no goal never leaves it, and a box on a line along a wall, from corner to corner, without a goal never leaves that line.
; Such cells are known before the search begins; whoever writes the problem marks them `Not_Free_For_Box`. No schema pushes a
; box there, so that half of what could go wrong is never looked at, and no solution is lost.
;
; How the world is modeled: seven predicates. `Box_On` is a box beside the goals, `Box_On_Goal` one that is home, `Goal` a cell
; that boxes are wanted on. A cell is of one of two kinds. Where boxes are allowed, `Free` says that none stands there, and a
; keeper on it is `Keeper_On_Box_Allowed`. Where they are not, `Not_Free_For_Box` says so once and for all (no box ever stands
; there, and the keeper may always enter), and a keeper on it is `Keeper_On_Box_Not_Allowed`. `Next` is the drawing: which
; cell lies beside which, in which direction; a cell has no `Next` into a wall.
;
; The schemas: one for each case that the predicates tell apart. Four walks, from and to cells of either kind; and eight
; pushes, by a keeper on a cell of either kind, of a box to floor, to a goal, off a goal, and from goal to goal. After a push
; the keeper stands where the box was, so always on a cell where boxes are allowed.
(define (domain sokoban-filtered)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions)
  (:types cell direction)

  (:predicates
    (Box_On ?cell - cell)
    (Box_On_Goal ?cell - cell)
    (Goal ?cell - cell)
    (Free ?cell - cell)
    (Not_Free_For_Box ?cell - cell)
    (Keeper_On_Box_Allowed ?cell - cell)
    (Keeper_On_Box_Not_Allowed ?cell - cell)
    (Next ?from ?to - cell ?direction - direction)) ; the drawing

  (:action walk-allowed-to-allowed
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and (Keeper_On_Box_Allowed ?from) (Next ?from ?to ?direction) (Free ?to))
    :effect (and (Keeper_On_Box_Allowed ?to) (not (Keeper_On_Box_Allowed ?from))))

  (:action walk-allowed-to-not-allowed
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Allowed ?from)
      (Next ?from ?to ?direction)
      (Not_Free_For_Box ?to))
    :effect (and (Keeper_On_Box_Not_Allowed ?to) (not (Keeper_On_Box_Allowed ?from))))

  (:action walk-not-allowed-to-allowed
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and (Keeper_On_Box_Not_Allowed ?from) (Next ?from ?to ?direction) (Free ?to))
    :effect (and (Keeper_On_Box_Allowed ?to) (not (Keeper_On_Box_Not_Allowed ?from))))

  (:action walk-not-allowed-to-not-allowed
    :parameters (?from ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Not_Allowed ?from)
      (Next ?from ?to ?direction)
      (Not_Free_For_Box ?to))
    :effect (and (Keeper_On_Box_Not_Allowed ?to) (not (Keeper_On_Box_Not_Allowed ?from))))

  (:action push-from-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On ?at)
      (Free ?to)
      (not (Goal ?to)))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Allowed ?from))
      (Box_On ?to)
      (not (Box_On ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-from-not-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Not_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On ?at)
      (Free ?to)
      (not (Goal ?to)))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Not_Allowed ?from))
      (Box_On ?to)
      (not (Box_On ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-to-goal-from-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On ?at)
      (Free ?to)
      (Goal ?to))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Allowed ?from))
      (Box_On_Goal ?to)
      (not (Box_On ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-to-goal-from-not-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Not_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On ?at)
      (Free ?to)
      (Goal ?to))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Not_Allowed ?from))
      (Box_On_Goal ?to)
      (not (Box_On ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-off-goal-from-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On_Goal ?at)
      (Free ?to)
      (not (Goal ?to)))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Allowed ?from))
      (Box_On ?to)
      (not (Box_On_Goal ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-off-goal-from-not-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Not_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On_Goal ?at)
      (Free ?to)
      (not (Goal ?to)))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Not_Allowed ?from))
      (Box_On ?to)
      (not (Box_On_Goal ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-goal-to-goal-from-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On_Goal ?at)
      (Free ?to)
      (Goal ?to))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Allowed ?from))
      (Box_On_Goal ?to)
      (not (Box_On_Goal ?at))
      (Free ?at)
      (not (Free ?to))))

  (:action push-goal-to-goal-from-not-allowed
    :parameters (?from ?at ?to - cell ?direction - direction)
    :precondition (and
      (Keeper_On_Box_Not_Allowed ?from)
      (Next ?from ?at ?direction)
      (Next ?at ?to ?direction)
      (Box_On_Goal ?at)
      (Free ?to)
      (Goal ?to))
    :effect (and
      (Keeper_On_Box_Allowed ?at)
      (not (Keeper_On_Box_Not_Allowed ?from))
      (Box_On_Goal ?to)
      (not (Box_On_Goal ?at))
      (Free ?at)
      (not (Free ?to))))
)
