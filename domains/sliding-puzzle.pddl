; Tiles in a frame with one gap.
;
; What it teaches: geometry as facts. No number is needed to say where things are: `beside` lists which cells share an edge, in
; both directions, and the frame may have any shape.
;
; How the world is modeled: the gap is a fact about a cell, moved against the tile. Half of all arrangements cannot be
; reached from the other half: exchange two tiles in :init, and a planner proves it by visiting all that can be reached.
(define (domain sliding-puzzle)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (beside ?one ?other - cell) (lies ?tile - tile ?cell - cell) (gap ?cell - cell))

  (:action slide
    :parameters (?tile - tile ?from ?to - cell)
    :precondition (and (lies ?tile ?from) (gap ?to) (beside ?from ?to))
    :effect (and (lies ?tile ?to) (gap ?from) (not (lies ?tile ?from)) (not (gap ?to))))
)
