; Two spellings of a supertype and of a variable.
; expect W0205 6:44: write animal
; expect W0205 9:26: write ?FROM
(define (domain toads)
  (:requirements :strips :typing)
  (:types cell animal - object toad frog - Animal)
  (:predicates (on ?a - animal ?c - cell))
  (:action slide :parameters (?t - toad ?FROM ?to - cell)
    :precondition (on ?t ?from) :effect (and (not (on ?t ?from)) (on ?t ?to)))
  (:action hop :parameters (?f - frog ?a ?b - cell) :precondition (on ?f ?a) :effect (and (not (on ?f ?a)) (on ?f ?b))))
