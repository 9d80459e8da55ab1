; Objects of a problem, in rules whose heads have variables of their names: each is told.
; expect E0203 8:54
; expect E0203 9:54
(define (domain coop)
  (:requirements :typing :derived-predicates :existential-preconditions)
  (:types player cell)
  (:predicates (wins ?p - player) (at ?p - player ?c - cell))
  (:derived (wins ?fox) (exists (?c - cell) (and (at fox ?c))))
  (:derived (wins ?hen) (exists (?c - cell) (and (at hen ?c)))))
;; problem
(define (problem p) (:domain coop)
  (:objects fox hen - player a - cell)
  (:init (at fox a))
  (:goal (wins hen)))
