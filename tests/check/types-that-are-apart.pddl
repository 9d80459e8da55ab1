; A type with objects of its own is none that others are below; one that has none may be.
; expect E0207 9:86
; expect E0207 problem 3:26: give an argument of type level
(define (domain drone)
  (:requirements :strips :typing)
  (:types spot level animal frog)
  (:predicates (at ?s - spot) (full ?l - level) (free ?s - spot) (sits ?a - animal ?s - spot))
  (:action fly :parameters (?a ?b - spot ?l - level) :precondition (and (at ?a) (full ?l)) :effect (and (not (at ?a)) (at ?b)))
  (:action sit :parameters (?f - frog ?s - spot) :precondition (at ?s) :effect (sits ?f ?s)))
;; problem
(define (problem p) (:domain drone)
  (:objects base tower - spot l1 - level fay - frog)
  (:init (at base) (full tower))
  (:goal (and (at tower))))
