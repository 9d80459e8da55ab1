; Two arguments that fit in each other's place are called swapped, as in a domain or a problem.
(define (domain sluices)
  (:requirements :typing)
  (:types crank sluice)
  (:predicates (open ?s - sluice) (at ?c - crank ?s - sluice))
  (:action turn :parameters (?c - crank ?s - sluice) :precondition (at ?c ?s) :effect (open ?s)))
;; problem
(define (problem p) (:domain sluices)
  (:objects iron - crank g1 - sluice)
  (:init (at iron g1))
  (:goal (open g1)))
;; plan
(turn iron g1)
;; says 0
valid, 1 step, cost 1
;; plan
(turn g1 iron)
;; says 1
invalid: step 1 (turn g1 iron) has a type mismatch: g1 and iron are swapped in turn (line 1)
  write iron before g1
