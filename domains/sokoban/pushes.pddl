; Sokoban without walks: every step of a plan is a push.
;
; What it teaches: derived predicates. Where the keeper can walk follows from where the boxes stand; no push could keep
; such facts up to date by itself. A rule says it, and the planner works it out in every state.
;
; How the world is modeled: the keeper reaches the cell where it stands, and from a cell that it reaches every cell beside that
; is free. A push asks for a reached cell behind the box and leaves the keeper where the box was. A step costs 1, so the
; shortest plan has the fewest pushes. `next` is the drawing. How the keeper walks from push to push is not part of the plan;
; it can be filled in afterwards (`banto sokoban decode`).
(define (domain sokoban-pushes)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions
    :existential-preconditions :universal-preconditions :conditional-effects :derived-predicates)

  (:types cell direction)

  (:predicates
    (keeper ?cell - cell)
    (box ?cell - cell)
    (free ?cell - cell) ; no box stands here
    (next ?from ?to - cell ?direction - direction)
    (reached ?cell - cell))

  (:derived (reached ?cell - cell)
    (or
      (keeper ?cell)
      (and
        (free ?cell)
        (exists (?near - cell)
          (and (reached ?near) (exists (?direction - direction) (next ?near ?cell ?direction)))))))

  (:action push
    :parameters (?behind ?at ?to - cell ?direction - direction)
    :precondition (and
      (reached ?behind)
      (next ?behind ?at ?direction)
      (next ?at ?to ?direction)
      (box ?at)
      (free ?to))
    :effect (and
      (forall (?cell - cell) (not (keeper ?cell)))
      (keeper ?at)
      (box ?to)
      (not (box ?at))
      (free ?at)
      (not (free ?to))))
)
