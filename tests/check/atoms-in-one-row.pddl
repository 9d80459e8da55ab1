; Several facts in one row, without parentheses of their own: each has as many arguments as its predicate is declared with.
; expect E0109 11:24: write (at ?s) (open ?s) (not (empty ?j))
; expect E0109 15:26
(define (domain bees)
  (:requirements :strips :typing :negative-preconditions)
  (:types spot jar)
  (:predicates (at ?s - spot) (open ?s - spot)
    (empty ?j - jar))
  (:action harvest
    :parameters (?s - spot ?j - jar)
    :precondition (and at ?s and open ?s and not empty ?j)
    :effect (empty ?j))
  (:action calm
    :parameters (?s - spot ?j - jar)
    :precondition (at ?s and open ?s)
    :effect (and (open ?s) (empty ?j))))
;; problem
(define (problem p)
  (:domain bees)
  (:objects meadow - spot j - jar)
  (:init (empty j) (at meadow) (open meadow))
  (:goal (empty j)))
