; Sokoban in the form that planning competitions have used: things with names, and pushes that cost.
;
; What it teaches: types with subtypes, action costs, and what names cost. Every box (a stone) is an object of its own, and
; its place is a fact `at`. That reads well, and it makes states that differ only in which box is which count as different.
;
; How the world is modeled: `clear` says that no stone stands on a location; the player's own location is clear, too.
; `move-dir` is the drawing. A push costs 1 and a walk nothing, so that the cheapest plan has the fewest pushes. The goal is
; that every stone is `at-goal`, whichever goal that is; a stone that goes from goal to goal stays so.
(define (domain sokoban-typed)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions :action-costs)

  (:types thing location direction - object player stone - thing)

  (:predicates
    (at ?thing - thing ?location - location)
    (clear ?location - location)
    (at-goal ?stone - stone)
    (is-goal ?location - location)
    (move-dir ?from ?to - location ?direction - direction))

  (:functions (total-cost) - number)

  (:action move
    :parameters (?player - player ?from ?to - location ?direction - direction)
    :precondition (and (at ?player ?from) (clear ?to) (move-dir ?from ?to ?direction))
    :effect (and (at ?player ?to) (not (at ?player ?from))))

  (:action push-to-goal
    :parameters (?player - player ?stone - stone ?behind ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?player ?behind)
      (at ?stone ?from)
      (clear ?to)
      (move-dir ?behind ?from ?dir)
      (move-dir ?from ?to ?dir)
      (is-goal ?to))
    :effect (and
      (at ?player ?from)
      (not (at ?player ?behind))
      (at ?stone ?to)
      (not (at ?stone ?from))
      (clear ?from)
      (not (clear ?to))
      (at-goal ?stone)
      (increase (total-cost) 1)))

  (:action push-to-nongoal
    :parameters (?player - player ?stone - stone ?behind ?from ?to - location ?dir - direction)
    :precondition (and
      (at ?player ?behind)
      (at ?stone ?from)
      (clear ?to)
      (move-dir ?behind ?from ?dir)
      (move-dir ?from ?to ?dir)
      (not (is-goal ?to)))
    :effect (and
      (at ?player ?from)
      (not (at ?player ?behind))
      (at ?stone ?to)
      (not (at ?stone ?from))
      (clear ?from)
      (not (clear ?to))
      (not (at-goal ?stone))
      (increase (total-cost) 1)))
)
