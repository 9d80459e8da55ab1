; A dock is not declared to be a cell: one finding for all places.
; expect E0207 9:31
(define (domain port)
  (:requirements :strips :typing)
  (:types truck cell dock - object)
  (:predicates (at ?t - truck ?c - cell) (next ?a ?b - cell))
  (:action leave
    :parameters (?t - truck ?d - dock ?c - cell)
    :precondition (and (at ?t ?d) (next ?d ?c))
    :effect (and (at ?t ?c) (not (at ?t ?d))))
  (:action return
    :parameters (?t - truck ?d - dock ?c - cell)
    :precondition (and (at ?t ?c) (next ?d ?c))
    :effect (and (at ?t ?d) (not (at ?t ?c)))))
;; problem
(define (problem p)
  (:domain port)
  (:objects t1 - truck c1 - cell d1 - dock)
  (:init (at t1 d1) (next d1 c1))
  (:goal (at t1 c1)))
