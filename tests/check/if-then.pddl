; Words of other languages that join a condition and what follows from it.
; expect E0109 10:13: write (when (held ?c) (full ?c))
(define (domain garden)
  (:requirements :strips :typing :conditional-effects)
  (:types can)
  (:predicates (held ?c - can) (full ?c - can))
  (:action lift :parameters (?c - can) :effect (held ?c))
  (:action fill
    :parameters (?c - can)
    :effect if (held ?c) then (full ?c)))
