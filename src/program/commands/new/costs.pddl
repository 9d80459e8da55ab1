; A van visits places by roads of different lengths, and a plan
; costs what its steps add up to. `banto explain costs` tells more.
(define (domain delivery-round)
  ; Costs are a requirement of their own.
  (:requirements :strips :typing :action-costs)
  (:types van place)
  (:predicates (road ?from ?to - place) (at ?van - van ?place - place) (visited ?place - place))

  ; Numbers: `total-cost` is what a plan costs so far, and the
  ; length of each road stands in the problem.
  (:functions (total-cost) - number (length ?from ?to - place) - number)

  ; Every action says what it costs: without `increase` it is free.
  (:action drive
    :parameters (?van - van ?from ?to - place)
    :precondition (and (at ?van ?from) (road ?from ?to))
    :effect (and
      (at ?van ?to)
      (not (at ?van ?from))
      (visited ?to)
      (increase (total-cost) (length ?from ?to))))
)
