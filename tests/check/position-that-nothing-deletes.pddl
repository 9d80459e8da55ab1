; A move that forgets where it was, and nothing else says that a spot is a place.
; expect W0220 6:41: is a (not (at ?c ?from)) missing?
(define (domain kitchen) (:requirements :strips :typing) (:types cook spot)
  (:predicates (at ?c - cook ?s - spot) (clean ?s - spot))
  (:action go :parameters (?c - cook ?from ?to - spot)
    :precondition (at ?c ?from) :effect (at ?c ?to))
  (:action wipe :parameters (?c - cook ?s - spot)
    :precondition (at ?c ?s) :effect (clean ?s)))
;; problem
(define (problem one) (:domain kitchen) (:objects ann - cook a b - spot) (:init (at ann a)) (:goal (clean b)))
