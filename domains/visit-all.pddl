; A walk over a board that sees every cell.
;
; What it teaches: goals over all objects. `(forall (?cell - cell) (visited ?cell))` in the problem stays true to its meaning when
; cells are added; and a constant, `start`, is an object that every problem of the domain has.
;
; How the world is modeled: `visited` only grows, so no step is ever an irreparable mistake; what makes the task hard
; is to find a short walk.
(define (domain visit-all)
  (:requirements :strips :typing :universal-preconditions)
  (:types cell)
  (:constants start - cell)
  (:predicates (beside ?one ?other - cell) (at ?cell - cell) (visited ?cell - cell))

  (:action return
    ; Deletes come before adds: returning from the start itself leaves one there.
    :parameters (?from - cell)
    :precondition (at ?from)
    :effect (and (at start) (visited start) (not (at ?from))))

  (:action step
    :parameters (?from ?to - cell)
    :precondition (and (at ?from) (beside ?from ?to))
    :effect (and (at ?to) (visited ?to) (not (at ?from))))
)
