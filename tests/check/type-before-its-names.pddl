; A type in front of its names, and an object without one.
; expect E0207 problem 2:13
; expect E0207 problem 3:51: write can1 - can in :objects: as it stands, it is only an object
(define (domain garden)
  (:requirements :strips :typing)
  (:types bed well can)
  (:predicates (dry ?b - bed) (empty ?c - can) (at ?w - well))
  (:action water :parameters (?b - bed ?c - can ?w - well) :precondition (and (dry ?b) (at ?w))
    :effect (and (empty ?c) (not (dry ?b)))))
;; problem
(define (problem p) (:domain garden)
  (:objects bed roses beans pump - well can1)
  (:init (dry roses) (dry beans) (at pump) (empty can1))
  (:goal (dry beans)))
