; A ferry that carries one car at a time.
;
; What it teaches: negative conditions. `(not (= ?from ?to))` forbids a trip to where one is, and `(not (loaded))` says that the
; deck is empty without a fact of its own for emptiness.
;
; How the world is modeled: every landing is a trip away from every other. A car is at a landing or aboard.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types landing car)

  (:predicates
    (ferry-at ?landing - landing)
    (waits ?car - car ?landing - landing)
    (aboard ?car - car)
    (loaded))

  (:action sail
    :parameters (?from ?to - landing)
    :precondition (and (ferry-at ?from) (not (= ?from ?to)))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))

  (:action board
    :parameters (?car - car ?landing - landing)
    :precondition (and (waits ?car ?landing) (ferry-at ?landing) (not (loaded)))
    :effect (and (aboard ?car) (loaded) (not (waits ?car ?landing))))

  (:action land
    :parameters (?car - car ?landing - landing)
    :precondition (and (aboard ?car) (ferry-at ?landing))
    :effect (and (waits ?car ?landing) (not (aboard ?car)) (not (loaded))))
)
